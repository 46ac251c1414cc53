import { assertType } from './assert-type.ts'

const labelPattern = /^[A-Z][A-Z0-9_]{0,31}$/

/** Throws unless `label` is of the closed alphabet. A file name or a line break in a label could forge a marker. */
export function assertLabel(label: unknown): void {
  assertType(label, 'string', 'label')
  if (!labelPattern.test(label)) {
    throw new RangeError(`"label" expected ${labelPattern.source}, got ${label.length} other code units`)
  }
}
