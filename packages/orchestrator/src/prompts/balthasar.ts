export const BALTHASAR_PROMPT: string = 'x'
