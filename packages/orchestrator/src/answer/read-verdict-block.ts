import { MagiError } from '../contract/errors.ts'

const OPENER = '<magi_verdict>'
const CLOSER = '</magi_verdict>'

/**
 * Returns what stands between the one pair of verdict markers, or `undefined` when there is no marker at all.
 *
 * A marker is alone on its line. Every spelling that a reader would take for one counts (any ASCII case, blanks
 * around it, invisible characters within it): a quoted block must make the answer ambiguous, never win by an odd
 * spelling of the other. Only CR and LF end a line here, since U+2028 may stand inside a JSON string.
 *
 * @throws {@link MagiError} `ERR_MAGI_INVALID_OUTPUT` with `unterminated_block` when one kind of marker is missing,
 * `ambiguous_block` when there is not exactly one of each, in order.
 */
export function readVerdictBlock(text: string): string | undefined {
  const openers: number[] = []
  const closers: number[] = []
  // Other lines are never cut out: an answer of ten million line breaks would become as many strings.
  for (const { 0: match, 1: line = '', index } of text.matchAll(/(?:^|[\r\n])([^\r\n<]*<[^\r\n]*)/g)) {
    const marker = line
      .replace(/[\p{Cc}\p{Cf}\p{Mn}\p{Me}\p{Default_Ignorable_Code_Point}]/gu, '')
      .trim()
      .toLowerCase()
    if (marker === OPENER) openers.push(index + match.length)
    else if (marker === CLOSER) closers.push(index)
  }
  const [open, close] = [openers[0], closers[0]]
  if (open === undefined && close === undefined) return undefined
  if (open === undefined || close === undefined) {
    throw new MagiError('ERR_MAGI_INVALID_OUTPUT', 'the verdict block has only one of its two markers', {
      reason: 'unterminated_block',
    })
  }
  if (openers.length !== 1 || closers.length !== 1 || close < open) {
    throw new MagiError('ERR_MAGI_INVALID_OUTPUT', 'there is not exactly one verdict block', {
      reason: 'ambiguous_block',
    })
  }
  return text.slice(open, close)
}
