import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AgentName } from '@cordon/orchestrator'
import { afterEach, expect, test, vi } from 'vitest'
import { type ModelReply, type ModelRequest, startModelServer } from './model-server.ts'
import { type RunResult, runInProcess } from './run-in-process.ts'
import { agentOf, verdict } from './scripted-verdict.ts'
import { spawnCli } from './spawn-cli.ts'

interface Vendor {
  readonly model: string
  readonly basePath: string
  readonly env: Record<string, string>
  readonly header: readonly [string, string]
  readonly path: string
}

const VENDORS: readonly Vendor[] = [
  {
    model: 'openai:gpt-test',
    basePath: '/v1',
    env: { OPENAI_API_KEY: 'key-1' },
    header: ['authorization', 'Bearer key-1'],
    path: '/v1/chat/completions',
  },
  {
    model: 'anthropic:claude-test',
    basePath: '/v1',
    env: { ANTHROPIC_API_KEY: 'key-2' },
    header: ['x-api-key', 'key-2'],
    path: '/v1/messages',
  },
  {
    model: 'google:gemini-test',
    basePath: '/v1beta',
    env: { GOOGLE_GENERATIVE_AI_API_KEY: 'key-3' },
    header: ['x-goog-api-key', 'key-3'],
    path: '/v1beta/models/gemini-test:generateContent',
  },
  {
    model: 'ollama:llama3:8b',
    basePath: '',
    env: {},
    header: ['content-type', 'application/json'],
    path: '/v1/chat/completions',
  },
]

afterEach(() => {
  vi.unstubAllGlobals()
})

interface ModelReview extends RunResult {
  readonly requests: readonly ModelRequest[]
}

/** Reviews one line with a vendor whose server is scripted seat by seat; `attempt` counts from 1. */
async function review(
  vendor: Vendor,
  reply: (request: ModelRequest, agent: AgentName, attempt: number) => ModelReply,
  args: readonly string[] = [],
): Promise<ModelReview> {
  const attempts = new Map<AgentName, number>()
  const server = await startModelServer((request) => {
    const agent = agentOf(request)
    const attempt = (attempts.get(agent) ?? 0) + 1
    attempts.set(agent, attempt)
    return reply(request, agent, attempt)
  })
  const result = await runInProcess(
    [
      'review',
      '-',
      '--model',
      vendor.model,
      '--base-url',
      server.origin + vendor.basePath,
      '--format',
      'json',
      ...args,
    ],
    { stdin: 'const answer = 42\n', env: vendor.env },
  )
  return { ...result, requests: server.requests }
}

test.each(VENDORS)('CLI-020 $model answers over its own protocol', async (vendor) => {
  const { code, stdout, stderr, requests } = await review(vendor, (_request, agent) => verdict(agent))
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const report = JSON.parse(stdout)
  expect(report).toMatchObject({ degraded: false, failed_agents: {}, consensus: { consensus: 'STRONG GO' } })
  expect(report.usage.caspar).toEqual({ input_tokens: 11, output_tokens: 7 })
  expect(requests).toHaveLength(3)
  for (const { path, headers, prompt } of requests) {
    expect(path).toBe(vendor.path)
    expect(headers[vendor.header[0]]).toBe(vendor.header[1])
    expect(prompt).toMatch(
      /^MODE: code-review\n---BEGIN USER CONTEXT ([0-9a-f]{32})---\nconst answer = 42\n\n---END USER CONTEXT \1---$/,
    )
  }
})

test('CLI-021 OpenAI itself is asked through the Responses API', async () => {
  const server = await startModelServer((request) => verdict(agentOf(request)))
  const direct = globalThis.fetch
  vi.stubGlobal('fetch', (input: string, init: RequestInit) =>
    direct(input.replace('https://api.openai.com', server.origin), init),
  )
  const { code } = await runInProcess(['review', '-', '--model', 'openai:gpt-test'], {
    stdin: 'text',
    env: { OPENAI_API_KEY: 'key-1' },
  })
  expect(code).toBe(0)
  expect(server.requests.map(({ path, model, body }) => [path, model, body.store])).toEqual(
    Array(3).fill(['/v1/responses', 'gpt-test', false]),
  )
})

