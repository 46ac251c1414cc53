/** Whether the text holds one of the units; each is `memchr` in V8, which beats a RegExp class many times over. */
export function includesAny(text: string, units: string): boolean {
  for (let i = 0; i < units.length; i++) if (text.includes(units.charAt(i))) return true
  return false
}
