import { expect, test } from 'vitest'
import { askClerk, startForTest } from './start-gateway.ts'
import { whole } from './whole-answer.ts'

test("GAT-051 a refused request comes back with the upstream's words and status, our key cut out", async () => {
  const gateway = await startForTest({ upstream: { apiKey: 'sk-upstream' } })
  const error = {
    message: 'context too long (key sk-upstream)',
    type: 'invalid_request_error',
    code: 'context_length_exceeded',
    param: 'messages',
  }
  gateway.upstream.answer(whole(400, { error }))
  const { status, json } = await gateway.chat(askClerk())
  expect(status).toBe(400)
  expect(json).toEqual({ error: { ...error, message: 'context too long (key ***)' } })
})

test.each([
  { title: 'an error that is a text', body: { error: 'too long' } },
  { title: 'the answer itself', body: { object: 'error', message: 'too long', type: 'T', code: 400 } },
  { title: 'a detail', body: { detail: 'too long' } },
  { title: 'a list of one', body: [{ error: { message: 'too long', code: 400 } }] },
])('GAT-470 the words of a refusal are found in $title', async ({ body }) => {
  const gateway = await startForTest()
  gateway.upstream.answer(whole(400, body))
  const type = 'type' in body ? 'T' : 'invalid_request_error'
  expect((await gateway.chat(askClerk())).json).toEqual({
    error: { message: 'too long', type, code: 'upstream_rejected', param: null },
  })
})

// As text, since `test.each` would spread a list.
test.each(['{"detail":[{"msg":"x"}]}', '[]', '["x"]', 'null', '"x"', '{"message":5}', 'x', ''])(
  'GAT-470 a refusal without words gets ours: %s',
  async (body) => {
    const gateway = await startForTest()
    gateway.upstream.answer(whole(422, body))
    expect((await gateway.chat(askClerk())).json).toMatchObject({
      error: { message: 'The upstream refused the request.', code: 'upstream_rejected' },
    })
  },
)
