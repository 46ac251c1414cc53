import { z } from 'zod'

type Issue = z.core.$ZodRawIssue

/** The schema language's names of types, as the configuration's reference has them. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['int', 'integer'],
  ['number', 'integer'],
  ['array', 'list'],
  ['record', 'object'],
])

/** Returns what is wrong with a value of a configuration and what is expected in its place. The value is not quoted. */
export function describeIssue(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return describeType([issue.expected], issue)
    case 'invalid_union':
      return describeType(
        issue.errors.flatMap(([first]) => (first?.code === 'invalid_type' ? [first.expected] : [])),
        issue,
      )
    case 'invalid_value':
      return describeValue(issue.values.join(', '), issue.input)
    case 'invalid_format':
      return describeValue('http://… or https://…', issue.input)
    case 'too_small':
    case 'too_big':
      return describeSize(issue)
    case 'unrecognized_keys':
      return `has the unknown ${listOf(issue.keys)}; known are ${knownFields(issue).join(', ')}`
    case 'invalid_key':
      return 'has a field without a name; give it one'
    default:
      return 'expected another value'
  }
}

function describeType(types: readonly string[], { input, path }: Issue): string {
  const expected = types.map((type) => TYPES.get(type) ?? type).join(' or ')
  if (input === undefined) return `is missing; expected ${expected}`
  if (input === null) {
    return path?.length
      ? `expected ${expected}, got nothing; write a value, or leave the field out`
      : 'is empty; write at least personas, audit and upstreams'
  }
  const isBare = typeof input === 'number' || typeof input === 'boolean'
  return `expected ${expected}, got ${typeOf(input)}${expected === 'string' && isBare ? '; put it in quotes' : ''}`
}

function describeValue(expected: string, input: unknown): string {
  return `expected ${expected}, got ${typeof input === 'string' ? 'another string' : typeOf(input)}`
}

function describeSize(issue: Extract<Issue, { code: 'too_small' | 'too_big' }>): string {
  // Of texts and lists, the schema asks no more than that they hold something.
  if (issue.origin === 'string') return 'expected string that is not empty, got an empty one'
  if (issue.origin === 'array') return 'expected at least one entry, got an empty list'
  return issue.code === 'too_small'
    ? `expected integer of at least ${issue.minimum}, got a smaller one`
    : `expected integer of at most ${issue.maximum}, got a greater one`
}

function typeOf(input: unknown): string {
  if (input === null) return 'nothing'
  if (Array.isArray(input)) return 'list'
  return typeof input === 'number' && !Number.isInteger(input) ? 'fraction' : typeof input
}

/** A name may be anything, a secret in the wrong place too: those have digits or are long. Only a short word is repeated. */
function listOf(keys: readonly string[]): string {
  const names = keys.map((key) => (/^[A-Za-z]{1,24}$/.test(key) ? `"${key}"` : `of ${key.length} characters`))
  return `${keys.length === 1 ? 'field' : 'fields'} ${names.join(', ')}`
}

function knownFields({ inst }: Issue): string[] {
  return inst instanceof z.ZodObject ? Object.keys(inst.shape) : []
}
