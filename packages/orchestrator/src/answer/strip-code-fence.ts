import { trimWhiteSpace } from '../text/white-space.ts'

const FENCE = '```'
const OPENER = /^```(?:json)?/i

/**
 * Returns `text` without one leading fence of three backticks (with `json`, in any case, glued to it) and without
 * one trailing fence, ends trimmed of White_Space. The two are independent: half a fence is removed too.
 *
 * @throws TypeError when `text` is not a string.
 */
export function stripCodeFence(text: string): string {
  if (typeof text !== 'string') throw new TypeError(`"text" expected string, got ${typeof text}`)
  const trimmed = trimWhiteSpace(text)
  const opened = trimWhiteSpace(trimmed.replace(OPENER, ''))
  return opened.endsWith(FENCE) ? trimWhiteSpace(opened.slice(0, -FENCE.length)) : opened
}
