/** Returns the names of all fields of a type; the compiler refuses a list that lacks one, or has another. */
export function fieldsOf<T extends object>(
  fields: Readonly<Record<keyof T & string, true>>,
): readonly (keyof T & string)[] {
  return Object.keys(fields) as (keyof T & string)[]
}

/** @throws RangeError unless `value` is one of `values`, or not given. */
export function assertOneOf(value: unknown, values: readonly string[], path: string): void {
  if (value !== undefined && !values.some((one) => one === value)) {
    throw new RangeError(`"${path}" expected ${values.join(', ')}, got another value`)
  }
}
