/** @throws TypeError when the argument `name` is not a string; its value is not told. */
export function requireText(name: string, value: unknown): asserts value is string {
  if (typeof value !== 'string') throw new TypeError(`"${name}" expected string, got ${typeof value}`)
}
