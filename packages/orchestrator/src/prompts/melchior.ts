export const MELCHIOR_PROMPT: string = 'x'
