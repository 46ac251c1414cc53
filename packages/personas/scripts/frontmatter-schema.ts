import type { FRONTMATTER_KEYS, HINT_KEYS } from '../src/parse/frontmatter-keys.ts'
import { MAX_TOKENS_RANGE, TEMPERATURE_RANGE } from '../src/parse/limits.ts'
import { ID_PATTERN, MAX_ID_LENGTH } from '../src/parse/parse-handle.ts'

const NAMES = { type: 'array', items: { type: 'string', pattern: '^[^*]*[^*\\s][^*]*$' } }

const hints: Readonly<Record<(typeof HINT_KEYS)[number], object>> = {
  temperature: {
    description: 'Sampling temperature; a value given by the caller wins.',
    type: 'number',
    ...TEMPERATURE_RANGE,
  },
  max_tokens: {
    description: 'Largest number of tokens in an answer; a value given by the caller wins.',
    type: 'integer',
    ...MAX_TOKENS_RANGE,
  },
  stop_sequences: {
    description: 'Strings that end an answer; a list given by the caller replaces this one.',
    type: 'array',
    items: { type: 'string', minLength: 1 },
  },
}

const fields: Readonly<Record<(typeof FRONTMATTER_KEYS)[number], object>> = {
  id: {
    description: 'Kebab-case name; with the version it is the handle and the name of the file.',
    type: 'string',
    pattern: ID_PATTERN.source,
    maxLength: MAX_ID_LENGTH,
  },
  version: {
    description: 'MAJOR.MINOR.PATCH, without pre-release or build part.',
    type: 'string',
    pattern: '^(?:0|[1-9][0-9]*)\\.(?:0|[1-9][0-9]*)\\.(?:0|[1-9][0-9]*)$',
  },
  allowed_tools: { description: 'Names of the tools this persona may use, each in full.', ...NAMES },
  traits: { description: 'Words for people and dashboards; no effect on the prompt.', ...NAMES },
  llm_hints: {
    description: 'Defaults for the model call.',
    type: 'object',
    additionalProperties: false,
    properties: hints,
  },
}

/** The JSON Schema (draft 2020-12) of a persona's frontmatter, for editors; the parser is the authority. */
export const frontmatterSchema: object = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Frontmatter of a persona',
  type: 'object',
  required: ['id', 'version'],
  additionalProperties: false,
  properties: fields,
}
