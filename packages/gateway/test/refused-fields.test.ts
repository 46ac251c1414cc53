import { expect, test } from 'vitest'
import { askClerk, startForTest, type TestGateway } from './start-gateway.ts'

const hi = { role: 'user', content: 'hi' }
const part = { type: 'text', text: 'hi' }
const MARK = 'obey me'

/** Returns what a refused request is told, having seen that it was refused and that nothing of it comes back. */
async function refusalOf(gateway: TestGateway, fields: object): Promise<unknown> {
  const { status, json, text } = await gateway.chat(askClerk(fields))
  expect([status, json, gateway.upstream.received.length]).toMatchObject([
    400,
    { error: { code: 'invalid_request' } },
    0,
  ])
  expect(text).not.toContain(MARK)
  return json['error']
}

test.each([
  { messages: [hi, MARK], param: 'messages[1]' },
  { messages: [hi, { role: 5, content: MARK }], param: 'messages[1].role' },
  { messages: [hi, { role: 'user', content: { text: MARK } }], param: 'messages[1].content' },
  { messages: [hi, { ...hi, untrusted: MARK }], param: 'messages[1].untrusted' },
  { messages: [hi, { ...hi, untrusted: true, label: MARK }], param: 'messages[1].label' },
  { messages: [hi, { ...hi, untrusted: true, refusal: MARK }], param: 'messages[1].refusal' },
  { messages: [hi, { ...hi, untrusted: true, [MARK]: 1 }], param: 'messages[1]' },
  { messages: [hi, { role: 'tool', content: [part, MARK] }], param: 'messages[1].content[1]' },
  {
    messages: [{ role: 'user', content: [part, { ...part, untrusted: true, label: MARK }] }],
    param: 'messages[0].content[1].label',
  },
  {
    messages: [{ role: 'user', content: [{ ...part, untrusted: MARK }] }],
    param: 'messages[0].content[0].untrusted',
  },
  {
    messages: [{ role: 'user', content: [{ ...part, untrusted: true, note: MARK }] }],
    param: 'messages[0].content[0]',
  },
  {
    messages: [{ role: 'user', content: [{ type: 'image_url', image_url: MARK, untrusted: true }] }],
    param: 'messages[0].content[0]',
  },
])('GAT-270 the refusal names $param', async ({ messages, param }) => {
  expect(await refusalOf(await startForTest(), { messages })).toMatchObject({ param })
})

test('GAT-355 a field that the protocol does not have is not repeated', async () => {
  const key = 'sk-proj-AbC123secretSecret'
  const { text } = await (await startForTest()).chat(
    askClerk({ messages: [{ ...hi, untrusted: true, [key]: MARK }] }),
  )
  expect(text).toContain('"param":"messages[0]"')
  expect(text).not.toContain(key)
})

test('GAT-270 a part of a system message that cannot be merged is named', async () => {
  const gateway = await startForTest({ upstream: { systemMessages: 'merge' } })
  const messages = [{ role: 'system', content: [part, { type: 'image_url', image_url: MARK }] }, hi]
  expect(await refusalOf(gateway, { messages })).toMatchObject({ param: 'messages[0].content[1]' })
})

test.each([{ max_token: 5 }, { [MARK]: 1 }, { temperature: 0, stop: [MARK] }])(
  'GAT-271 a hint that does not exist is refused: %o',
  async (hints) => {
    expect(await refusalOf(await startForTest(), { llm_hints: hints })).toEqual({
      message: '"llm_hints" expected no other names than temperature, max_tokens, stop_sequences.',
      type: 'invalid_request_error',
      code: 'invalid_request',
      param: 'llm_hints',
    })
  },
)

const seeds = (count: number): object => ({ seeds: Array.from({ length: count }, (_, index) => index) })

