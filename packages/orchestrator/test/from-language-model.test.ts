import { APICallError, type LanguageModelV2, type LanguageModelV3 } from '@ai-sdk/provider'
import type { LanguageModelV4 } from '@ai-sdk/provider-v4'
import { type Completion, type CompletionRequest, MagiBuilder, MagiError } from '@cordon/orchestrator'
import { type AiSdkLanguageModel, fromLanguageModel } from '@cordon/orchestrator/ai-sdk'
import { MockLanguageModelV3 } from 'ai/test'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { answerOf } from './outputs.ts'
import { untilAborted } from './scripted-provider.ts'

const request: CompletionRequest = {
  agent: 'caspar',
  mode: 'design',
  system: 'SYSTEM',
  prompt: 'PROMPT',
  maxTokens: 100,
}
const nested = { inputTokens: { total: 7 }, outputTokens: { total: 3 } }
const flat = { inputTokens: 7, outputTokens: 3 }

/** A model of one generation that answers with `result`, or fails with it. */
function modelOf(
  specificationVersion: AiSdkLanguageModel['specificationVersion'],
  result: object,
): AiSdkLanguageModel & { calls: unknown[] } {
  const calls: unknown[] = []
  return {
    specificationVersion,
    provider: 'acme.chat',
    modelId: 'acme-1',
    calls,
    async doGenerate(options) {
      calls.push(options)
      if (result instanceof Error) throw result
      return result as Awaited<ReturnType<AiSdkLanguageModel['doGenerate']>>
    },
  }
}

const ask = (model: AiSdkLanguageModel, changes: Partial<CompletionRequest> = {}): Promise<Completion> =>
  fromLanguageModel(model).complete({ ...request, ...changes }, { signal: new AbortController().signal })

async function failureOf(error: Error): Promise<MagiError> {
  const failure = await ask(modelOf('v3', error)).catch((thrown: unknown) => thrown)
  expect(failure).toBeInstanceOf(MagiError)
  return failure as MagiError
}

const callError = (changes: Partial<ConstructorParameters<typeof APICallError>[0]>) =>
  new APICallError({
    message: 'MARKED',
    url: 'https://MARKED',
    requestBodyValues: { prompt: 'MARKED' },
    responseBody: 'MARKED',
    ...changes,
  })

// ORC-070, as far as the compiler sees it: the models of three specifications fit the type.
expectTypeOf<LanguageModelV2>().toExtend<AiSdkLanguageModel>()
expectTypeOf<LanguageModelV3>().toExtend<AiSdkLanguageModel>()
expectTypeOf<LanguageModelV4>().toExtend<AiSdkLanguageModel>()
expectTypeOf<string>().not.toExtend<AiSdkLanguageModel>()

test.each([
  ['v2', { content: [{ type: 'text', text: 'answer' }], finishReason: 'stop', usage: flat }],
  [
    'v3',
    {
      content: [{ type: 'text', text: 'answer' }],
      finishReason: { unified: 'stop', raw: 'end_turn' },
      usage: nested,
    },
  ],
  [
    'v4',
    {
      content: [{ type: 'text', text: 'answer' }],
      finishReason: { unified: 'stop', raw: undefined },
      usage: nested,
    },
  ],
] as const)(
  'ORC-070 a %s model is asked once, with both prompts, and its answer is read',
  async (version, result) => {
    const model = modelOf(version, result)
    expect(await ask(model)).toEqual({ text: 'answer', finishReason: 'stop', usage: flat })
    expect(model.calls).toEqual([
      {
        prompt: [
          { role: 'system', content: 'SYSTEM' },
          { role: 'user', content: [{ type: 'text', text: 'PROMPT' }] },
        ],
        maxOutputTokens: 100,
        abortSignal: expect.any(AbortSignal),
      },
    ])
    expect(fromLanguageModel(model)).toMatchObject({ name: 'acme.chat', model: 'acme-1' })
  },
)

test('ORC-071 text parts are joined, reasoning and the rest are left out', async () => {
  const content = [
    { type: 'reasoning', text: 'thinking' },
    { type: 'text', text: 'an' },
    { type: 'source', sourceType: 'url' },
    { type: 'text', text: 'swer' },
  ]
  const completion = await ask(
    modelOf('v3', {
      content,
      finishReason: { unified: 'stop' },
      usage: nested,
      response: { modelId: 'acme-1-2026' },
    }),
  )
  expect(completion).toMatchObject({ text: 'answer', model: 'acme-1-2026' })
})

