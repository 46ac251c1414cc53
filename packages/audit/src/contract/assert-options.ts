/** @throws TypeError unless `options` is an object with no other names than `names`: a slip must not switch a check off. */
export function assertOptions(options: object, names: readonly string[]): void {
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`"options" expected object, got ${options === null ? 'null' : typeof options}`)
  if (Object.keys(options).some((name) => !names.includes(name)))
    throw new TypeError(`"options" expected ${names.join(', ')}, got another name`)
}

/** @throws TypeError unless the directory of a log is a string; RangeError when it is empty: that is the working directory. */
export function assertDirectory(directory: string): void {
  if (typeof directory !== 'string')
    throw new TypeError(`"directory" expected string, got ${typeof directory}`)
  if (directory === '') throw new RangeError('"directory" expected a path, got an empty string')
}

/** @throws TypeError unless what may end the work is an `AbortSignal`, or none. */
export function assertSignal(signal: AbortSignal | undefined): void {
  if (signal !== undefined && !(signal instanceof AbortSignal))
    throw new TypeError(`"signal" expected AbortSignal, got ${typeof signal}`)
}
