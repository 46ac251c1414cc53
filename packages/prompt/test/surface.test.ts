import { formatNonce } from '@cordon/nonce'
import * as surface from '@cordon/prompt'
import { buildUserPrompt, Prompt, PromptError, prompt, wrapUntrusted } from '@cordon/prompt'
import { expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

test('PRO-090 the exports, the error codes and the entries are the documented ones', () => {
  expect(Object.keys(surface).toSorted()).toEqual([
    'DATAMARK_INSTRUCTION',
    'DEFAULT_UNTRUSTED_INSTRUCTION',
    'Prompt',
    'PromptError',
    'TOKEN_LENGTH',
    'UNTRUSTED_BLOCK_INSTRUCTION',
    'UntrustedBlock',
    'buildUserPrompt',
    'containsUntrustedMarker',
    'endorse',
    'fenceUntrusted',
    'fit',
    'maskNonces',
    'prompt',
    'taintOf',
    'trusted',
    'withTaint',
    'wrapUntrusted',
  ])
  expect(surface.TOKEN_LENGTH).toBe(8)
  expect(Object.keys(manifest.exports)).toEqual(['.', './package.json'])
  expect(Object.keys(manifest.dependencies)).toEqual(['@cordon/nonce', '@cordon/sanitize'])
  const codes: Record<surface.PromptErrorCode, true> = {
    ERR_PROMPT_MARKERS: true,
    ERR_PROMPT_NONCE_COLLISION: true,
  }
  expect(Object.keys(codes)).toHaveLength(2)
})

test('PRO-091 an error is recognised across installed copies by its brand', () => {
  const error = new PromptError('ERR_PROMPT_MARKERS', 'm')
  expect(error).toMatchObject({ name: 'PromptError', code: 'ERR_PROMPT_MARKERS', message: 'm' })
  expect(PromptError.isInstance(error)).toBe(true)
  expect(
    PromptError.isInstance(
      Object.assign(new Error('m'), { [Symbol.for('@cordon/prompt/PromptError')]: true }),
    ),
  ).toBe(true)
  expect(PromptError.isInstance(new Error('m'))).toBe(false)
  for (const other of [{ code: 'ERR_PROMPT_MARKERS' }, null, undefined, 'x'])
    expect(PromptError.isInstance(other)).toBe(false)
})

test('PRO-092 no error says what the text or the nonce was', () => {
  const value = 0x5ec2e7n
  const nonce = formatNonce(value)
  const rng = { nextU128: () => value }
  const secret = `5ec2e7 secret ${nonce}`
  const quoting = new Prompt({ rng }).untrusted(secret)
  const attempts: (() => unknown)[] = [
    () => buildUserPrompt('analysis', secret, { rng }),
    () => Reflect.apply(buildUserPrompt, undefined, [secret, secret]),
    () => wrapUntrusted(secret, secret),
    () => wrapUntrusted('A', wrapUntrusted('A', secret, { rng }), { rng }),
    () => new Prompt({ rng, policy: 'strict' }).untrusted(secret).toString(),
    () => quoting.text(`</untrusted nonce="${nonce}">`).toString(),
    () => Reflect.construct(Prompt, [{ policy: secret }]),
    () => Reflect.apply(prompt, undefined, [secret]),
    () => prompt`${Object(secret)}`,
    () => surface.fenceUntrusted(secret, { rng }),
    () => surface.maskNonces(secret, { nonce: secret }),
  ]
  for (const attempt of attempts) {
    let thrown: unknown
    try {
      attempt()
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(Error)
    const { message, cause, ...rest } = thrown as Error
    expect(JSON.stringify({ message, cause, rest })).not.toMatch(/5ec2e7|secret/)
  }
})
