/** @throws TypeError unless `options` is an object with no other names than `names`: a slip must not switch a check off. */
export function assertOptions(options: object, names: readonly string[]): void {
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`"options" expected object, got ${options === null ? 'null' : typeof options}`)
  if (Object.keys(options).some((name) => !names.includes(name)))
    throw new TypeError(`"options" expected ${names.join(', ')}, got another name`)
}
