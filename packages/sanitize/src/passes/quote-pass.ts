import type { Pass } from './pass.ts'

/** Puts `| ` at the start of every line, the empty last one too. No look-ahead. */
export function createQuotePass(): Pass {
  let isLineStart = true
  return (text, isLast, sink) => {
    for (let i = 0; ; ) {
      // A line whose first characters were all removed has not begun: its mark must still come.
      if (i === text.length && !isLast) return i
      if (isLineStart) sink.edit(i, i, '| ')
      isLineStart = false
      const lineEnd = text.indexOf('\n', i)
      if (lineEnd === -1) return text.length
      isLineStart = true
      i = lineEnd + 1
    }
  }
}
