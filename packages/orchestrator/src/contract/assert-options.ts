/** @throws TypeError unless `options` is an object with no other names than `names`: a slip must not switch a check off. */
export function assertOptions(options: object, names: readonly string[], path = 'options'): void {
  const type = options === null ? 'null' : typeof options
  if (type !== 'object') throw new TypeError(`"${path}" expected object, got ${type}`)
  // With those of a prototype, which are read like its own.
  for (const name in options)
    if (!names.includes(name)) {
      // In an object that was made of data a name might be anything; what is no name of a program's is not repeated.
      const got = /^[\w$]{1,64}$/.test(name) ? name : 'another'
      throw new TypeError(`"${path}" expected one of ${names.join(', ')}, got ${got}`)
    }
}
