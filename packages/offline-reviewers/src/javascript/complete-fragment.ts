const closerOf: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' }

// Strings, templates, comments and brackets. A template that nothing closes goes to the end: else each of its escaped
// backticks would be tried as a beginning of its own.
const token =
  /\/\/.*|\/\*.*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*(?:`|$)|[()[\]{}]/g

// The expression above may read a line to its end from each of its tokens: such lines are nobody's hand-written code.
const longLine = /(?<![^\n])[^\n]{1000}/

/**
 * Returns candidates for a piece of code that begins and ends anywhere, completed on its first line and after its last,
 * so that its line numbers stay: as statements, as a function's body, a class's, an object's and a switch's.
 */
export function completeFragment(code: string): readonly string[] {
  if (longLine.test(code)) return []
  const { unmatched, closers } = missingBrackets(code)
  const complete = (block: string): string => `${unmatched.map(openerOf(block)).join('')}${code}\n${closers}`
  const body = complete('_ = async () => {')
  return [
    body,
    `_ = async () => {${body}}`,
    `class Fragment {${body}}`,
    `_ = {${body}}`,
    complete('_ = {'),
    `_ = async () => { switch (0) {${body}}}`,
  ]
}

/** A closer without an opener, and what follows it. */
interface Unmatched {
  readonly closer: string
  readonly after: string
}

function missingBrackets(code: string): { unmatched: readonly Unmatched[]; closers: string } {
  const open: string[] = []
  const unmatched: Unmatched[] = []
  for (const { 0: text, index } of code.matchAll(token)) {
    const closer = closerOf[text]
    if (closer !== undefined) open.push(closer)
    else if (open.at(-1) === text) open.pop()
    else if (open.length === 0 && ')]}'.includes(text)) {
      unmatched.unshift({ closer: text, after: code.slice(index + 1, index + 64) })
    }
  }
  return { unmatched, closers: open.reverse().join('') }
}

/** What must have stood before a closer; what follows a brace tells what it ended, and `block` is what else it may. */
const openerOf =
  (block: string) =>
  ({ closer, after }: Unmatched): string => {
    if (closer === ')') return 'call('
    if (closer === ']') return '['
    if (/^\s*else\b/.test(after)) return 'if (_) {'
    if (/^\s*(?:catch|finally)\b/.test(after)) return 'try {'
    return /^\s*[),]/.test(after) ? 'async () => {' : block
  }
