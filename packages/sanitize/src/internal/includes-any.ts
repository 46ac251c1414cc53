/** Whether the text holds one of the units; each is `memchr` in V8, which beats a RegExp class many times over. */
export const includesAny = (text: string, units: string): boolean =>
  Array.from(units).some((unit) => text.includes(unit))
