/** A run of whole lines. */
interface CodeChunk {
  readonly code: string
  /** From 1. */
  readonly firstLine: number
}

export interface SplitCode {
  readonly chunks: readonly CodeChunk[]
  /** Lines that no chunk holds, from 1. */
  readonly leftOut: readonly number[]
}

/** No linter call gets more, in UTF-16 code units. */
export const maxChunkUnits = 262_144

// A line that starts a statement at the outermost level, as formatters indent it.
const startsStatement = /^[A-Za-z_$@/'"`]/

/**
 * Returns the code in chunks of at most 256 Ki code units, cut before a line that seems to start a top-level statement,
 * else before any line. A longer line is left out, and named: no statement ends within it that a reader could find again.
 */
export function splitCode(text: string): SplitCode {
  if (text.length <= maxChunkUnits) return { chunks: [{ code: text, firstLine: 1 }], leftOut: [] }
  const chunks: CodeChunk[] = []
  const leftOut: number[] = []
  const lines = text.split('\n')
  let first = 0
  while (first < lines.length) {
    const next = endOfChunk(lines, first)
    if (next > first) chunks.push({ code: lines.slice(first, next).join('\n'), firstLine: first + 1 })
    else leftOut.push(first + 1)
    first = Math.max(next, first + 1)
  }
  return { chunks, leftOut }
}

/** The index after the last line of the chunk that begins at `first`; `first` itself when that line is too long. */
function endOfChunk(lines: readonly string[], first: number): number {
  let units = 0
  let lastStart = first
  for (let index = first; index < lines.length; index += 1) {
    const line = lines[index] ?? ''
    if (index > first && startsStatement.test(line)) lastStart = index
    units += line.length + 1
    if (units > maxChunkUnits) return lastStart > first ? lastStart : index
  }
  return lines.length
}
