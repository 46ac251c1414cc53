import type { PythonNode, TextOf } from './python-tree.ts'

const nesting = new Set([
  'IfStatement',
  'ForStatement',
  'WhileStatement',
  'WithStatement',
  'TryStatement',
  'MatchStatement',
])
const exits = new Set([
  'ReturnStatement',
  'RaiseStatement',
  'YieldExpression',
  'YieldStatement',
  'AwaitExpression',
])
const exitCall = /^(?:sys\.exit|os\._exit|exit|quit)\(/
const maxDepth = 5

export interface BlockTracker {
  /** Returns whether the node is the first block of its branch that is nested too deeply. */
  enter(node: PythonNode): boolean
  /** Returns whether the node was a loop that nothing ends. */
  leave(node: PythonNode): boolean
}

interface Loop {
  readonly endless: boolean
  exits: boolean
}

/** Returns what follows a walk through the tree and knows, at each node, the blocks and loops of its function. */
export function trackBlocks(textOf: TextOf): BlockTracker {
  const functions: { depth: number; loops: Loop[] }[] = [{ depth: 0, loops: [] }]
  const current = () => functions.at(-1) ?? { depth: 0, loops: [] }

  return {
    enter(node) {
      const { loops } = current()
      if (node.name === 'FunctionDefinition') functions.push({ depth: 0, loops: [] })
      else if (node.name === 'BreakStatement') markExit(loops.slice(-1))
      else if (exits.has(node.name)) markExit(loops)
      else if (node.name === 'CallExpression' && loops.length > 0 && exitCall.test(textOf(node)))
        markExit(loops)
      // Within try, a loop may run until something raises: `while True: queue.get_nowait()`.
      if (isLoop(node)) loops.push({ endless: isEndless(node, textOf) && !isTried(node), exits: false })
      if (!nesting.has(node.name)) return false
      current().depth += 1
      return current().depth === maxDepth + 1
    },
    leave(node) {
      if (node.name === 'FunctionDefinition') functions.pop()
      if (nesting.has(node.name)) current().depth -= 1
      if (!isLoop(node)) return false
      const loop = current().loops.pop()
      return loop?.endless === true && !loop.exits
    },
  }
}

const isLoop = ({ name }: PythonNode): boolean => name === 'WhileStatement' || name === 'ForStatement'

/** Whether an exception that leaves the loop is caught in its own function. */
function isTried(node: PythonNode): boolean {
  let block = node.parent
  for (let level = 0; level < 64 && block !== null && block.name !== 'FunctionDefinition'; level += 1) {
    if (block.name === 'Body' && block.prevSibling?.name === 'try') return true
    block = block.parent
  }
  return false
}

const isEndless = (node: PythonNode, textOf: TextOf): boolean =>
  node.name === 'WhileStatement' && /^(?:True|1)$/.test(textOf(node.firstChild?.nextSibling ?? null))

function markExit(loops: readonly Loop[]): void {
  for (const loop of loops) loop.exits = true
}
