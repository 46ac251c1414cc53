import { assertOneOf } from './assert-one-of.ts'
import { assertType } from './assert-type.ts'

/** What an option may be, in every function that has it; one that is not listed is judged by another check. */
const VALUES: ReadonlyMap<string, readonly unknown[]> = new Map<string, readonly unknown[]>([
  ['policy', ['standard', 'strict']],
  ['match', ['exact', 'fold']],
  ['quoteLines', [true, false]],
])

/** @throws TypeError unless `options` is an object of these names and their values: a slip must not switch a pass off. */
export function assertOptions(options: object, names: readonly string[]): void {
  assertType(options, 'object', 'options')
  for (const name in options) {
    assertOneOf(name, 'options', names)
    const value: unknown = options[name as never]
    const values = VALUES.get(name)
    if (values !== undefined && value !== undefined) assertOneOf(value, name, values)
  }
}
