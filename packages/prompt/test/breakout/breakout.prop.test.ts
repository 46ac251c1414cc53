import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { fences } from './fences.ts'
import { findBreakout } from './find-breakout.ts'

const pieces = fc.constantFrom(
  '<',
  '/',
  '</',
  'untrusted',
  'UNTRUSTED',
  ' nonce="',
  '00000000000000000000000000000000',
  '">',
  '---',
  'BEGIN USER CONTEXT ',
  'END USER CONTEXT ',
  'MAIL_DATA_',
  'AAAAAAAA',
  '_START',
  '_END',
  '\n',
  '\r',
  '\u200B',
  '\u0338',
  '\uD800',
  '\uDC00',
  '$&',
)
const assembled = fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join(''))
const anything = fc.string({ unit: 'binary', maxLength: 200 })
const texts = fc.array(fc.oneof(assembled, anything), { minLength: 1, maxLength: 4 })

for (const fence of fences) {
  test.prop([texts], { numRuns: 300 })(`PRO-084 arbitrary texts stay inside ${fence.name}`, (contents) => {
    expect(findBreakout(fence, contents)).toBeUndefined()
    expect(findBreakout(fence, contents, { nextU128: () => 0n })).toBeUndefined()
  })
}
