import { parser } from '@lezer/python'
import type { Report } from '../rules/rule-catalog.ts'
import type { SourceContext } from '../source/source-context.ts'
import { nodeChecks } from './check-node.ts'
import { findUnusedImports } from './find-unused-imports.ts'
import { isParsable } from './is-parsable.ts'
import { type PythonNode, type TextOf, textReader } from './python-tree.ts'
import { indexLines, type SourceLines } from './source-lines.ts'
import { trackBlocks } from './track-blocks.ts'

const maxFunctionLines = 80

// The parser's tree is no longer proportionate.
const longLine = /(?<![^\n])[^\n]{65536,}/g

// Valid Python that the grammar does not know: a yield without a value, `1.`, parentheses after `with` and its `as`, and
// some patterns after `case`.
const parserGap = /\byield\s*(?:[)#]|$)|\d\.(?!\w)|^\s*(?:async\s+)?with\s*\(|\bas\s*\(|^\s*case\s/

/**
 * Reports what the syntax tree of a Python text shows, and returns whether all of it was parsed. The parser recovers
 * from errors: what it reads is checked.
 */
export function reviewPython(text: string, report: Report, context: SourceContext): boolean {
  const short = text.replace(longLine, '')
  if (short !== text) {
    report('code/unparsed', text.slice(0, text.search(longLine)).split('\n').length)
    reviewPython(short, report, context)
    return false
  }
  if (!isParsable(text)) {
    report('code/unparsed', 1)
    return false
  }
  const { part, path } = context
  // A form feed divides a module into pages and counts for nothing; the grammar stumbles over it.
  const source = (part ? dedent(text) : text).replaceAll('\f', '')
  const lines = indexLines(source)
  const textOf = textReader(source)
  const tree = parser.parse(source)
  const parsed = reviewTree(tree.topNode, { source, lines, textOf, part }, report)
  // What a package imports in its __init__.py is what it offers.
  if (part || path?.endsWith('__init__.py')) return parsed
  for (const { node, name } of findUnusedImports(tree.topNode, textOf)) {
    report('py/unused-import', lines.lineAt(node.from), `The name is ${name}.`)
  }
  return parsed
}

/** Reports what shows in a text that is Python but not called so, and returns whether it is. */
export function reviewDisguisedPython(content: string, report: Report): boolean {
  const text = content.replace(longLine, '')
  if (!isParsable(text)) return false
  let isPython = true
  parser
    .parse(text)
    .cursor()
    .iterate(({ node }) => {
      if (node.type.isError && !parserGap.test(lineTextAt(text, node.from))) isPython = false
      return isPython
    })
  if (isPython) reviewPython(text, report, { path: undefined, part: true })
  return isPython
}

interface Reading {
  readonly source: string
  readonly lines: SourceLines
  readonly textOf: TextOf
  readonly part: boolean
}

function reviewTree(top: PythonNode, { source, lines, textOf, part }: Reading, report: Report): boolean {
  const blocks = trackBlocks(textOf)
  const end = source.trimEnd().length
  let syntaxJudged = part
  let parsed = true
  top.cursor().iterate(
    ({ node }) => {
      const line = lines.lineAt(node.from)
      if (node.type.isError) parsed = false
      if (node.type.isError && !syntaxJudged) {
        syntaxJudged = true
        if (!parserGap.test(lineTextAt(source, node.from))) report('py/syntax', line)
      }
      for (const [rule, { from }] of nodeChecks.get(node.name)?.(node, textOf) ?? []) {
        report(rule, lines.lineAt(from))
      }
      if (blocks.enter(node)) report('py/deep-nesting', line)
      if (node.name !== 'FunctionDefinition') return
      if (lines.codeLinesBetween(node.from, node.to - 1) > maxFunctionLines) report('py/long-function', line)
    },
    ({ node }) => {
      // The end of a part may cut a loop before its exit.
      const cut = part && node.to >= end
      if (blocks.leave(node) && !cut) report('py/endless-loop', lines.lineAt(node.from))
    },
  )
  return parsed || part
}

function lineTextAt(source: string, offset: number): string {
  const start = source.lastIndexOf('\n', offset - 1) + 1
  const end = source.indexOf('\n', offset)
  return source.slice(start, Math.min(end < 0 ? source.length : end, start + 500))
}

/** A hunk begins at some depth: without that depth the parser sees statements instead of a stray indentation. */
function dedent(text: string): string {
  const lines = text.split('\n')
  const depths = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/))
  const depth = depths.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY)
  if (depth === 0 || depth === Number.POSITIVE_INFINITY) return text
  return lines.map((line) => line.slice(depth)).join('\n')
}
