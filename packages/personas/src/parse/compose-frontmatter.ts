import { Composer, type Document, isMap, Lexer, LineCounter, Parser, Schema, type YAMLMap } from 'yaml'
import { PersonaError } from '../contract/errors.ts'
import { schemaFault } from '../contract/schema-fault.ts'
import { yamlFault } from './yaml-fault.ts'

/** Deepest nesting that is composed; a valid frontmatter needs five. The composer recurses, and a deep one ends the process. */
const MAX_DEPTH = 16

const OPTIONS = {
  version: '1.2',
  // One for all documents: making it costs as much as reading a line. Without known tags nothing adds to it.
  schema: new Schema({ schema: 'core', merge: false, resolveKnownTags: false }),
  // Looked for in the walk: here it compares every key with every other.
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: 'silent',
} as const

export interface ComposedFrontmatter {
  readonly map: YAMLMap
  /** Returns the line in the file of an offset in the frontmatter. */
  readonly lineAt: (offset: number) => number
}

/** Reads frontmatter as one YAML 1.2 core mapping, as a tree: nothing is resolved, merged or constructed. */
export function composeFrontmatter(path: string, text: string): ComposedFrontmatter {
  const lines = new LineCounter()
  const lineAt = (offset: number): number => lines.linePos(offset).line + 1
  const documents = composeSafely(path, text, lines)
  const document = documents[0]
  const error = document?.errors[0]
  if (document === undefined || documents.length > 1 || error !== undefined) {
    throw schemaFault(
      path,
      'yaml_syntax',
      { line: error === undefined ? undefined : lineAt(error.pos[0]) },
      error === undefined
        ? 'found more than one YAML document; write a single mapping'
        : `found broken YAML in column ${lines.linePos(error.pos[0]).col}: ${yamlFault(error.code)}`,
    )
  }
  if (!isMap(document.contents)) {
    const found = document.contents === null ? 'nothing' : 'something that is not a mapping'
    throw schemaFault(
      path,
      'not_a_mapping',
      { line: 2 },
      `found ${found} between the fences; write "key: value" lines`,
    )
  }
  return { map: document.contents, lineAt }
}

/** What an attacker may write must not end a process, whatever the library makes of it. */
function composeSafely(path: string, text: string, lines: LineCounter): Document.Parsed[] {
  try {
    return composeDocuments(path, text, lines)
  } catch (error) {
    if (error instanceof PersonaError) throw error
    throw schemaFault(
      path,
      'yaml_syntax',
      {},
      'found YAML that cannot be read; write plain "key: value" lines',
    )
  }
}

function composeDocuments(path: string, text: string, lines: LineCounter): Document.Parsed[] {
  const parser = new Parser(lines.addNewLine)
  const composer = new Composer(OPTIONS)
  const documents: Document.Parsed[] = []
  lines.addNewLine(0)
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) {
      if (token.type === 'directive') throw directiveFault(path, lines.linePos(token.offset).line + 1)
      documents.push(...composer.next(token))
    }
    if (parser.stack.length > MAX_DEPTH) {
      throw schemaFault(
        path,
        'wrong_type',
        { line: lines.linePos(parser.offset).line + 1 },
        'found nesting too deep',
      )
    }
  }
  for (const token of parser.end()) documents.push(...composer.next(token))
  documents.push(...composer.end(true, text.length))
  return documents
}

// Refused as a token: the composer warns of one that it does not know, and finds other fault with one without `---`.
function directiveFault(path: string, line: number): PersonaError {
  return schemaFault(path, 'directive_not_allowed', { line }, 'found a YAML directive; remove the % line')
}
