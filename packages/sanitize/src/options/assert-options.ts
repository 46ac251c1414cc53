/** What each option may be; nothing listed means that another check judges it. */
export type Allowed = ReadonlyMap<string, readonly unknown[]>

/** @throws TypeError unless `options` is an object of allowed names and values: a slip must not switch a pass off. */
export function assertOptions(options: object, allowed: Allowed): void {
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`"options" expected object, got ${options === null ? 'null' : typeof options}`)
  for (const name in options) {
    const values = allowed.get(name)
    if (values === undefined)
      throw new TypeError(`"options" expected ${[...allowed.keys()].join(', ')}, got another name`)
    const value: unknown = options[name as never]
    if (value !== undefined && values.length > 0 && !values.includes(value))
      throw new TypeError(`"${name}" expected one of ${values.join(', ')}, got another value`)
  }
}
