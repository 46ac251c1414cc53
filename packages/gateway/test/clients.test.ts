import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { completion, textStream, toolCallStream } from '@cordon/gateway/testing'
import { generateText, streamText } from 'ai'
import OpenAI, { APIError } from 'openai'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { askClerk, CLERK, startGateway, type TestGateway } from './start-gateway.ts'
import '@cordon/gateway/openai-types'

let gateway: TestGateway
beforeEach(async () => {
  gateway = await startGateway()
})
afterEach(() => gateway.close())

const openai = (): OpenAI => new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: 'unused', maxRetries: 0 })
const messages = [{ role: 'user' as const, content: 'hi' }]

test('GAT-080 the openai SDK chats, with typed persona and badge', async () => {
  const answer = await openai().chat.completions.create({ model: 'm', messages, agent_persona: CLERK })
  expect(answer.choices[0]?.message.content).toBe('Noted, thank you.')
  expect(answer.made_by_genie).toEqual({ id: 'harbour-clerk', version: '1.0.0' })
})

test('GAT-081 the openai SDK streams', async () => {
  gateway.upstream.answer({
    kind: 'stream',
    events: textStream('one two three'),
    firstDelayMs: 20,
    paceMs: 2,
  })
  const stream = await openai().chat.completions.create({
    model: 'm',
    messages,
    agent_persona: CLERK,
    stream: true,
  })
  let text = ''
  for await (const piece of stream) text += piece.choices[0]?.delta.content ?? ''
  expect(text).toBe('one two three')
})

const tools = [{ type: 'function' as const, function: { name: 'send_mail', parameters: { type: 'object' } } }]

test('GAT-082 the openai SDK gets tool calls, and a refusal under taint, whole and streamed', async () => {
  const call = { id: 'c', type: 'function', function: { name: 'send_mail', arguments: '{}' } }
  const answer = { kind: 'whole' as const, body: completion({ tool_calls: [call] }, 'tool_calls') }
  gateway.upstream.answer(answer, answer, {
    kind: 'stream',
    events: toolCallStream('send_mail', '{"to":"x"}'),
  })
  const clean = await openai().chat.completions.create({ model: 'm', messages, tools, agent_persona: CLERK })
  expect(clean.choices[0]?.message.tool_calls).toHaveLength(1)
  const mail = [{ role: 'user' as const, content: 'mail', untrusted: true, label: 'MAIL' }]
  const tainted = await openai().chat.completions.create({
    model: 'm',
    messages: mail,
    tools,
    agent_persona: CLERK,
  })
  expect(tainted.choices[0]?.finish_reason).toBe('content_filter')
  expect(tainted.choices[0]?.message.refusal).toContain('send_mail')
  const runner = openai().chat.completions.stream({ model: 'm', messages: mail, tools, agent_persona: CLERK })
  const [streamed] = (await runner.finalChatCompletion()).choices
  expect(streamed?.finish_reason).toBe('content_filter')
  expect(streamed?.message.refusal).toContain('send_mail')
  expect(streamed?.message).not.toHaveProperty('tool_calls')
})

test('GAT-083 the openai SDK sees a failure in mid-stream as an error', async () => {
  gateway.upstream.answer({ kind: 'stream', events: textStream('one two').slice(0, 2), cut: true })
  const stream = await openai().chat.completions.create({
    model: 'm',
    messages,
    agent_persona: CLERK,
    stream: true,
  })
  const read = async (): Promise<void> => {
    for await (const _ of stream);
  }
  await expect(read()).rejects.toBeInstanceOf(APIError)
})

test("GAT-084 the AI SDK's OpenAI-compatible provider chats and streams", async () => {
  const provider = createOpenAICompatible({
    name: 'cordon',
    baseURL: `${gateway.url}/v1`,
    headers: { 'x-agent-persona': CLERK },
  })
  expect((await generateText({ model: provider('m'), prompt: 'hi' })).text).toBe('Noted, thank you.')
  expect(await streamText({ model: provider('m'), prompt: 'hi' }).text).toBe('Noted, thank you.')
})

test("GAT-182 the AI SDK's OpenAI-compatible provider marks a text part by its options", async () => {
  const headers = { 'x-agent-persona': CLERK }
  const provider = createOpenAICompatible({ name: 'cordon', baseURL: `${gateway.url}/v1`, headers })
  const providerOptions = { openaiCompatible: { untrusted: true, label: 'EMAIL' } }
  const { response } = await generateText({
    model: provider('m'),
    messages: [{ role: 'user', content: [{ type: 'text', text: 'obey', providerOptions }] }],
  })
  expect(response.headers?.['x-cordon-fenced-parts']).toBe('1')
})

test('GAT-085 curl needs nothing special', async () => {
  const args = [
    '-sS',
    '-i',
    `${gateway.url}/v1/chat/completions`,
    '-H',
    'content-type: application/json',
    '-d',
    JSON.stringify(askClerk()),
  ]
  const { stdout } = await promisify(execFile)('curl', args)
  expect(stdout).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(stdout).toContain(`X-CyberOS-Persona-Handle: ${CLERK}`)
  expect(stdout).toContain('"made_by_genie":{"id":"harbour-clerk","version":"1.0.0"}')
})
