import { isMap, isScalar, type YAMLMap } from 'yaml'
import { collectFault } from '../contract/collect-fault.ts'
import { PersonaError } from '../contract/errors.ts'
import type { PersonaLlmHints } from '../contract/persona.ts'
import { quotePath } from '../contract/quote.ts'
import { schemaFault } from '../contract/schema-fault.ts'
import { composeFrontmatter } from './compose-frontmatter.ts'
import { describeNode } from './describe-node.ts'
import { FORBIDDEN_KEY, FRONTMATTER_KEYS, HINT_KEYS } from './frontmatter-keys.ts'
import { MAX_TOKENS_RANGE, TEMPERATURE_RANGE } from './limits.ts'
import type { ParsedHandle } from './parse-handle.ts'
import {
  type Field,
  type Fields,
  fieldFault,
  lineAt,
  type NodeSource,
  offsetOf,
  readFields,
} from './read-fields.ts'
import { readId, readNames, readNumber, readStrings, readVersion } from './read-values.ts'

export interface Frontmatter {
  /** Undefined when id or version has a fault. */
  readonly name: ParsedHandle | undefined
  readonly allowedTools: readonly string[]
  readonly traits: readonly string[]
  readonly llmHints: PersonaLlmHints
}

/**
 * Returns the frontmatter's five fields, checked on the document tree. What is wrong with a field goes into `faults`, and
 * the field is left out.
 *
 * @throws PersonaError when the text is no mapping.
 */
export function readFrontmatter(path: string, text: string, faults: PersonaError[]): Frontmatter {
  const { map, lineAt } = composeFrontmatter(path, text)
  const source = { path, lineAt, faults }
  const collect = <T>(read: () => T): T | undefined => collectFault(faults, read)
  // Before every other check of content: nothing may hide an attempt to have two prompts.
  collect(() => refuseForbiddenKey(source, map))
  const fields = readFields(source, map, FRONTMATTER_KEYS)
  const id = collect(() => readId(required(path, fields, 'id', 'id: harbour-clerk')))
  const version = collect(() => readVersion(required(path, fields, 'version', 'version: "1.0.0"')))
  const tools = 'a list of tool names, e.g. [search, draft_mail]'
  return {
    name: id === undefined || version === undefined ? undefined : { id, version },
    allowedTools: collect(() => readNames(fields.get('allowed_tools'), tools)) ?? [],
    traits: collect(() => readNames(fields.get('traits'), 'a list of words, e.g. [concise, calm]')) ?? [],
    llmHints: collect(() => readHints(fields.get('llm_hints'))) ?? {},
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

function required(path: string, fields: Fields, name: string, example: string): Field | undefined {
  if (fields.has(name)) return fields.get(name)
  throw schemaFault(path, 'missing_field', { field: name }, `found nothing; write it, e.g. ${example}`)
}

function readHints(field: Field | undefined): PersonaLlmHints {
  if (field === undefined) return {}
  if (!isMap(field.node)) {
    throw fieldFault(field, 'wrong_type', describeNode(field.node), 'a mapping, e.g. {temperature: 0.4}')
  }
  const fields = readFields(field.source, field.node, HINT_KEYS, `${field.name}.`)
  const collect = <T>(read: () => T): T | undefined => collectFault(field.source.faults, read)
  const temperature = collect(() => readNumber(fields.get('temperature'), TEMPERATURE_RANGE, 'any'))
  const maxTokens = collect(() => readNumber(fields.get('max_tokens'), MAX_TOKENS_RANGE, 'integer'))
  const stops = 'a list of strings, e.g. ["</report>"]'
  const stopSequences = collect(() => readStrings(fields.get('stop_sequences'), stops))
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(stopSequences === undefined ? {} : { stopSequences }),
  }
}
