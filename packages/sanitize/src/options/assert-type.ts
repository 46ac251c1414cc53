/** What `typeof` answers, and what TypeScript makes of it. */
interface Types {
  string: string
  object: object
}

/** Throws a TypeError that names the argument unless `value` is of `type`; null is no object here. */
export function assertType<Type extends keyof Types>(
  value: unknown,
  type: Type,
  name: string,
): asserts value is Types[Type] {
  const actual = value === null ? 'null' : typeof value
  if (actual !== type) throw new TypeError(`"${name}" expected ${type}, got ${actual}`)
}