test.each([
  ['stop', 'stop'],
  ['length', 'length'],
  ['content-filter', 'content-filter'],
  ['tool-calls', 'other'],
  ['error', 'other'],
  ['interrupted', 'other'],
  ['unknown', 'other'],
])('ORC-071 the finish reason %s is read as %s', async (unified, expected) => {
  const usage = { inputTokens: { total: undefined }, outputTokens: undefined }
  expect(await ask(modelOf('v3', { content: [], finishReason: { unified }, usage }))).toEqual({
    text: '',
    finishReason: expected,
    usage: {},
  })
})

test('ORC-071 the temperature is passed when there is one, an empty system prompt is not', async () => {
  const model = modelOf('v3', { content: [], finishReason: { unified: 'stop' }, usage: nested })
  await ask(model, { temperature: 0, system: '' })
  expect(model.calls[0]).toMatchObject({ temperature: 0, prompt: [{ role: 'user' }] })
})

describe('failures', () => {
  const now = new Date()
  test.each([
    [
      '429 with seconds',
      { statusCode: 429, responseHeaders: { 'retry-after': '2' } },
      { status: 429 },
      true,
      2000,
    ],
    [
      '429 with milliseconds',
      { statusCode: 429, responseHeaders: { 'Retry-After-Ms': '150', 'retry-after': '9' } },
      { status: 429 },
      true,
      150,
    ],
    [
      '429 with a date gone by',
      { statusCode: 429, responseHeaders: { 'retry-after': new Date(now.getTime() - 60_000).toUTCString() } },
      { status: 429 },
      true,
      0,
    ],
    [
      '429 with nonsense',
      { statusCode: 429, responseHeaders: { 'retry-after': 'soon' } },
      { status: 429 },
      true,
      undefined,
    ],
    ['500', { statusCode: 500 }, { status: 500 }, true, undefined],
    ['401', { statusCode: 401 }, { status: 401 }, false, undefined],
    ['400', { statusCode: 400 }, { status: 400 }, false, undefined],
    [
      'a refused connection',
      { isRetryable: true, cause: Object.assign(new Error('MARKED'), { code: 'ECONNREFUSED' }) },
      { cause: 'ECONNREFUSED' },
      true,
      undefined,
    ],
  ])(
    'ORC-072 %s becomes advice, and the words of the SDK are dropped',
    async (_, changes, detail, retryable, retryAfterMs) => {
      const error = await failureOf(callError(changes))
      expect(error).toMatchObject({ code: 'ERR_MAGI_PROVIDER', detail, retryable })
      expect(error.retryAfterMs).toBe(retryAfterMs)
      expect(JSON.stringify([error, error.message, error.stack, error.cause])).not.toContain('MARKED')
    },
  )

  test('ORC-072 a connection that breaks within the answer may be tried again', async () => {
    const broken = new TypeError('terminated', {
      cause: Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' }),
    })
    expect(await failureOf(broken)).toMatchObject({ detail: { cause: 'UND_ERR_SOCKET' }, retryable: true })
  })

  test('ORC-072 an error that is not about the call is final', async () => {
    expect(await failureOf(new Error('MARKED'))).toMatchObject({
      retryable: false,
      detail: {},
      message: 'the provider failed',
    })
  })

  test("ORC-073 an abort rejects with the signal's reason", async () => {
    const controller = new AbortController()
    const model: AiSdkLanguageModel = {
      ...modelOf('v3', {}),
      doGenerate: ({ abortSignal }) => untilAborted(abortSignal),
    }
    const asked = fromLanguageModel(model).complete(request, { signal: controller.signal })
    controller.abort('mine')
    await expect(asked).rejects.toBe('mine')
  })
})

test.each([undefined, 'openai/gpt', {}, { doGenerate: () => {}, specificationVersion: 'v1' }])(
  'ORC-074 what is no language model is a TypeError (%#)',
  (model) => {
    expect(() => fromLanguageModel(model as unknown as AiSdkLanguageModel)).toThrow(TypeError)
  },
)

test("ORC-075 a council runs on the SDK's own mock model, and retries are the council's", async () => {
  let calls = 0
  const model = new MockLanguageModelV3({
    doGenerate: async ({ prompt }) => {
      if (++calls === 1) throw callError({ statusCode: 503, responseHeaders: { 'retry-after': '0' } })
      const agent = (['melchior', 'balthasar', 'caspar'] as const).find((name) =>
        JSON.stringify(prompt[0]).toLowerCase().includes(`you are ${name}`),
      )
      return {
        content: [{ type: 'text', text: answerOf(agent ?? 'caspar') }],
        finishReason: { unified: 'stop', raw: undefined },
        usage: {
          inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 1, text: 1, reasoning: 0 },
        },
        warnings: [],
      }
    },
  })
  const report = await new MagiBuilder(fromLanguageModel(model)).build().analyze('design', 'x')
  expect(report).toMatchObject({ degraded: false, usage: { caspar: { input_tokens: 1, output_tokens: 1 } } })
  expect(calls).toBe(4)
})
