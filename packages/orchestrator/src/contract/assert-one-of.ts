/** @throws TypeError that names the argument unless `value` is one of `allowed`. */
export function assertOneOf(value: unknown, name: string, allowed: readonly unknown[]): void {
  if (!allowed.includes(value))
    throw new TypeError(`"${name}" expected one of ${allowed.join(', ')}, got another`)
}
