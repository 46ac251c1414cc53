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
