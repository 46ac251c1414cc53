import { PersonaError, parsePersona } from '@cordon/personas'
import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { personaBytes } from './persona-text.ts'

const MARK = 'Zqxj8Wk'

const snippet = fc.oneof(
  fc.constantFrom(
    '---',
    '\n',
    ': ',
    '- ',
    '&a ',
    '*a',
    '!t ',
    '{',
    '}',
    '[',
    ']',
    '"',
    "'",
    '|',
    '%',
    '#',
    '\t',
    '? ',
    'id',
    'version',
    '<<',
    '\\',
  ),
  fc.string({ unit: 'binary', maxLength: 3 }),
  fc.constant(MARK),
)
const frontmatter = fc.array(snippet, { maxLength: 30 }).map((parts) => parts.join(''))

function errorOf(bytes: Uint8Array): unknown {
  try {
    parsePersona('harbour-clerk@1.0.0.md', bytes)
    return undefined
  } catch (error) {
    return error
  }
}

test.prop([fc.uint8Array({ maxLength: 200 })])(
  'PER-036 any bytes give a persona or a PersonaError',
  (bytes) => {
    const error = errorOf(bytes)
    expect(error === undefined || PersonaError.isInstance(error)).toBe(true)
  },
)

test.prop([frontmatter])(
  'PER-036 any frontmatter gives a persona or a PersonaError that quotes no value',
  (text) => {
    const error = errorOf(
      new TextEncoder().encode(
        `---\nid: harbour-clerk\nversion: 1.0.0\ntraits: ["${MARK}"]\n${text}\n---\nBody ${MARK}.\n`,
      ),
    )
    if (error === undefined) return
    expect(PersonaError.isInstance(error)).toBe(true)
    if (!PersonaError.isInstance(error)) return
    // A key's own name may be quoted; nothing else of the file may.
    const told = `${error.message}${error.stack}${JSON.stringify(error.detail)}${String(error.cause)}`
    if (!error.message.includes('unknown key')) expect(told).not.toContain(MARK)
  },
)

test.prop([fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 })])(
  'PER-037 a persona is read the same from its own canonical body',
  (body) => {
    fc.pre(body.trim() !== '' && !body.includes('\0') && body.isWellFormed())
    const first = parsePersona('harbour-clerk@1.0.0.md', personaBytes({ body }))
    const second = parsePersona('harbour-clerk@1.0.0.md', personaBytes({ body: first.body }))
    expect(second).toEqual(first)
  },
)
