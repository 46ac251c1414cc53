import { childrenOf, type PythonNode, type TextOf } from './python-tree.ts'

interface ImportedName {
  readonly name: string
  readonly node: PythonNode
}

/** Returns the names that top-level imports bind and nothing reads; none when the module says what it exports. */
export function findUnusedImports(module: PythonNode, textOf: TextOf): readonly ImportedName[] {
  const imported: ImportedName[] = []
  for (const statement of childrenOf(module)) {
    if (statement.name === 'ImportStatement') imported.push(...namesOf(statement, textOf))
  }
  if (imported.length === 0) return []
  const used = new Set<string>()
  const cursor = module.cursor()
  do {
    if (cursor.name === 'ImportStatement') cursor.lastChild()
    else if (cursor.name === 'VariableName') used.add(textOf(cursor.node))
    // An annotation may be a string.
    else if (cursor.name === 'String')
      for (const [word] of textOf(cursor.node).matchAll(/\w+/g)) used.add(word)
  } while (cursor.next())
  return used.has('__all__') ? [] : imported.filter(({ name }) => !used.has(name) && !/^__\w+__$/.test(name))
}

function namesOf(statement: PythonNode, textOf: TextOf): readonly ImportedName[] {
  const fromImport = statement.firstChild?.name === 'from'
  if (fromImport && textOf(statement).startsWith('from __future__')) return []
  const names: ImportedName[] = []
  let binds = !fromImport
  for (const node of childrenOf(statement)) {
    if (node.name === 'import' || node.name === ',') binds = true
    else if (node.name === 'as') {
      // `import x as x` is how a module re-exports.
      const original = names.pop()
      const alias = node.nextSibling
      binds = false
      if (alias !== null && textOf(alias) !== original?.name)
        names.push({ name: textOf(alias), node: statement })
    } else if (node.name === 'VariableName' && binds) {
      names.push({ name: textOf(node), node: statement })
      binds = false
    }
  }
  return names
}
