import { isScalar, isSeq } from 'yaml'
import { describeNode } from './describe-node.ts'
import { classifyVersion, isPersonaId, MAX_ID_LENGTH } from './parse-handle.ts'
import { type Field, fieldFault, offsetOf, refuseMarks } from './read-fields.ts'

/** Returns the field's id, or undefined without a field. `404`, `true` and `null` are YAML values of other types, and refused. */
export function readId(field: Field | undefined): string | undefined {
  if (field === undefined) return undefined
  const value = scalarOf(field)
  if (typeof value === 'string' && isPersonaId(value)) return value
  const found = describeNode(field.node)
  if (typeof value !== 'string') throw fieldFault(field, 'id_not_string', found, 'a kebab-case name')
  const rule = `lower-case ASCII letters, digits and single hyphens, a letter first, at most ${MAX_ID_LENGTH} in all`
  throw fieldFault(field, 'invalid_id', found, rule)
}

/** Returns the field's version, or undefined without a field. */
export function readVersion(field: Field | undefined): string | undefined {
  if (field === undefined) return undefined
  const value = scalarOf(field)
  const write = 'three parts in quotes, MAJOR.MINOR.PATCH, e.g. version: "1.10.0"'
  if (typeof value !== 'string')
    throw fieldFault(field, 'version_not_string', describeNode(field.node), write)
  const kind = classifyVersion(value)
  if (kind === 'plain') return value
  const parts = value.split('.').length
  const found =
    kind === 'pre-release'
      ? 'a pre-release or build part'
      : `a string of ${parts} part${parts > 1 ? 's' : ''}`
  throw fieldFault(field, 'invalid_semver', found, write)
}

/** Returns the field's number, or undefined without a field. */
export function readNumber(
  field: Field | undefined,
  { minimum, maximum }: { readonly minimum: number; readonly maximum: number },
  kind: 'any' | 'integer',
): number | undefined {
  if (field === undefined) return undefined
  const value = scalarOf(field)
  const write = `${kind === 'integer' ? 'a whole' : 'a'} number from ${minimum} to ${maximum}`
  if (typeof value !== 'number') throw fieldFault(field, 'wrong_type', describeNode(field.node), write)
  // The negated form also refuses NaN.
  if (!(value >= minimum && value <= maximum) || (kind === 'integer' && !Number.isInteger(value))) {
    throw fieldFault(field, 'out_of_range', 'a number outside the range', write)
  }
  return value
}

/** Blank, or a wildcard. Not `trim`, which leaves U+0085. */
const NO_NAME = /^[\p{White_Space}\ufeff]*$|\*/u

/** Returns the field's list of names: strings that are not blank and hold no wildcard. */
export function readNames(field: Field | undefined, write: string): readonly string[] | undefined {
  const names = readStrings(field, write)
  if (field !== undefined && names?.some((name) => NO_NAME.test(name))) {
    throw fieldFault(field, 'out_of_range', 'a blank entry or a wildcard', `${write}, each name in full`)
  }
  return names
}

/** Returns the field's list of non-empty strings, or undefined without a field. */
export function readStrings(field: Field | undefined, write: string): readonly string[] | undefined {
  if (field === undefined) return undefined
  if (!isSeq(field.node)) throw fieldFault(field, 'wrong_type', describeNode(field.node), write)
  return field.node.items.map((node) => {
    const entry = { ...field, offset: offsetOf(node) ?? field.offset, node }
    refuseMarks(entry)
    const value = scalarOf(entry)
    if (typeof value !== 'string') {
      throw fieldFault(
        entry,
        'wrong_type',
        `${describeNode(node)} in the list`,
        `${write}, in quotes where YAML needs them`,
      )
    }
    // YAML escapes can spell what strict UTF-8 cannot: NUL, and halves of a pair, which RFC 8785 has no form for.
    if (value === '' || value.includes('\0') || !value.isWellFormed()) {
      throw fieldFault(
        entry,
        'out_of_range',
        'an entry that is empty or holds NUL or a lone surrogate',
        write,
      )
    }
    return value
  })
}

function scalarOf({ node }: Field): unknown {
  return isScalar(node) ? node.value : undefined
}
