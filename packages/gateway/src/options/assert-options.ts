/** What a program calls an option. In an object that was made of data, a name might be anything, and is not repeated. */
const OPTION_NAME = /^[A-Za-z_$][\w$]{0,63}$/

/** @throws TypeError unless `options` is an object with no other names than `names`: a slip must not switch a check off. */
export function assertOptions(options: object, names: readonly string[], path = 'options'): void {
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`"${path}" expected object, got ${options === null ? 'null' : typeof options}`)
  // With those of a prototype, which are read like its own.
  for (const name in options) {
    if (names.includes(name)) continue
    const got = OPTION_NAME.test(name) ? name : 'another name'
    throw new TypeError(`"${path}" expected one of ${names.join(', ')}, got ${got}`)
  }
}
