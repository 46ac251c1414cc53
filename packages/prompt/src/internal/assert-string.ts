/** Throws a TypeError that names the argument unless `value` is a string. */
export function assertString(value: unknown, name: string): asserts value is string {
  if (typeof value !== 'string') throw new TypeError(`"${name}" expected string, got ${typeof value}`)
}
