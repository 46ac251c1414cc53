import type { RuleId } from '../rules/rule-catalog.ts'
import { checkCall } from './check-call.ts'
import { childrenOf, isBuiltText, type PythonNode, startsSql, type TextOf } from './python-tree.ts'

/** A broken rule, and the node that shows it. */
type Breach = readonly [RuleId, PythonNode]

type Check = (node: PythonNode, textOf: TextOf) => readonly Breach[]

/** What each kind of node is checked for, looking at itself, its children and its nearest ancestors only. */
export const nodeChecks: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['CallExpression', (node, textOf) => checkCall(node, textOf).map((rule) => [rule, node] as const)],
  ['TryStatement', checkHandlers],
  ['ParamList', checkParameters],
  ['BinaryExpression', checkBinary],
  [
    'FormatString',
    (node, textOf) => when('py/sql-text', node, isBuiltText(node, textOf) && startsSql(textOf(node))),
  ],
  [
    'ReturnStatement',
    (node) => [...checkFollower(node), ...when('py/return-in-finally', node, isInFinally(node))],
  ],
  ['RaiseStatement', checkFollower],
  ['BreakStatement', checkFollower],
  ['ContinueStatement', checkFollower],
  ['AssertStatement', checkAssertion],
  ['DictionaryExpression', checkKeys],
  ['ImportStatement', (node) => when('py/star-import', node, node.getChild('*') !== null)],
  ['ScopeStatement', (node) => when('py/global-statement', node, node.getChild('global') !== null)],
  ['AssignStatement', (node, textOf) => when('py/tls-off', node, switchesTlsOff(textOf(node)))],
])

const when = (rule: RuleId, node: PythonNode, broken: boolean): readonly Breach[] =>
  broken ? [[rule, node]] : []

const switchesTlsOff = (statement: string): boolean =>
  /^[\w.]{1,80}\.(?:check_hostname\s*=\s*False|verify_mode\s*=\s*ssl\.CERT_NONE|verify\s*=\s*False)\b/.test(
    statement,
  )

/** Narrow handlers may pass on purpose; one that catches everything and passes hides every bug of its block. */
function checkHandlers(node: PythonNode, textOf: TextOf): readonly Breach[] {
  const found: Breach[] = []
  let handler: PythonNode | undefined
  let caught = ''
  for (const child of childrenOf(node)) {
    if (child.name === 'except') {
      handler = child
      caught = ''
    } else if (child.name === 'finally' || child.name === 'else') handler = undefined
    else if (handler !== undefined && child.name === 'Body') {
      if (caught === '' && !reraises(child, textOf)) found.push(['py/bare-except', handler])
      if (/^(?:(?:Base)?Exception)?$/.test(caught) && onlyPasses(child))
        found.push([isExplained(child, textOf) ? 'py/explained-pass' : 'py/swallowed-error', handler])
    } else if (handler !== undefined && caught === '') caught = textOf(child)
  }
  return found
}

function onlyPasses(body: PythonNode): boolean {
  for (const statement of childrenOf(body)) {
    if (statement.name === 'PassStatement' || statement.name === ':' || statement.name === 'Comment') continue
    if (statement.name === 'ExpressionStatement' && statement.firstChild?.name === 'Ellipsis') continue
    return false
  }
  return true
}

/** Whether a handler says why it passes; a word to a tool is no reason. */
function isExplained(body: PythonNode, textOf: TextOf): boolean {
  for (const child of childrenOf(body))
    if (child.name === 'Comment' && !/^#+\s*(?:noqa|nosec|type:|pragma|pylint|$)/.test(textOf(child)))
      return true
  return false
}

/** A handler that cleans up and passes the exception on may catch all of them. */
function reraises(body: PythonNode, textOf: TextOf): boolean {
  let last = body.lastChild
  while (last?.name === 'Comment') last = last.prevSibling
  return last?.name === 'RaiseStatement' && textOf(last) === 'raise'
}

const freshContainers = new Set(['ArrayExpression', 'DictionaryExpression', 'SetExpression'])

function checkParameters(node: PythonNode, textOf: TextOf): readonly Breach[] {
  const found: Breach[] = []
  let parameters = 0
  let byPosition = true
  for (const child of childrenOf(node)) {
    // What follows * is passed by name, and what follows that is named at the call.
    if (child.name === '*' || child.name === '**') byPosition = false
    if (child.name === 'VariableName' && byPosition) parameters += 1
    if (child.prevSibling?.name !== 'AssignOp') continue
    if (child.name === 'VariableName' && byPosition) parameters -= 1
    if (freshContainers.has(child.name) || /^(?:list|dict|set)\(\)$/.test(textOf(child)))
      found.push(['py/mutable-default', child])
  }
  return parameters > 7 ? [...found, ['py/many-parameters', node]] : found
}

const literals = new Set(['String', 'Number', 'ArrayExpression', 'DictionaryExpression', 'TupleExpression'])
const names = new Set(['VariableName', 'MemberExpression'])

function checkBinary(node: PythonNode, textOf: TextOf): readonly Breach[] {
  const { firstChild: left, lastChild: right } = node
  if (left === null || right === null) return []
  const comparison = textOf(node.getChild('CompareOp'))
  const equality = comparison === '==' || comparison === '!='
  return [
    ...when('py/compare-none', node, equality && (left.name === 'None' || right.name === 'None')),
    ...when(
      'py/is-literal',
      node,
      node.getChild('is') !== null && (literals.has(left.name) || literals.has(right.name)),
    ),
    // x != x is how NaN is recognised.
    ...when(
      'py/self-compare',
      node,
      !['', '!='].includes(comparison) && names.has(left.name) && textOf(left) === textOf(right),
    ),
    ...when('py/sql-text', node, isBuiltText(node, textOf) && startsSql(textOf(node))),
  ]
}

/** The first statement that follows one that always leaves. */
function checkFollower(node: PythonNode): readonly Breach[] {
  let next = node.nextSibling
  while (next !== null && !/(?:Statement|Definition)$/.test(next.name)) next = next.nextSibling
  return next === null ? [] : [['py/unreachable', next]]
}

function isInFinally(node: PythonNode): boolean {
  let block: PythonNode | null = node
  for (let level = 0; level < 64 && block !== null && block.name !== 'FunctionDefinition'; level += 1) {
    if (block.name === 'Body' && block.prevSibling?.name === 'finally') return true
    block = block.parent
  }
  return false
}

function checkAssertion(node: PythonNode): readonly Breach[] {
  const condition = node.firstChild?.nextSibling
  return condition?.name === 'TupleExpression' && condition.firstChild?.name === '('
    ? [['py/assert-tuple', node]]
    : []
}

function checkKeys(node: PythonNode, textOf: TextOf): readonly Breach[] {
  const seen = new Set<string>()
  const found: Breach[] = []
  for (const child of childrenOf(node)) {
    if ((child.name !== 'String' && child.name !== 'Number') || child.nextSibling?.name !== ':') continue
    const key = child.name === 'String' ? textOf(child).replace(/^["']|["']$/g, '"') : textOf(child)
    if (seen.has(key)) found.push(['py/duplicate-key', child])
    seen.add(key)
  }
  return found
}
