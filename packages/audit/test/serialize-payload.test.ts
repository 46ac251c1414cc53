import { AuditError, openAudit } from '@cordon/audit'
import canonicalize from 'canonicalize'
import { expect, test } from 'vitest'
import { makeDirectory, readFiles } from './make-directory.ts'
import vectors from './vectors/rfc8785.json' with { type: 'json' }

/** Appends a payload and returns the text that stands for it in the row. */
async function written(payload: unknown): Promise<string | undefined> {
  const directory = makeDirectory()
  await using log = await openAudit(directory)
  await log.append('n', payload)
  const line = readFiles(directory)['main-1.jsonl']?.toString().split('\n')[1]
  return line?.slice(line.indexOf('"payload":') + '"payload":'.length, line.lastIndexOf(',"prev":"'))
}

function double(ieee: string): number {
  return Buffer.from(ieee, 'hex').readDoubleBE()
}

const numbers = vectors.numbers.filter(({ expected }) => expected !== undefined)
const refused = vectors.numbers.filter((vector) => vector.refused !== undefined)

test.each(vectors.texts)('AUD-011 writes the canonical form: $title', async ({ input, expected }) => {
  expect(canonicalize(JSON.parse(input))).toBe(expected)
  expect(await written(JSON.parse(input))).toBe(expected)
})

test('AUD-011 writes the numbers of RFC 8785, appendix B', async () => {
  const list = numbers.map(({ ieee }) => double(ieee))
  const expected = `[${numbers.map((vector) => vector.expected).join(',')}]`
  expect(canonicalize(list)).toBe(expected)
  expect(await written(list)).toBe(expected)
})

test.each([
  ['true', true, 'true'],
  ['the empty string', '', '""'],
  ['an empty list', [], '[]'],
  ['an object without a prototype', Object.assign(Object.create(null), { b: 1, a: 2 }), '{"a":2,"b":1}'],
  ['names that look like indexes', { b: 1, 10: 2, 9: 3, '01': 4, a: 5 }, '{"01":4,"10":2,"9":3,"a":5,"b":1}'],
  ['names that begin with the last digit', { 91: 1, 900: 2 }, '{"900":2,"91":1}'],
  ['the name __proto__', JSON.parse('{"b":1,"__proto__":{"x":1}}'), '{"__proto__":{"x":1},"b":1}'],
  ['the name toJSON', { toJSON: 'x' }, '{"toJSON":"x"}'],
  ['one object in two places', [[[1]], [[1]]].fill([[2]]), '[[[2]],[[2]]]'],
  ['a bigint', { n: 2n ** 64n }, '{"n":"18446744073709551616"}'],
  ['the largest integer', -Number.MAX_SAFE_INTEGER, '-9007199254740991'],
])('AUD-012 writes %s', async (_title, payload, expected) => {
  expect(await written(payload)).toBe(expected)
})

const cycle: unknown[] = []
cycle.push({ cycle })
const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))
class Point {
  readonly x = 1
}

test.each<[string, unknown]>([
  ...refused.map((vector): [string, unknown] => [`the number ${vector.refused}`, double(vector.ieee)]),
  ['minus infinity', { a: [Number.NEGATIVE_INFINITY] }],
  ['undefined', undefined],
  ['undefined in an object', { a: undefined }],
  ['undefined in a list', [undefined]],
  ['a hole in a list', Object.assign(Array(3), { 0: 1, 2: 1 })],
  ['a function', () => 1],
  ['a method', { toJSON: () => 1 }],
  ['a symbol', { a: Symbol('a') }],
  ['a symbol as a name', { [Symbol('a')]: 1 }],
  ['a cycle', cycle],
  ['65 levels', nested(65)],
  ['a lone high surrogate', 'a\ud800'],
  ['a lone low surrogate in a name', { '\udc00': 1 }],
  ['a date', new Date(0)],
  ['a map', new Map([[1, 2]])],
  ['an instance', { point: new Point() }],
  ['a buffer', Buffer.from('a')],
  ['a boxed string', Object('a')],
  [
    'a getter that throws',
    {
      get a(): never {
        throw new Error('getter')
      },
    },
  ],
])('AUD-013 refuses %s and writes no row', async (_title, payload) => {
  const directory = makeDirectory()
  await using log = await openAudit(directory)
  const before = readFiles(directory)
  await expect(log.append('n', payload)).rejects.toMatchObject({ code: 'ERR_AUDIT_PAYLOAD' })
  expect(readFiles(directory)).toEqual(before)
  expect((await log.append('n', 'next')).seq).toBe(2)
})

test.each<[string, unknown, unknown]>([
  ['a string', 'x'.repeat(65_534), 'x'.repeat(65_535)],
  ['a string of two-byte characters', 'é'.repeat(32_767), 'é'.repeat(32_768)],
  ['a string of three-byte characters', '漢'.repeat(21_844), '漢'.repeat(21_845)],
  ['a string of escapes', '\u0000'.repeat(10_922), '\u0000'.repeat(10_923)],
  ['a list', Array(32_767).fill(1), Array(32_768).fill(1)],
  ['an object', { a: 'x'.repeat(65_528) }, { a: 'x'.repeat(65_529) }],
])('AUD-014 takes %s of 65,536 bytes and refuses one more', async (_title, largest, tooLarge) => {
  await using log = await openAudit(makeDirectory())
  expect((await log.append('n', largest)).seq).toBe(2)
  await expect(log.append('n', tooLarge)).rejects.toMatchObject({ code: 'ERR_AUDIT_PAYLOAD_TOO_LARGE' })
})

