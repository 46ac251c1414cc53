import { endorse, type TaintSource, taintOf, withTaint } from '@cordon/prompt'
import { fc, test as property } from '@fast-check/vitest'
import { expect, test } from 'vitest'

const mail: TaintSource = { id: 'm1', label: 'MAIL', source: 'imap' }
const page: TaintSource = { id: 'p1', label: 'PAGE', source: 'tool:fetch' }

test('PRO-050 taint is the union of the sources, each once, in order of first appearance', () => {
  const again = { ...mail, note: 'what else the record holds' }
  expect(taintOf([{ taint: [page, mail] }, {}, { taint: [again] }])).toEqual([page, mail])
  expect(taintOf([{ taint: [again] }])).toEqual([mail])
})

test('PRO-050 sources that differ in one field are different sources', () => {
  const other = { ...mail, source: 'upload' }
  expect(taintOf([{ taint: [mail, other] }])).toEqual([mail, other])
})

test.each([{ items: [] }, { items: [{}] }, { items: [{ taint: [] }] }])(
  'PRO-050 $items has no taint',
  ({ items }) => {
    expect(taintOf(items)).toEqual([])
  },
)

test('PRO-050 taint survives JSON', () => {
  const history = JSON.parse(JSON.stringify([{ role: 'tool', content: 'x', taint: [mail] }]))
  expect(taintOf(history)).toEqual([mail])
})

test.each([null, 'm1', {}, 7])('PRO-051 a damaged record (%j) is an error, not a clean message', (taint) => {
  expect(() => Reflect.apply(taintOf, undefined, [[{ taint }]])).toThrow(TypeError)
})

test('PRO-052 what a model writes carries the sources of what it read, and its own', () => {
  const answer = withTaint({ role: 'assistant', content: 'ok' }, [{ taint: [mail] }, { taint: [page] }])
  expect(answer).toEqual({ role: 'assistant', content: 'ok', taint: [mail, page] })
  const next = withTaint({ role: 'assistant', taint: [page] }, [answer])
  expect(next.taint).toEqual([page, mail])
  expect(withTaint({ content: 'ok' }, [{}]).taint).toEqual([])
})

test('PRO-053 only endorsing clears the sources, in a copy', () => {
  const message = { content: 'ok', taint: [mail] }
  expect(endorse(message)).toEqual({ content: 'ok', taint: [] })
  expect(message.taint).toEqual([mail])
  expect(taintOf([endorse(message)])).toEqual([])
})

const source = fc.record({
  id: fc.constantFrom('a', 'b'),
  label: fc.constantFrom('A', 'B'),
  source: fc.constantFrom('x', 'y'),
})
const items = fc.array(fc.record({ taint: fc.array(source) }))

property.prop([items, items])(
  'PRO-050 the union loses nothing, adds nothing and repeats nothing',
  (left, right) => {
    const union = taintOf([...left, ...right])
    const keys = (sources: readonly TaintSource[]) =>
      sources.map(({ id, label, source }) => `${id}${label}${source}`)
    expect(new Set(keys(union))).toEqual(new Set([...keys(taintOf(left)), ...keys(taintOf(right))]))
    expect(new Set(keys(union)).size).toBe(union.length)
    expect(taintOf([{ taint: union }])).toEqual(union)
  },
)
