import type { ContentLine, EmbeddedCode } from './embedded-code.ts'

// CommonMark §4.5, in quotes and lists too.
const opener = /^([\s>*+-]*(?:\d{1,9}[.)]\s*)?)(`{3,}|~{3,})\s*\{?\.?([\w+#-]*)[^`]*$/
const closer = /^([\s>*+-]*)(`{3,}|~{3,})\s*$/
const quoteMarks = /^\s*(?:>\s?)+/

/** Returns what stands in fences of backticks or tildes; a fence that nothing closes goes to the end. */
export function findFencedCode(lines: readonly ContentLine[]): readonly EmbeddedCode[] {
  const found: EmbeddedCode[] = []
  let open: { readonly mark: string; readonly quoted: boolean; readonly lines: ContentLine[] } | undefined
  for (const line of lines) {
    const [, before = '', mark = '', language = ''] =
      (open === undefined ? opener : closer).exec(line.text) ?? []
    if (open === undefined) {
      if (mark === '') continue
      open = { mark, quoted: before.includes('>'), lines: [] }
      found.push({ lines: open.lines, language: language.toLowerCase() })
    } else if (mark.startsWith(open.mark)) open = undefined
    else open.lines.push(open.quoted ? { ...line, text: line.text.replace(quoteMarks, '') } : line)
  }
  return found
}
