import { type EmbeddedCode, linesOf } from './embedded-code.ts'

/** Returns the contents of a page's script elements; one that nothing closes goes to the end. */
export function findScripts(text: string): readonly EmbeddedCode[] {
  const found: EmbeddedCode[] = []
  const tags = /<(\/?)script\b/gi
  let start: number | undefined
  let line = 1
  let counted = 0
  for (;;) {
    const tag = tags.exec(text)
    const opens = tag?.[1] === ''
    if (opens && start === undefined) {
      start = endOfTag(text, tags.lastIndex)
      tags.lastIndex = start
    } else if (start !== undefined && !opens) {
      line += newlinesIn(text.slice(counted, start))
      counted = start
      found.push({ lines: linesOf(text.slice(start, tag?.index), line), language: 'js' })
      start = undefined
    }
    if (tag === null) return found
  }
}

/** Returns where a start tag ends whose attributes begin at `from`; a `>` in quotes ends none. */
function endOfTag(text: string, from: number): number {
  // One attribute at a time: a repetition over all of them would overflow the stack of a long tag.
  const attribute = /=\s*(?:"[^"]*"|'[^']*')|>/g
  attribute.lastIndex = from
  for (let match = attribute.exec(text); match !== null; match = attribute.exec(text))
    if (match[0] === '>') return attribute.lastIndex
  return text.length
}

const newlinesIn = (text: string): number => text.split('\n').length - 1
