import type { ContentLine, EmbeddedCode } from './embedded-code.ts'

// What mail, terminals and editors put before the lines of code: its number, a mark, or an indentation (CommonMark §4.4).
const mark = /^(?:\s{0,8}\d{1,7}(?:\s?([:|│.)])|(\t)) ?|\s{0,3}([>|+])[ \t]?(?:>[ \t]?)*|( {4}|\t))/

/** Returns the runs of lines behind marks of one kind, without them. Blank lines end no run. */
export function findMarkedCode(lines: readonly ContentLine[]): readonly EmbeddedCode[] {
  const found: ContentLine[][] = []
  let kind: string | undefined
  for (const line of lines) {
    if (line.text.trim() === '') continue
    const match = mark.exec(line.text)
    const [, separator, tab, sign, indent] = match ?? []
    const here = separator ?? tab ?? sign ?? indent
    if (match !== null) {
      if (here !== kind) found.push([])
      found.at(-1)?.push({ ...line, text: line.text.slice(match[0].length) })
    }
    kind = here
  }
  return found.map((run) => ({ lines: run }))
}
