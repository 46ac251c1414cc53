import { type EmbeddedCode, linesOf } from './embedded-code.ts'

/** Returns the contents of a page's script elements; one that nothing closes goes to the end. */
export function findScripts(text: string): readonly EmbeddedCode[] {
  const found: EmbeddedCode[] = []
  let start: number | undefined
  let line = 1
  let counted = 0
  const tags = text.matchAll(/<script\b(?:[^>=]+|=\s*(?:"[^"]*"|'[^']*')?)*>?|<\/script\b/gi)
  for (const { 0: match, index } of [...tags, { 0: '</script', index: text.length }]) {
    const closes = match.startsWith('</')
    if (start !== undefined && closes) {
      line += newlinesIn(text.slice(counted, start))
      counted = start
      found.push({ lines: linesOf(text.slice(start, index), line), language: 'js' })
      start = undefined
    } else if (!closes) start ??= index + match.length
  }
  return found
}

const newlinesIn = (text: string): number => text.split('\n').length - 1
