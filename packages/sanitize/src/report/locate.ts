import type { LoggedChange } from './change-log.ts'
import type { SanitizeChange } from './sanitize-report.ts'

/** Turns offsets into lines and columns; the changes come in the order of the text. */
export function locate(text: string, changes: readonly LoggedChange[]): readonly SanitizeChange[] {
  let line = 1
  let column = 1
  let at = 0
  return changes.map(({ offset, ...change }) => {
    while (at < offset) {
      const point = text.codePointAt(at) ?? 0
      const isBreak = point === 0x0a || (point === 0x0d && text.charCodeAt(at + 1) !== 0x0a)
      if (isBreak) line++
      column = isBreak ? 1 : column + 1
      at += point > 0xffff ? 2 : 1
    }
    return { ...change, line, column }
  })
}
