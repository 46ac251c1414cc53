import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { formatJson } from '../src/terminal/format-json.ts'
import { printable } from '../src/terminal/printable.ts'

const anyText = fc.string({ unit: 'binary' })
const seen = /^(?:[\t\n]|(?![\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]).)*$/v

test.prop([anyText])('CLI-004 printable text holds nothing that a terminal hides or obeys', (text) => {
  expect(printable(text)).toMatch(seen)
})

test.prop([anyText])(
  'CLI-004 JSON holds nothing that a terminal hides or obeys, and means the same',
  (text) => {
    const json = formatJson({ [text]: [text] })
    expect(json).toMatch(seen)
    expect(JSON.parse(json)).toEqual({ [text]: [text] })
  },
)