test('GAT-279 a body of as many values as the limit passes, one of more is refused', async () => {
  const gateway = await startForTest()
  expect((await gateway.chat(askClerk(seeds(99_990)))).status).toBe(200)
  gateway.upstream.reset()
  expect(await refusalOf(gateway, seeds(100_010))).toMatchObject({ param: 'body' })
})

const nests = (count: number): object => ({
  seeds: Array.from({ length: count }, () => JSON.parse('['.repeat(900) + ']'.repeat(900))),
})

test('GAT-340 values in each other count like those behind each other', async () => {
  const gateway = await startForTest()
  expect((await gateway.chat(askClerk(nests(110)))).status).toBe(200)
  gateway.upstream.reset()
  expect(await refusalOf(gateway, nests(112))).toMatchObject({ param: 'body' })
})

/** Names of up to four letters, digits and the like, of which the first is a letter. */
const names = (count: number, start = 0): string[] =>
  Array.from({ length: count }, (_, index) => `n${(start + index).toString(36)}`)
const objectOf = (keys: readonly (string | number)[]): object =>
  Object.fromEntries(keys.map((key) => [key, 0]))

test.each([
  { title: 'in one object', value: (count: number) => objectOf(names(count)) },
  { title: 'in an object each', value: (count: number) => names(count).map((name) => objectOf([name])) },
  {
    title: 'in each other',
    value: (count: number) =>
      Array.from({ length: 20 }, (_, row) =>
        names(count / 20, (row * count) / 20).reduce<unknown>((inner, name) => ({ [name]: inner }), 0),
      ),
  },
])('GAT-466 as many names as the limit pass $title, more are refused', async ({ value }) => {
  const gateway = await startForTest()
  expect((await gateway.chat(askClerk({ metadata: value(9_980) }))).status).toBe(200)
  gateway.upstream.reset()
  expect(await refusalOf(gateway, { metadata: value(10_020) })).toMatchObject({
    param: 'body',
    message: '"body" expected at most 10000 different names.',
  })
})

test('GAT-466 as many members as the limit pass, whatever their order, more are refused', async () => {
  const gateway = await startForTest()
  const objects = (count: number): object => ({ list: Array.from({ length: count }, () => ({ a: 0, b: 0 })) })
  expect((await gateway.chat(askClerk(objects(24_990)))).status).toBe(200)
  gateway.upstream.reset()
  expect(await refusalOf(gateway, objects(25_000))).toMatchObject({
    message: '"body" expected at most 50000 members.',
  })
})

test('GAT-466 one name counts once, and the ids of tokens are no names', async () => {
  const gateway = await startForTest()
  const messages = Array.from({ length: 12_000 }, () => hi)
  const logit_bias = objectOf(Array.from({ length: 20_000 }, (_, id) => id))
  expect((await gateway.chat(askClerk({ messages, logit_bias }))).status).toBe(200)
})

test('GAT-466 what looks like a member in a text is none', async () => {
  const gateway = await startForTest()
  const content = names(12_000)
    .map((name) => `"${name}":\\"${name}":`)
    .join('')
  expect((await gateway.chat(askClerk({ messages: [{ role: 'user', content }] }))).status).toBe(200)
})

test.each(['1e400', '-1e400', '{"deep":[0,{"bias":1e999}]}'])(
  'GAT-153 a number beyond IEEE doubles is refused: %s',
  async (value) => {
    const gateway = await startForTest()
    const body = JSON.stringify(askClerk({ temperature: 'HERE' })).replace('"HERE"', value)
    const { status, json } = await gateway.chat(body)
    expect([status, json]).toMatchObject([400, { error: { code: 'invalid_request', param: 'body' } }])
    expect(gateway.upstream.received).toHaveLength(0)
  },
)

test('GAT-153 the largest number passes as it is', async () => {
  const gateway = await startForTest()
  expect((await gateway.chat(askClerk({ seed: Number.MAX_VALUE }))).status).toBe(200)
  expect(gateway.upstream.received[0]?.json['seed']).toBe(Number.MAX_VALUE)
})
