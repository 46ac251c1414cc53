/** Returns the names of all fields of a type; the compiler refuses a list that lacks one, or has another. */
export function fieldsOf<T extends object>(
  fields: Readonly<Record<keyof T & string, true>>,
): readonly (keyof T & string)[] {
  return Object.keys(fields) as (keyof T & string)[]
}

/** @throws TypeError unless `value` is an object with no other names than `names`: a slip must not switch a limit off. */
export function assertNames(value: object, names: readonly string[], path: string): void {
  if (typeof value !== 'object' || value === null) {
    throw new TypeError(`"${path}" expected object, got ${value === null ? 'null' : typeof value}`)
  }
  if (Object.keys(value).some((name) => !names.includes(name))) {
    throw new TypeError(`"${path}" expected ${names.join(', ')}, got another name`)
  }
}

/** @throws RangeError unless `value` is one of `values`, or not given. */
export function assertOneOf(value: unknown, values: readonly string[], path: string): void {
  if (value !== undefined && !values.some((one) => one === value)) {
    throw new RangeError(`"${path}" expected ${values.join(', ')}, got another value`)
  }
}
