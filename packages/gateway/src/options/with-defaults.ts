/** Returns what is given, and the defaults for the rest. Not a spread: what was checked may stand in a prototype. */
export function withDefaults<T extends object>(defaults: T, given: Partial<T> = {}): T {
  const all = { ...defaults }
  for (const name in given) Object.assign(all, { [name]: given[name] })
  return all
}
