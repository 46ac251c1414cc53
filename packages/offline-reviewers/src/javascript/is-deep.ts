import type { SourceCode } from 'eslint'

// Far above hand-written code: a sum of so many terms. Some rules take the square of it.
const maxDepth = 500

/** Returns whether a syntax tree is deeper than 500 nodes; walked level by level, since recursion would be as deep. */
export function isDeep({ ast, visitorKeys }: SourceCode): boolean {
  let level: readonly object[] = [ast]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true
    level = level.flatMap((node) => childrenOf(node, visitorKeys))
  }
  return false
}

function childrenOf(node: object, visitorKeys: SourceCode['visitorKeys']): readonly object[] {
  const fields: Readonly<Record<string, unknown>> = { ...node }
  return (visitorKeys[String(fields['type'])] ?? [])
    .flatMap((key) => fields[key])
    .filter((child) => typeof child === 'object' && child !== null)
}
