import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CompletionRequest, MagiBuilder } from '@cordon/orchestrator'
import { recordReplay } from '@cordon/orchestrator/record-replay'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { answerOf } from './outputs.ts'
import { scriptedProvider } from './scripted-provider.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'record-replay-'))
})
afterEach(() => rm(directory, { recursive: true }))

const { signal } = new AbortController()
const request: CompletionRequest = {
  agent: 'caspar',
  mode: 'design',
  system: 'S',
  prompt: 'P',
  maxTokens: 10,
}
const unreachable = scriptedProvider(() => expect.unreachable('the provider was asked'))

test('ORC-080 a recorded run replays without its provider, though every run draws another nonce', async () => {
  const live = scriptedProvider(({ agent }) => ({
    text: answerOf(agent),
    finishReason: 'stop',
    usage: { inputTokens: 3 },
  }))
  const recorded = await new MagiBuilder(recordReplay(live, { directory, record: true }))
    .build()
    .analyze('design', 'text')
  const replayed = await new MagiBuilder(recordReplay(unreachable, { directory }))
    .build()
    .analyze('design', 'text')
  expect(replayed).toEqual(recorded)
  expect(await readdir(directory)).toHaveLength(3)
})

describe('names', () => {
  async function namesOf(...requests: CompletionRequest[]): Promise<string[]> {
    for (const asked of requests) {
      await recordReplay(scriptedProvider(), { directory, record: true }).complete(asked, { signal })
    }
    return readdir(directory)
  }

  test('ORC-081 a name is sixteen hex digits, the same for the same request', async () => {
    const names = await namesOf(request, request)
    expect(names).toEqual([expect.stringMatching(/^[0-9a-f]{16}\.json$/)])
  })

  test.each<[string, Partial<CompletionRequest>]>([
    ['prompt', { prompt: 'Q' }],
    ['system prompt', { system: 'T' }],
    ['agent', { agent: 'melchior' }],
    ['mode', { mode: 'analysis' }],
    ['bound', { maxTokens: 11 }],
    ['temperature', { temperature: 0 }],
    ['schema', { responseSchema: {} }],
  ])('ORC-081 another %s has another name', async (_, changes) => {
    expect(await namesOf(request, { ...request, ...changes })).toHaveLength(2)
  })

  test('ORC-184 what one provider answered is not replayed for another with a model of the same name', async () => {
    const { signal } = new AbortController()
    const named = (name: string) => ({ ...scriptedProvider(), name })
    await recordReplay(named('openai'), { directory, record: true }).complete(request, { signal })
    const other = recordReplay(named('anthropic'), { directory })
    await expect(other.complete(request, { signal })).rejects.toMatchObject({
      code: 'ERR_MAGI_FIXTURE_MISSING',
    })
  })

  test('ORC-082 a nonce does not tell two renderings apart, the content does', async () => {
    const [one, two] = ['1'.repeat(32), '2'.repeat(32)]
    const fence = (nonce: string, text: string) =>
      `MODE: design\n---BEGIN USER CONTEXT ${nonce}---\n${text}\n---END USER CONTEXT ${nonce}---`
    const tag = (nonce: string, text: string) =>
      `<untrusted nonce="${nonce}">\n${text}\n</untrusted nonce="${nonce}">`
    for (const render of [fence, tag]) {
      const before = (await readdir(directory)).length
      const prompts = [render(one, 'x'), render(two, 'x'), render(one, two), render(one, 'y')]
      const names = await namesOf(...prompts.map((prompt) => ({ ...request, prompt })))
      expect(names.length - before).toBe(3)
    }
    const texts = await Promise.all(
      (await readdir(directory)).map((name) => readFile(join(directory, name), 'utf8')),
    )
    expect(texts.join()).not.toContain(one)
  })
})

test('ORC-083 a fixture holds the request and the answer, and no draft is left behind', async () => {
  const provider = scriptedProvider(() => ({ text: 'answer', finishReason: 'stop' }))
  await recordReplay(provider, { directory: join(directory, 'new'), record: true }).complete(request, {
    signal,
  })
  const [name = '', ...others] = await readdir(join(directory, 'new'))
  expect(others).toEqual([])
  expect(JSON.parse(await readFile(join(directory, 'new', name), 'utf8'))).toEqual({
    request: { provider: 'scripted', model: 'model-1', ...request },
    completion: { text: 'answer', finishReason: 'stop' },
  })
})

test('ORC-083 what else a provider answers is not kept', async () => {
  const answer = {
    text: 'answer',
    finishReason: 'stop' as const,
    model: 'm',
    headers: { authorization: 'MARKED' },
  }
  await recordReplay(
    scriptedProvider(() => answer),
    { directory, record: true },
  ).complete(request, { signal })
  const [name = ''] = await readdir(directory)
  const text = await readFile(join(directory, name), 'utf8')
  expect(text).not.toContain('MARKED')
  expect(JSON.parse(text).completion).toEqual({ text: 'answer', finishReason: 'stop', model: 'm' })
})

test('ORC-083 a rejection is passed on and not kept', async () => {
  const failing = recordReplay(
    scriptedProvider(() => Promise.reject('busy')),
    { directory, record: true },
  )
  await expect(failing.complete(request, { signal })).rejects.toBe('busy')
  expect(await readdir(directory)).toEqual([])
})

test('ORC-084 a fixture that is not there is named', async () => {
  const failure = recordReplay(unreachable, { directory }).complete(request, { signal })
  await expect(failure).rejects.toMatchObject({
    code: 'ERR_MAGI_FIXTURE_MISSING',
    detail: { fixture: expect.stringMatching(/^[0-9a-f]{16}\.json$/) },
  })
  const run = new MagiBuilder(recordReplay(unreachable, { directory })).build().analyze('design', 'x')
  await expect(run).rejects.toThrow(
    /melchior: provider: no recorded answer [0-9a-f]{16}\.json; record it first/,
  )
})

test.each([
  '',
  '{',
  'null',
  '{}',
  '{"completion": {"text": 5, "finishReason": "stop"}}',
  '{"completion": {"text": "", "finishReason": "x"}}',
])('ORC-084 a fixture that is no answer is refused (%#)', async (text) => {
  const provider = recordReplay(scriptedProvider(), { directory, record: true })
  await provider.complete(request, { signal })
  const [name = ''] = await readdir(directory)
  await writeFile(join(directory, name), text)
  await expect(recordReplay(unreachable, { directory }).complete(request, { signal })).rejects.toMatchObject({
    code: 'ERR_MAGI_FIXTURE_INVALID',
    detail: { fixture: name },
  })
})

test.skipIf(process.platform === 'win32')(
  'ORC-084 a device in the place of a fixture is refused, not read without end',
  async () => {
    const provider = recordReplay(scriptedProvider(), { directory, record: true })
    await provider.complete(request, { signal })
    const [name = ''] = await readdir(directory)
    await rm(join(directory, name))
    await symlink('/dev/zero', join(directory, name))
    await expect(
      recordReplay(unreachable, { directory }).complete(request, { signal }),
    ).rejects.toMatchObject({
      code: 'ERR_MAGI_FIXTURE_INVALID',
    })
  },
)

test('ORC-085 an aborted signal stops before anything is read', async () => {
  const aborted = AbortSignal.abort('mine')
  await expect(recordReplay(unreachable, { directory }).complete(request, { signal: aborted })).rejects.toBe(
    'mine',
  )
})
