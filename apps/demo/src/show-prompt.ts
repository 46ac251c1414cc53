import { maskNonces } from '@cordon/prompt'

const HEAD_LINES = 2
const SHOWN_HEADERS = 5

/** Returns the shape of a fenced prompt: its frame, the lines that were forged headers, and how much lies between. */
export function showPrompt(prompt: string): string[] {
  const nonce = /^---BEGIN USER CONTEXT ([0-9a-f]{32})---$/m.exec(prompt)?.[1]
  const lines = maskNonces(prompt, { nonce }).split('\n')
  const last = lines.length - 1
  const inert = lines.flatMap((line, index) =>
    /^(?:> )?\s{2,}\S*(?:MODE|CONTEXT|---BEGIN|---END)/.test(line) ? [index] : [],
  )
  const shown = [...Array(HEAD_LINES).keys(), ...inert.slice(0, SHOWN_HEADERS), last]
  return shown.flatMap((index, position) => {
    const gap = index - (shown[position - 1] ?? -1) - 1
    const line = lines[index] ?? ''
    return gap > 0 ? [`… ${gap} ${gap === 1 ? 'line' : 'lines'}`, line] : [line]
  })
}
