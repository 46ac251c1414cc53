interface Token {
  /** The mark itself, `"` for a string, `0` for a number or a word, anything else for what JSON does not know. */
  readonly kind: string
  readonly offset: number
}

/** Kinds that begin a value. */
const VALUE = '{["0'

/** Returns where a text stops being JSON (RFC 8259): the offset of the first misplaced token, or its length. */
export function findJsonFault(text: string): number {
  const open: string[] = []
  let wanted = VALUE
  for (const { kind, offset } of tokensOf(text)) {
    if (!wanted.includes(kind)) return offset
    // Where a string is wanted and no number, it is a name.
    const isName = kind === '"' && !wanted.includes('0')
    if (kind === '{' || kind === '[') open.push(kind)
    if (kind === '}' || kind === ']') open.pop()
    wanted = isName ? ':' : wantedAfter(kind, open.at(-1))
  }
  return text.length
}

function wantedAfter(kind: string, container: string | undefined): string {
  if (kind === ':') return VALUE
  if (kind === '{') return '"}'
  if (kind === '[') return `${VALUE}]`
  if (kind === ',') return container === '{' ? '"' : VALUE
  if (container === undefined) return ''
  return container === '{' ? ',}' : ',]'
}

function* tokensOf(text: string): Generator<Token> {
  const token =
    /[ \t\n\r]*([[\]{},:"]|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|[^ \t\n\r])/y
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [, found = '', literal] = match
    const end = found === '"' ? endOfString(text, token.lastIndex) : token.lastIndex
    const kind = literal === undefined ? found : '0'
    yield { kind: end === undefined ? '?' : kind, offset: token.lastIndex - found.length }
    token.lastIndex = end ?? text.length
  }
}

/** Returns where a string ends that was opened before `start`, or undefined for one that JSON does not allow. */
function endOfString(text: string, start: number): number | undefined {
  // A quote, a control character (below U+0020), or a backslash with what it escapes.
  const special = /"|[^ -\uffff]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})?/g
  special.lastIndex = start
  for (let match = special.exec(text); match !== null; match = special.exec(text)) {
    if (match[0] === '"') return special.lastIndex
    if (match[0].length === 1) return undefined
  }
  return undefined
}
