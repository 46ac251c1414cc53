import type { Report } from '../rules/rule-catalog.ts'
import { knownAcronyms } from './known-acronyms.ts'
import type { Passage } from './read-document.ts'

const maxSentenceWords = 45

const placeholder =
  /\b(?:TBD|TBC|TODO|FIXME|XXX)\b|\b[Ll]orem ipsum\b|\?\?\?|[[<](?:insert|fill in|your|placeholder)\b[^\]>\n]{0,80}[\]>]/

const claim =
  /\b(?:significantly|dramatically|substantially|considerably|vastly|much|far|way)\s+(?:faster|slower|better|cheaper|smaller|simpler|easier|safer|more\s+\w+|less\s+\w+|reduced?s?|improved?s?|increased?s?)\b|\b(?:highly|infinitely|massively|extremely)\s+(?:scalable|performant|available|reliable|efficient|secure)\b|\b(?:huge|massive|dramatic|significant|substantial)\s+(?:improvements?|reductions?|increases?|gains?|savings?|speed-?ups?)\b|\bblazing(?:ly)?[ -]fast\b|\b(?:improves?|boosts?)\s+performance\b/i

const passive =
  /\b(?:will|shall|should|must|needs?\s+to|has\s+to|have\s+to)\s+be\s+(?:handled|done|decided|fixed|defined|determined|addressed|resolved|monitored|reviewed|migrated|updated|tested|documented|communicated|taken\s+care\s+of)\b/i

/** Reports what single sentences show. */
export function reviewPassages(passages: readonly Passage[], report: Report): void {
  for (const passage of passages) {
    for (const [offset, line] of passage.text.split('\n').entries()) {
      if (placeholder.test(line)) report('prose/placeholder', passage.line + offset)
    }
    for (const { text, line } of sentencesOf(passage)) {
      const words = text.match(/\S+/g)?.length ?? 0
      if (words > maxSentenceWords) report('prose/long-sentence', line, `It has ${words} words.`)
      if (claim.test(text) && !/\d/.test(text)) report('prose/unquantified', line)
      if (passive.test(text) && !/\bby\s+(?:the\s+|our\s+)?[\p{L}@]/u.test(text))
        report('prose/passive-owner', line)
    }
  }
  reviewAcronyms(passages, report)
}

function* sentencesOf({ text: withTables, line }: Passage): Generator<Passage> {
  const text = withTables.replaceAll(/^[ \t]*\|.*$/gm, '')
  let start = 0
  let startLine = line
  for (const match of text.matchAll(/[.!?](?=\s)|$/g)) {
    const sentence = text.slice(start, match.index + 1)
    const lead = /^\s*/.exec(sentence)?.[0] ?? ''
    yield { text: sentence, line: startLine + newlinesIn(lead) }
    startLine += newlinesIn(sentence)
    start = match.index + 1
  }
}

const newlinesIn = (text: string): number => text.split('\n').length - 1

/** An acronym counts as explained when it stands in parentheses, or before some, anywhere in the text. */
function reviewAcronyms(passages: readonly Passage[], report: Report): void {
  const explained = new Set<string>()
  const first = new Map<string, number>()
  for (const { text, line } of passages) {
    for (const match of text.matchAll(/\(([A-Z]{2,6})s?\)|\b([A-Z]{2,6})s?\s\(/g))
      explained.add(match[1] ?? match[2] ?? '')
    for (const [offset, row] of text.split('\n').entries()) {
      // In a line of capitals nothing is an acronym.
      if (!/\p{Ll}/u.test(row)) continue
      for (const match of row.matchAll(/(?<![\w.-])([A-Z]{3,6})s?(?![\w-])/g)) {
        const acronym = match[1] ?? ''
        if (!knownAcronyms.has(acronym) && !first.has(acronym)) first.set(acronym, line + offset)
      }
    }
  }
  for (const [acronym, line] of first)
    if (!explained.has(acronym)) report('prose/undefined-acronym', line, `It reads ${acronym}.`)
}
