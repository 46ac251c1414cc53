import type { ContentLine, EmbeddedCode } from './embedded-code.ts'

// CommonMark §4.5, in quotes and lists too.
const opener = /^([\s>*+-]*(?:\d{1,9}[.)]\s*)?)(`{3,}(?=[^`]*$)|~{3,})\s*\{?\.?([\w+#-]*)/
const closer = /^\s*(`{3,}|~{3,})\s*$/
const quoteMarks = /^\s*(?:>\s?)+/

/** Returns what stands in fences of backticks or tildes; one that nothing closes goes to the end, or that of its quote. */
export function findFencedCode(lines: readonly ContentLine[]): readonly EmbeddedCode[] {
  const found: EmbeddedCode[] = []
  let open: { readonly mark: string; readonly quoted: boolean; readonly lines: ContentLine[] } | undefined
  for (const line of lines) {
    if (open?.quoted && !quoteMarks.test(line.text)) open = undefined
    if (open === undefined) {
      const [, before = '', mark, language = ''] = opener.exec(line.text) ?? []
      if (mark === undefined) continue
      open = { mark, quoted: before.includes('>'), lines: [] }
      found.push({ lines: open.lines, language: language.toLowerCase() })
      continue
    }
    const text = open.quoted ? line.text.replace(quoteMarks, '') : line.text
    if (closer.exec(text)?.[1]?.startsWith(open.mark)) open = undefined
    else open.lines.push({ ...line, text })
  }
  return found
}
