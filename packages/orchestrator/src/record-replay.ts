import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { maskNonces } from '@cordon/prompt'
import { assertOptions } from './contract/assert-options.ts'
import { MagiError } from './contract/errors.ts'
import type { Completion, CompletionRequest, LlmProvider } from './contract/llm-provider.ts'
import { checkProvider } from './providers/check-provider.ts'

export interface RecordReplayOptions {
  /** Where the fixtures are; made when recording. */
  readonly directory: string
  /** `true` asks the provider and keeps what it answers; `false` never asks it. @defaultValue `false` */
  readonly record?: boolean
}

const FENCE = /^MODE: [a-z-]+\n(?:CONTEXT: [A-Z0-9_]+\n)?---BEGIN USER CONTEXT ([0-9a-f]{32})---\n/
const FINISH_REASONS: ReadonlySet<unknown> = new Set(['stop', 'length', 'content-filter', 'other'])

/**
 * Returns a provider that keeps answers as files and gives them again, so that a test of a council needs no model.
 *
 * A fixture's name is a hash of all that is asked (provider, model, agent, mode, both prompts, settings, schema) with the nonces
 * masked, so the same content finds its answer in every run. A file holds the request and the answer in clear text and
 * nothing else: no key, no header. Whatever the content holds is then on disk.
 *
 * Its `complete` rejects with {@link MagiError} `ERR_MAGI_FIXTURE_MISSING` or `ERR_MAGI_FIXTURE_INVALID` when
 * replaying. When recording, with whatever the provider rejects with, which is not kept, or the file system's error.
 */
export function recordReplay(provider: LlmProvider, options: RecordReplayOptions): LlmProvider {
  checkProvider(provider)
  assertOptions(options, ['directory', 'record'])
  const { directory, record = false } = options
  if (typeof directory !== 'string')
    throw new TypeError(`"directory" expected string, got ${typeof directory}`)
  if (typeof record !== 'boolean') throw new TypeError(`"record" expected boolean, got ${typeof record}`)
  const { name, model } = provider
  return {
    name,
    model,
    async complete(request, { signal }) {
      signal.throwIfAborted()
      const masked = { provider: name, model, ...request, prompt: maskFence(request.prompt) }
      const fixture = `${fingerprint(masked)}.json`
      if (!record) return readFixture(directory, fixture)
      const { text, finishReason, usage, model: answered } = await provider.complete(request, { signal })
      const completion: Completion = {
        text,
        finishReason,
        ...(usage && { usage }),
        ...(answered !== undefined && { model: answered }),
      }
      await writeFixture(directory, fixture, { request: masked, completion })
      return completion
    },
  }
}

/** Masks the nonce of the prompt's own fence, or what looks like one in a prompt of another shape. */
function maskFence(prompt: string): string {
  return maskNonces(prompt, { nonce: FENCE.exec(prompt)?.[1] })
}

function fingerprint({
  provider,
  model,
  ...request
}: CompletionRequest & { readonly provider: string; readonly model: string }): string {
  const { agent, mode, system, prompt, maxTokens, temperature = null, responseSchema = null } = request
  const asked = JSON.stringify([
    provider,
    model,
    agent,
    mode,
    system,
    prompt,
    maxTokens,
    temperature,
    responseSchema,
  ])
  return createHash('sha256').update(asked).digest('hex').slice(0, 16)
}

async function readFixture(directory: string, fixture: string): Promise<Completion> {
  const text = await readRegularFile(join(directory, fixture)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw invalid(fixture)
    throw new MagiError('ERR_MAGI_FIXTURE_MISSING', `no recorded answer ${fixture}; record it first`, {
      fixture,
    })
  })
  const completion = parseFixture(text)
  if (completion === undefined) throw invalid(fixture)
  return completion
}

// A pipe or a device in a fixture's place would be read without end, past every time limit.
async function readRegularFile(path: string): Promise<string> {
  if (!(await stat(path)).isFile()) throw new TypeError('not a regular file')
  return readFile(path, 'utf8')
}

function parseFixture(text: string): Completion | undefined {
  try {
    const { completion } = JSON.parse(text) as { completion: Completion }
    const usable = typeof completion.text === 'string' && FINISH_REASONS.has(completion.finishReason)
    return usable ? completion : undefined
  } catch {
    return undefined
  }
}

// Written beside and renamed, so that a reader never sees half a fixture.
async function writeFixture(directory: string, fixture: string, content: object): Promise<void> {
  await mkdir(directory, { recursive: true })
  const draft = join(directory, `.${fixture}.${randomUUID()}.tmp`)
  try {
    await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`, { flag: 'wx' })
    await rename(draft, join(directory, fixture))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

function invalid(fixture: string): MagiError<'ERR_MAGI_FIXTURE_INVALID'> {
  return new MagiError('ERR_MAGI_FIXTURE_INVALID', `${fixture} is not a recorded answer`, { fixture })
}
