import { canonicalizeBody } from '@cordon/personas'
import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'

const unit = fc.oneof(
  fc.constantFrom(
    '\r',
    '\n',
    '\r\n',
    '\uFEFF',
    ' ',
    '\t',
    '\u0085',
    '\u2028',
    '\u3000',
    'e',
    '\u0301',
    '\u0323',
    '\u200b',
  ),
  fc.string({ unit: 'binary', maxLength: 2 }),
)
const text = fc.array(unit, { maxLength: 40 }).map((parts) => parts.join(''))

test.prop([text])('PER-005 is total and idempotent', (input) => {
  const once = canonicalizeBody(input)
  expect(canonicalizeBody(once)).toBe(once)
})

test.prop([text])(
  'PER-005 leaves no CR, no leading mark, no blank at a line end and one final LF',
  (input) => {
    const canonical = canonicalizeBody(input)
    expect(canonical).not.toMatch(/\r|^\uFEFF|(?!\n)\p{White_Space}\n|\n\n$/u)
    expect(canonical.endsWith('\n')).toBe(true)
    expect(canonical).toBe(canonical.normalize('NFC'))
  },
)

test.prop([text])('PER-005 does not depend on the line ends of the input', (input) => {
  const lf = input.replace(/\r\n?/g, '\n')
  expect(canonicalizeBody(lf.replace(/\n/g, '\r\n'))).toBe(canonicalizeBody(lf))
})
