const UNPRINTABLE_UNITS = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|\p{Default_Ignorable_Code_Point}/gu

/** Returns `value` as indented JSON and a line feed, with what cannot be seen escaped, so that a terminal may show it. */
export function formatJson(value: unknown): string {
  const json = JSON.stringify(value, null, 2).replace(UNPRINTABLE_UNITS, (text) =>
    text === '\n'
      ? text
      : Array.from({ length: text.length }, (_, index) => {
          return `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`
        }).join(''),
  )
  return `${json}\n`
}