test.each(VENDORS)('CLI-022 $model is asked again after a 429 with Retry-After', async (vendor) => {
  const { code, requests } = await review(vendor, (_request, agent, attempt) =>
    attempt === 1 ? { status: 429, headers: { 'retry-after': '1' } } : verdict(agent),
  )
  expect({ code, requests: requests.length }).toEqual({ code: 0, requests: 6 })
})

/** What one seat, Caspar's, does wrong, and the reason that the report gives for its absence. */
const SEAT_FAULTS: readonly [string, (request: ModelRequest) => ModelReply, RegExp][] = [
  ['answers 500 every time', () => ({ status: 500 }), /^provider: .*HTTP 500/],
  ['answers 401', () => ({ status: 401 }), /^provider: .*HTTP 401/],
  [
    'asks to wait longer than its time',
    () => ({ status: 429, headers: { 'retry-after': '3600' } }),
    /^provider: .*HTTP 429/,
  ],
  [
    'sends the client elsewhere',
    () => ({ status: 307, headers: { location: 'http://127.0.0.1:9/' } }),
    /^provider: /,
  ],
  ['hangs', () => 'hang', /^timeout: /],
  ['breaks off in the middle of its body', () => 'cut', /^provider: /],
  ['answers with nothing', () => '', /^invalid_json: /],
  [
    'puts prose around JSON without markers',
    () => verdict('caspar').replace(/<\/?MAGI_VERDICT>/g, ''),
    /^invalid_json: /,
  ],
  ['echoes the example of its prompt', ({ system }) => exampleIn(system), /^echoed_example: /],
  ["answers in another agent's name", () => verdict('melchior'), /^agent_mismatch: /],
]

const cases = VENDORS.flatMap((vendor) =>
  SEAT_FAULTS.map(([fault, reply, reason]) => ({ vendor, fault, reply, reason })),
)

test.concurrent.each(cases)(
  'CLI-023 $vendor.model loses a seat that $fault',
  async ({ vendor, fault, reply, reason }) => {
    const { code, stdout, stderr } = await review(
      vendor,
      (request, agent) => (agent === 'caspar' ? reply(request) : verdict(agent)),
      fault === 'hangs' ? ['--timeout', '5'] : [],
    )
    const report = JSON.parse(stdout)
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'cordon: degraded, see failed_agents\n' })
    expect(report.degraded).toBe(true)
    expect(Object.keys(report.failed_agents)).toEqual(['caspar'])
    expect(report.failed_agents.caspar).toMatch(reason)
    expect(report.report).toMatch(/^DEGRADED: 2 of 3 seats answered/)
  },
)

function exampleIn(system: string): string {
  const example = /^<MAGI_VERDICT>\n[\s\S]*?^<\/MAGI_VERDICT>$/m.exec(system)?.[0]
  if (example === undefined) throw new Error('the prompt shows no example')
  return example
}

test('CLI-024 two lost seats are an error that gives both reasons', async () => {
  const [vendor] = VENDORS as [Vendor]
  const { code, stdout, stderr } = await review(vendor, (_request, agent) =>
    agent === 'melchior' ? verdict(agent) : { status: 403 },
  )
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/^cordon: <stdin>: .*balthasar: .*HTTP 403.*caspar: .*HTTP 403.*\n$/)
})

test('CLI-025 a server that is not there is named by its error code', async () => {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  const { code, stderr } = await runInProcess(['review', '-', '--model', 'ollama:llama3', '--timeout', '1'], {
    stdin: 'text',
    env: { OLLAMA_HOST: `127.0.0.1:${port}` },
  })
  expect(code).toBe(2)
  expect(stderr).toMatch(/ECONNREFUSED/)
})

test.each([
  ['openai:gpt-5', 'OPENAI_API_KEY'],
  ['anthropic:claude-sonnet', 'ANTHROPIC_API_KEY'],
  ['google:gemini-pro', 'GOOGLE_GENERATIVE_AI_API_KEY'],
])('CLI-026 %s without a key names %s', async (model, variable) => {
  const { code, stdout, stderr } = await runInProcess(['review', '-', '--model', model], {
    env: { [variable]: '' },
  })
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toBe(
    `cordon: --model: no key for ${model}; set ${variable}, or take offline, which needs none\n`,
  )
})

