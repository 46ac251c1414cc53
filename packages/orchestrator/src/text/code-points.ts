/** Returns whether `text` has more than `max` code points; looks at no more of it than needed. */
export function exceedsCodePoints(text: string, max: number): boolean {
  if (text.length <= max) return false
  if (text.length > max * 2) return true
  let count = 0
  for (const _ of text) if (++count > max) return true
  return false
}

/** Returns `text` padded with blanks to `width` code points. */
export function padCodePoints(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - [...text].length))
}
