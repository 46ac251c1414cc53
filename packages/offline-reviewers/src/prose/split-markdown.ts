/** A part of a document that a Markdown parser reads on its own. */
export interface MarkdownChunk {
  readonly text: string
  /** From 1. */
  readonly firstLine: number
}

// The parser is quadratic in runs of brackets and worse in nested quotes: neither may grow with the document.
const maxChunkUnits = 16_384
const maxLineUnits = 4000
const deepQuote = /^[ \t]{0,3}(?:>[ \t]?){24}/
const fence = /^ {0,3}(?:```|~~~)/

/**
 * Returns the document in chunks of at most 16 Ki code units, cut outside of fenced code before a heading or a blank
 * line, else before any line. Lines over 4,000 units or under 24 quote marks are data and left blank.
 */
export function splitMarkdown(text: string): readonly MarkdownChunk[] {
  const matter = frontMatterLines(text)
  const lines = text
    .split('\n')
    .map((line, index) => (index < matter || line.length > maxLineUnits || deepQuote.test(line) ? '' : line))
  const chunks: MarkdownChunk[] = []
  for (let first = 0; first < lines.length; ) {
    const next = endOfChunk(lines, first)
    chunks.push({ text: lines.slice(first, next).join('\n'), firstLine: first + 1 })
    first = next
  }
  return chunks
}

/** Settings in YAML before the text: Markdown alone would take the last of them for a heading. */
export const frontMatter: RegExp = /^---\n(?:[^\n]{0,1000}\n){0,100}?(?:---|\.\.\.)\n/

function frontMatterLines(text: string): number {
  const matter = frontMatter.exec(text)?.[0] ?? ''
  return matter.split('\n').length - 1
}

function endOfChunk(lines: readonly string[], first: number): number {
  let units = 0
  let cut = first
  let fenced = false
  for (let index = first; index < lines.length; index += 1) {
    const line = lines[index] ?? ''
    if (!fenced && (line === '' || /^#{1,6}\s/.test(line))) cut = index
    if (fence.test(line)) fenced = !fenced
    units += line.length + 1
    if (units > maxChunkUnits && index > first) return cut > first ? cut : index
  }
  return lines.length
}
