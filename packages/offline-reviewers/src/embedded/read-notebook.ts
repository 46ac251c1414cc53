import type { ContentLine, EmbeddedCode } from './embedded-code.ts'

// A string need not end: one that was tried in vain would be tried again from each of its quotes.
const token = /"([^"\\\n]*(?:\\.[^"\\\n]*)*)"?(\s*:)?|[[\]\n]/g
// Commands of the notebook and of the shell are no Python.
const magic = /^\s*[%!].*/

/** Returns the sources of a Jupyter notebook's cells (nbformat 4), each line at the line of the file that it stands on. */
export function readNotebook(text: string): readonly EmbeddedCode[] {
  const found: EmbeddedCode[] = []
  let cell: ContentLine[] | undefined
  let inList = false
  let number = 1
  for (const { 0: match, 1: string, 2: colon } of text.matchAll(token)) {
    if (match === '\n') number += 1
    else if (match === '[') inList = true
    else if (match === ']') cell = undefined
    else if (colon !== undefined) {
      cell = decode(`"${string}"`) === 'source' ? [] : undefined
      inList = false
      number += colon.split('\n').length - 1
      if (cell !== undefined) found.push({ lines: cell })
    } else if (cell !== undefined) {
      for (const line of decode(match).replace(/\n$/, '').split('\n'))
        cell.push({ text: line.replace(magic, ''), number })
      if (!inList) cell = undefined
    }
  }
  return found
}

function decode(literal: string): string {
  try {
    return String(JSON.parse(literal))
  } catch {
    return ''
  }
}
