/** Returns a number with its noun, which takes an `s` when there is not one of it. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
