import { isMap, isScalar, type YAMLMap } from 'yaml'
import { PersonaError } from '../contract/errors.ts'
import type { PersonaLlmHints } from '../contract/persona.ts'
import { quotePath } from '../contract/quote.ts'
import { schemaFault } from '../contract/schema-fault.ts'
import { composeFrontmatter } from './compose-frontmatter.ts'
import { describeNode } from './describe-node.ts'
import { FORBIDDEN_KEY, FRONTMATTER_KEYS, HINT_KEYS } from './frontmatter-keys.ts'
import { MAX_TOKENS_RANGE, TEMPERATURE_RANGE } from './limits.ts'
import { type Field, fieldFault, lineAt, type NodeSource, offsetOf, readFields } from './read-fields.ts'
import { readId, readNames, readNumber, readStrings, readVersion } from './read-values.ts'

export interface Frontmatter {
  readonly id: string
  readonly version: string
  readonly allowedTools: readonly string[]
  readonly traits: readonly string[]
  readonly llmHints: PersonaLlmHints
}

/** Returns the frontmatter's five fields, checked on the document tree. Throws the first fault. */
export function readFrontmatter(path: string, text: string): Frontmatter {
  const { map, ...lines } = composeFrontmatter(path, text)
  const source = { path, ...lines }
  // Before every other check of content: nothing may hide an attempt to have two prompts.
  refuseForbiddenKey(source, map)
  const fields = readFields(source, map, FRONTMATTER_KEYS)
  return {
    id: readId(required(path, fields, 'id', 'id: harbour-clerk')),
    version: readVersion(required(path, fields, 'version', 'version: "1.0.0"')),
    allowedTools:
      readNames(fields.get('allowed_tools'), 'a list of tool names, e.g. [search, draft_mail]') ?? [],
    traits: readNames(fields.get('traits'), 'a list of words, e.g. [concise, calm]') ?? [],
    llmHints: readHints(fields.get('llm_hints')),
  }
}

function refuseForbiddenKey(source: NodeSource, map: YAMLMap): void {
  const pair = map.items.find(({ key }) => isScalar(key) && key.value === FORBIDDEN_KEY)
  if (pair === undefined) return
  const { path } = source
  const line = lineAt(source, offsetOf(pair.key))
  throw new PersonaError(
    'ERR_PERSONA_FORBIDDEN_FIELD',
    `${quotePath(path)}:${line}: found ${FORBIDDEN_KEY}; remove it and write the prompt below the closing fence`,
    { path, line },
  )
}

function required(path: string, fields: ReadonlyMap<string, Field>, name: string, example: string): Field {
  const field = fields.get(name)
  if (field !== undefined) return field
  throw schemaFault(path, 'missing_field', { field: name }, `found nothing; write it, e.g. ${example}`)
}

function readHints(field: Field | undefined): PersonaLlmHints {
  if (field === undefined) return {}
  if (!isMap(field.node)) {
    throw fieldFault(field, 'wrong_type', describeNode(field.node), 'a mapping, e.g. {temperature: 0.4}')
  }
  const fields = readFields(field.source, field.node, HINT_KEYS, `${field.name}.`)
  const temperature = readNumber(fields.get('temperature'), TEMPERATURE_RANGE, 'any')
  const maxTokens = readNumber(fields.get('max_tokens'), MAX_TOKENS_RANGE, 'integer')
  const stopSequences = readStrings(fields.get('stop_sequences'), 'a list of strings, e.g. ["</report>"]')
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(stopSequences === undefined ? {} : { stopSequences }),
  }
}
