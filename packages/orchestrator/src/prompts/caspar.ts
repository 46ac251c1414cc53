export const CASPAR_PROMPT: string = 'x'
