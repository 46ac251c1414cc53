import { trimWhiteSpace } from '../text/white-space.ts'

const FENCE = '```'
const OPENER = /^```(?:json)?/i

/**
 * Returns `text` without one leading fence of three backticks (with `json`, in any case, glued to it) and without
 * one trailing fence, ends trimmed of White_Space. The two are independent: half a fence is removed too.
 */
export function stripCodeFence(text: string): string {
  const trimmed = trimWhiteSpace(text)
  const opened = trimWhiteSpace(trimmed.replace(OPENER, ''))
  return opened.endsWith(FENCE) ? trimWhiteSpace(opened.slice(0, -FENCE.length)) : opened
}
