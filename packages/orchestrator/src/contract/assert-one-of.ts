/** @throws TypeError unless `value` is one of `allowed`. */
export function assertOneOf(name: string, value: unknown, allowed: readonly unknown[]): void {
  if (!allowed.includes(value)) {
    throw new TypeError(`"${name}" expected one of ${allowed.join(', ')}, got another value`)
  }
}