test('AUD-014 stops reading a payload once it is too large', async () => {
  await using log = await openAudit(makeDirectory())
  const leaf = Array(1000).fill(0)
  const branch = Array(1000).fill(leaf)
  const payload = Array(1000).fill(branch)
  await expect(log.append('n', payload)).rejects.toMatchObject({ code: 'ERR_AUDIT_PAYLOAD_TOO_LARGE' })
})

test('AUD-014 reads a list by its length, not by an iterator that never ends', async () => {
  const endless = Object.assign([1, 2], {
    *[Symbol.iterator]() {
      for (;;) yield 'other'
    },
  })
  expect(await written(endless)).toBe('[1,2]')
})

test('AUD-014 refuses an integer of a million digits before it writes them out', async () => {
  await using log = await openAudit(makeDirectory())
  const appended = log.append('n', 2n ** 4_000_000n)
  await expect(appended).rejects.toMatchObject({ code: 'ERR_AUDIT_PAYLOAD_TOO_LARGE' })
})

test('AUD-014 takes 64 levels', async () => {
  expect(await written(nested(64))).toBe('['.repeat(64) + ']'.repeat(64))
})

test.each([
  ['a', true],
  ['ai.persona_loaded', true],
  ['a1._.9', true],
  ['a'.repeat(128), true],
  ['a'.repeat(129), false],
  ['', false],
  ['A', false],
  ['1a', false],
  ['a.', false],
  ['.a', false],
  ['a..b', false],
  ['a-b', false],
  ['a\n', false],
  ['ä', false],
  ['chain.segment', false],
  ['chain.anything', false],
  ['chained', true],
  [7 as never, false],
  [undefined as never, false],
])('AUD-015 the kind %j is taken: %s', async (kind, taken) => {
  await using log = await openAudit(makeDirectory())
  const appended = log.append(kind, null)
  if (taken) expect((await appended).seq).toBe(2)
  else await expect(appended).rejects.toMatchObject({ name: 'AuditError', code: 'ERR_AUDIT_KIND' })
})

test('AUD-016 no error says what the payload or the kind was', async () => {
  await using log = await openAudit(makeDirectory())
  const mark = 'SECRET'
  const bad = [`${mark}\ud800`, { [mark]: Number.NaN }, mark.repeat(20_000), { [mark]: undefined }]
  const failures = [
    ...bad.map((payload) => log.append('n', payload)),
    log.append(mark, 1),
    log.append(`chain.${mark}`, 1),
  ]
  for (const failure of failures) {
    const error: unknown = await failure.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Error)
    expect(JSON.stringify([String(error), (error as Error).stack, (error as Error).cause])).not.toContain(
      mark,
    )
  }
})

const revoked = Proxy.revocable({}, {})
revoked.revoke()

test.each<[string, unknown, string]>([
  ['the payload itself', Number.NaN, 'holds NaN or an infinity'],
  ['a member', { b: 1, a: undefined }, 'holds a value of type undefined (member 2)'],
  ['an item', [0, [1, 2, '\ud800']], 'holds a lone surrogate (item 2, item 3)'],
  ['a name', { z: 1, a: [{ '\ud800': 1 }] }, 'holds a lone surrogate (member 2, item 1, member 1)'],
  ['a hole', [Object.assign(Array(3), { 0: 1, 2: 1 })], 'holds a value of type undefined (item 1, item 2)'],
  ['an instance', { at: [new Date(0)] }, 'holds an object with a class (member 1, item 1)'],
  ['a symbol as a name', { a: { [Symbol('a')]: 1 } }, 'holds a symbol as a key (member 1)'],
  [
    'a getter',
    {
      a: 1,
      get b(): never {
        throw new AuditError('ERR_AUDIT_CLOSED', 'SECRET')
      },
    },
    'could not be read (member 2)',
  ],
  ['a proxy that is revoked', { a: [revoked.proxy] }, 'could not be read (member 1, item 1)'],
  [
    'a cycle',
    { cycle },
    `holds a cycle or is nested deeper than 64 (member 1, ${'item 1, member 1, '.repeat(3)}item 1, … 64 levels down)`,
  ],
])('AUD-212 the error tells where %s stands', async (_title, payload, reason) => {
  await using log = await openAudit(makeDirectory())
  await expect(log.append('n', payload)).rejects.toMatchObject({
    code: 'ERR_AUDIT_PAYLOAD',
    message: `the payload ${reason}`,
  })
})

test('AUD-213 a list whose length is no number takes nothing past the limit', async () => {
  await using log = await openAudit(makeDirectory())
  const get = (list: object, key: string): unknown => (key === 'length' ? Number.NaN : Reflect.get(list, key))
  const appended = log.append('n', [new Proxy([], { get }), 'x'])
  await expect(appended).rejects.toMatchObject({ code: 'ERR_AUDIT_PAYLOAD_TOO_LARGE' })
})