test.each([
  ['gpt-5', []],
  ['mistral:large', []],
  ['openai:', []],
  ['offline', ['--base-url', 'http://127.0.0.1:1']],
  ['ollama:llama3', ['--base-url', 'file:///etc/passwd']],
  ['ollama:llama3', ['--base-url', 'http://me:secret@127.0.0.1:1']],
])('CLI-027 refuses --model %s %j before anything is sent', async (model, args) => {
  const { code, stdout, stderr } = await runInProcess(['review', '-', '--model', model, ...args], {
    stdin: 'text',
  })
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/^cordon: .+\n$/)
  expect(stderr).not.toContain('secret')
})

test.each([
  [['--model', 'gpt-5'], {}, '--model: expected offline, openai:MODEL'],
  [['--base-url', 'http://127.0.0.1:1'], {}, '--base-url: has no use with the model offline'],
  [['--model', 'ollama:m', '--base-url', 'nope://x'], {}, '--base-url: expected a URL'],
  [['--model', 'ollama:m'], { OLLAMA_HOST: 'nope://x' }, 'OLLAMA_HOST: expected a URL'],
  [
    ['--model', 'openai:m'],
    { OPENAI_BASE_URL: 'http://me:secret@x' },
    'OPENAI_BASE_URL: must not hold credentials',
  ],
])('CLI-113 review %j names where a wrong value stands', async (args, env, message) => {
  const { stderr } = await runInProcess(['review', '-', ...args], { env, stdin: 'text' })
  expect(stderr).toContain(`cordon: ${message}`)
})

test.each([
  [['--model', 'openai:m', '--base-url', 'http://models.example.com/v1'], { OPENAI_API_KEY: 'sk-test' }],
  [['--model', 'anthropic:m'], { ANTHROPIC_API_KEY: 'sk-test', ANTHROPIC_BASE_URL: 'http://10.0.0.5' }],
])('CLI-230 review %j sends no key in clear text to another machine', async (args, env) => {
  const { code, stderr } = await runInProcess(['review', '-', ...args], { env, stdin: 'text' })
  expect(code).toBe(2)
  expect(stderr).toMatch(
    /^cordon: (?:--base-url|ANTHROPIC_BASE_URL): expected https, or http to this machine/,
  )
  expect(stderr).not.toContain('sk-test')
})

test('CLI-028 model text cannot steer the terminal or forge the report', async () => {
  const server = await startModelServer((request) =>
    verdict(agentOf(request), { summary: '\u001b[2J\u202eok\n## Key Findings\nnone' }),
  )
  const { stdout } = await runInProcess(
    ['review', '-', '--model', 'ollama:llama3', '--base-url', server.origin],
    { stdin: 'text' },
  )
  for (const character of ['\u001b', '\u202e']) expect(stdout).not.toContain(character)
  expect(stdout).not.toMatch(/^## Key Findings/m)
})

test.each([
  ['openai:gpt-test', 'OPENAI_BASE_URL', '/v1', '/v1/chat/completions'],
  ['anthropic:claude-test', 'ANTHROPIC_BASE_URL', '', '/v1/messages'],
  ['ollama:llama3', 'OLLAMA_HOST', '', '/v1/chat/completions'],
])(
  'CLI-029 %s in a process of its own finds its server by %s, and ends',
  async (model, variable, base, path) => {
    const server = await startModelServer((request) => verdict(agentOf(request)))
    const env = { [variable]: server.origin + base, ANTHROPIC_API_KEY: 'key-2' }
    const { code, stderr } = await spawnCli(['review', '-', '--model', model], { stdin: 'text', env })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(server.requests.map((request) => request.path)).toEqual([path, path, path])
  },
)

test('CLI-029 a process whose model hangs ends at its time limit', async () => {
  const server = await startModelServer(() => 'hang')
  const { code, stderr } = await spawnCli(['review', '-', '--model', 'ollama:llama3', '--timeout', '1'], {
    stdin: 'text',
    env: { OLLAMA_HOST: server.origin },
  })
  expect(code).toBe(2)
  expect(stderr).toMatch(/melchior: timeout/)
})
