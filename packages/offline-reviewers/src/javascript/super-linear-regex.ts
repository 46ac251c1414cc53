import type { Rule } from 'eslint'
import { analyse, type Literal } from 'scslre'

type Node<T extends Rule.Node['type']> = Extract<Rule.Node, { type: T }>
type Call = Node<'CallExpression' | 'NewExpression'>

// Beyond this an expression is data, and its analysis takes longer than a reader would.
const maxSourceUnits = 4000

/** An ESLint rule that reports expressions in which two repetitions compete for the same text. */
export const superLinearRegex: Rule.RuleModule = {
  meta: { messages: { found: 'two repetitions can match the same text' } },
  create(context) {
    const check = (node: Node<'Literal'> | Call, expression: Literal) => {
      if (isSuperLinear(expression)) context.report({ node, messageId: 'found' })
    }
    const checkCall = (node: Call) => {
      const [source, flags] = node.arguments
      if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp' || source?.type !== 'Literal')
        return
      if (typeof source.value !== 'string') return
      const given = flags?.type === 'Literal' && typeof flags.value === 'string' ? flags.value : ''
      check(node, { source: source.value, flags: given })
    }
    return {
      Literal: (node) =>
        'regex' in node && check(node, { source: node.regex.pattern, flags: node.regex.flags }),
      CallExpression: checkCall,
      NewExpression: checkCall,
    }
  },
}

function isSuperLinear({ source, flags }: Literal): boolean {
  if (source.length > maxSourceUnits) return false
  try {
    return analyse({ source, flags }, { reportTypes: { Move: false } }).reports.length > 0
  } catch {
    // Not an expression that the analysis can read; `no-invalid-regexp` tells of those that no engine can.
    return false
  }
}
