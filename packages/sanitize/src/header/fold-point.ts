import { CANDIDATE, traitsOf } from '../characters/code-point-traits.ts'
import { LOOKALIKES } from './lookalikes.generated.ts'

let lookalikes: ReadonlyMap<string, string> | undefined

function decodeLookalikes(): ReadonlyMap<string, string> {
  let point = 0
  return new Map(
    Array.from(LOOKALIKES.matchAll(/([a-z:*-])([0-9A-Z]*)/g), ([, ascii = '', gap]) => {
      point += Number.parseInt(gap || '1', 36)
      return [String.fromCodePoint(point), ascii]
    }),
  )
}

function foldLetter(letter: string): string {
  const upper = letter.toUpperCase()
  lookalikes ??= decodeLookalikes()
  const seen =
    lookalikes.get(letter) ?? lookalikes.get(letter.toLowerCase()) ?? lookalikes.get(upper) ?? upper
  return seen.toLowerCase()
}

/**
 * Returns what a code point is compared as in a folded match: its letters after NFKD without marks, each in lower case
 * or as the ASCII character that it looks like (TR39); a space for White_Space but LF; U+2014 for every dash that is not
 * ASCII's; nothing for what draws nothing.
 */
export function foldPoint(point: number): string {
  const char = String.fromCodePoint(point)
  if (/[^\P{space}\n]/u.test(char)) return ' '
  if ((traitsOf(point) & CANDIDATE) !== 0) return ''
  const folded = char.normalize('NFKD').replace(/\p{M}/gu, '').replace(/./gsu, foldLetter)
  return folded === '-' && point > 0x7f ? '\u2014' : folded
}
