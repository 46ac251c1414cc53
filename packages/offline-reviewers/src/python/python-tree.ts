import type { parser } from '@lezer/python'

export type PythonNode = ReturnType<typeof parser.parse>['topNode']

/** The text of a node, its beginning if it is long: names and statements that rules look at are short. */
export type TextOf = (node: PythonNode | null) => string

const maxTextUnits = 2000

export const textReader =
  (source: string): TextOf =>
  (node) =>
    node === null ? '' : source.slice(node.from, Math.min(node.to, node.from + maxTextUnits))

export function* childrenOf(node: PythonNode): Generator<PythonNode> {
  for (let child = node.firstChild; child !== null; child = child.nextSibling) yield child
}

interface Argument {
  /** Of a keyword argument. */
  readonly name?: string
  readonly value: PythonNode
}

export interface Call {
  /** The callee as written, such as `subprocess.run`. */
  readonly name: string
  readonly arguments: readonly Argument[]
  /** `*a` or `**k` may hold any argument. */
  readonly open: boolean
}

// Calls with more are data.
const maxArguments = 64

export function readCall(node: PythonNode, textOf: TextOf): Call {
  const list = node.getChild('ArgList')
  const found: Argument[] = []
  let open = false
  let before: PythonNode | null = null
  let name: string | undefined
  for (const child of list === null ? [] : childrenOf(list)) {
    if (found.length === maxArguments) break
    if (child.name === 'AssignOp') {
      name = textOf(before)
      found.pop()
    } else if (child.name === '*' || child.name === '**') open = true
    else if (!['(', ')', ',', 'Comment'].includes(child.name)) {
      found.push(name === undefined ? { value: child } : { name, value: child })
      before = child
      name = undefined
    }
  }
  return { name: textOf(node.firstChild), arguments: found, open }
}

// In capitals or without any: "Select … from" is English.
const sqlStart =
  /^[rbfRBF]{0,2}(?:"""|'''|"|')\s*(?:(?:SELECT|select)\s[\s\S]*\s(?:FROM|from)|(?:INSERT\s+INTO|insert\s+into)|(?:UPDATE|update)\s[\s\S]*\s(?:SET|set)|(?:DELETE\s+FROM|delete\s+from))\s/

/** Returns whether a string node begins like an SQL statement. */
export const startsSql = (text: string): boolean => sqlStart.test(text)

/** Returns whether an expression puts values into a text: an f-string, `+` or `%` on a string, or `.format()`. */
export function isBuiltText(node: PythonNode, textOf: TextOf, levels = 16): boolean {
  if (levels === 0) return false
  switch (node.name) {
    case 'FormatString':
      return node.getChild('FormatReplacement') !== null
    case 'BinaryExpression': {
      const operator = textOf(node.getChild('ArithOp'))
      const { firstChild: left, lastChild: right } = node
      if ((operator !== '+' && operator !== '%') || left === null || right === null) return false
      return isString(left) !== isString(right) || isBuiltText(left, textOf, levels - 1)
    }
    case 'CallExpression':
      return /^[rbu]{0,2}["'][\s\S]*\.format$/.test(textOf(node.firstChild))
    case 'ParenthesizedExpression': {
      const inner = node.firstChild?.nextSibling
      return inner != null && isBuiltText(inner, textOf, levels - 1)
    }
    default:
      return false
  }
}

const isString = ({ name }: PythonNode): boolean =>
  name === 'String' || name === 'FormatString' || name === 'ContinuedString'
