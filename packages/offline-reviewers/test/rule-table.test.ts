import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { formatRuleIndex, formatRuleTable } from '../scripts/format-rule-table.ts'
import { ruleCatalog } from '../src/rules/rule-catalog.ts'
import expected from './fixtures/expected.json' with { type: 'json' }

/** A formatter may align the columns. */
const cells = (text: string): string => text.replace(/ {2,}/g, ' ').replace(/-{3,}/g, '---')
const read = (name: string): string => cells(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'))

test('OFF-054 lists every rule in RULES.md and README.md as the code has it', () => {
  expect(read('RULES.md')).toContain(cells(formatRuleTable()))
  expect(read('README.md')).toContain(cells(formatRuleIndex()))
})

test('OFF-055 gives no two rules the same title, since equal titles merge across seats', () => {
  const titles = [...ruleCatalog.values()].map(({ title }) => title.toLowerCase())
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([])
})

test('OFF-056 proves every rule of its own with a fixture or a test', () => {
  const proved = new Set(
    expected
      .flatMap(({ findings }) => Object.values(findings).flat())
      .map((place) => place.split(' ').at(-1)),
  )
  const tests = ['review-content', 'spare-code', 'resist-hostile-input'].map((name) =>
    readFileSync(new URL(`./${name}.test.ts`, import.meta.url), 'utf8'),
  )
  const own = [...ruleCatalog.keys()].filter((id) => id.includes('/') && !id.startsWith('security/'))
  expect(own.filter((id) => !proved.has(id) && !tests.some((text) => text.includes(id)))).toEqual([])
})
