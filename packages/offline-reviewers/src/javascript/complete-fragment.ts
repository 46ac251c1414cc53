const closerOf: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' }

// Strings, templates, comments and brackets.
const token = /\/\/.*|\/\*.*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|[()[\]{}]/g

// The expression above may read a line to its end from each of its tokens: such lines are nobody's hand-written code.
const longLine = /[^\n]{1000}/

/**
 * Returns candidates for a piece of code that begins and ends anywhere, completed on its first line and after its last,
 * so that its line numbers stay: as statements, as a function's body, a class's, an object's and a switch's.
 */
export function completeFragment(code: string): readonly string[] {
  if (longLine.test(code)) return []
  const { openers, closers } = missingBrackets(code)
  const body = `${openers}${code}\n${closers}`
  return [
    body,
    `_ = async () => {${body}}`,
    `class Fragment {${body}}`,
    `_ = {${body}}`,
    `_ = async () => { switch (0) {${body}}}`,
  ]
}

function missingBrackets(code: string): { openers: string; closers: string } {
  const open: string[] = []
  let openers = ''
  for (const { 0: text, index } of code.matchAll(token)) {
    const closer = closerOf[text]
    if (closer !== undefined) open.push(closer)
    else if (open.at(-1) === text) open.pop()
    else if (open.length === 0) openers = openerFor(text, code.slice(index + 1, index + 64)) + openers
  }
  return { openers, closers: open.reverse().join('') }
}

/** What must have stood before an unmatched closer; what follows a brace tells what it ended. */
function openerFor(closer: string, after: string): string {
  if (closer === ')') return 'call('
  if (closer === ']') return '['
  if (closer !== '}') return ''
  if (/^\s*else\b/.test(after)) return 'if (_) {'
  if (/^\s*(?:catch|finally)\b/.test(after)) return 'try {'
  return /^\s*[),]/.test(after) ? 'async () => {' : '_ = async () => {'
}
