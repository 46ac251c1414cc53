/** Where the lines of a text begin, and how many of them hold code. */
export interface SourceLines {
  /** Returns the line of an offset, from 1. */
  lineAt(offset: number): number
  /** Returns how many lines between two offsets hold neither a blank line nor only a comment. */
  codeLinesBetween(from: number, to: number): number
}

export function indexLines(text: string): SourceLines {
  const starts: number[] = []
  const codeLinesBefore: number[] = [0]
  let start = 0
  let codeLines = 0
  for (const line of text.split('\n')) {
    starts.push(start)
    start += line.length + 1
    if (/^\s*[^\s#]/.test(line)) codeLines += 1
    codeLinesBefore.push(codeLines)
  }

  const lineAt = (offset: number): number => {
    let low = 0
    let high = starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }

  return {
    lineAt,
    codeLinesBetween: (from, to) =>
      (codeLinesBefore[lineAt(to)] ?? 0) - (codeLinesBefore[lineAt(from) - 1] ?? 0),
  }
}
