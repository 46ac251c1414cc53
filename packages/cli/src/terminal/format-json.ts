/** Returns `value` as indented JSON and a line feed, with what cannot be seen escaped, so that a terminal may show it. */
export function formatJson(value: unknown): string {
  const unprintable = /(?!\n)[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/gv
  return `${JSON.stringify(value, null, 2).replace(unprintable, escapeUnits)}\n`
}

function escapeUnits(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
