import { assertOptions } from './assert-options.ts'

/** Beyond it, a timer of the platform fires at once. */
const MAX_INT32 = 2_147_483_647

/**
 * @throws TypeError for a name that is not one of `names`, RangeError for a value that is not an integer 1..2,147,483,647.
 */
export function assertPositiveInt32s(given: object, names: readonly string[], path: string): void {
  assertOptions(given, names, path)
  for (const name in given) {
    const value: number = given[name as never]
    if (!Number.isInteger(value) || value < 1 || value > MAX_INT32) {
      throw new RangeError(`"${path}.${name}" expected integer 1..${MAX_INT32}`)
    }
  }
}
