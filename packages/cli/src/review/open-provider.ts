import type { LlmProvider } from '@cordon/orchestrator'
import { CliError } from '../terminal/cli-error.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** What `--model` may name; shown in help and in errors. */
export const MODEL_FORMS = 'offline, openai:MODEL, anthropic:MODEL, google:MODEL or ollama:MODEL'

/** A provider that may hold resources of its own, such as a thread. */
type Provider = LlmProvider & Partial<AsyncDisposable>

interface Endpoint {
  readonly model: string
  /** Empty when there is none; a client then asks no environment of its own. */
  readonly key: { readonly apiKey?: string }
  /** Complete, with the version's path. Undefined: the vendor's own address. */
  readonly baseUrl: string | undefined
}

interface Vendor {
  /** The environment variables that the vendor's own tools read. */
  readonly keyVariable?: string
  readonly baseUrlVariable?: string
  /** Whether another address may be used without a key, as a model server in one's own network often is. */
  readonly keyOptionalElsewhere?: boolean
  /** The path that a bare host lacks: the vendors' own tools differ in who adds it. */
  readonly versionPath: string
  /** Makes a URL of the vendor's own short form. */
  readonly toUrl?: (host: string) => string
  readonly open: (endpoint: Endpoint) => Promise<Provider>
}

interface ModelOptions {
  readonly env: Terminal['env']
  readonly baseUrl?: string | undefined
  /** What the two are called where they were written, for errors. */
  readonly fields?: { readonly model: string; readonly baseUrl: string }
}

const VENDORS: ReadonlyMap<string, Vendor> = new Map<string, Vendor>([
  [
    'openai',
    {
      keyVariable: 'OPENAI_API_KEY',
      baseUrlVariable: 'OPENAI_BASE_URL',
      keyOptionalElsewhere: true,
      versionPath: '/v1',
      open: openOpenAi,
    },
  ],
  [
    'anthropic',
    {
      keyVariable: 'ANTHROPIC_API_KEY',
      baseUrlVariable: 'ANTHROPIC_BASE_URL',
      versionPath: '/v1',
      open: openAnthropic,
    },
  ],
  ['google', { keyVariable: 'GOOGLE_GENERATIVE_AI_API_KEY', versionPath: '/v1beta', open: openGoogle }],
  ['ollama', { baseUrlVariable: 'OLLAMA_HOST', versionPath: '/v1', toUrl: ollamaUrl, open: openOllama }],
])

/**
 * Returns the provider that a `--model` value names. Only the chosen vendor's client is loaded, nothing is sent.
 *
 * @throws {@link CliError} as {@link resolveModel} does.
 */
export async function openProvider(specification: string, options: ModelOptions): Promise<Provider> {
  const resolved = resolveModel(specification, options)
  if (resolved === 'offline') return (await import('@cordon/offline-reviewers')).offlineReviewer()
  return resolved.open(resolved.endpoint)
}

/**
 * Returns what a `--model` value names, loading nothing.
 *
 * @throws {@link CliError} for an unknown vendor, a missing key (naming the variable to set) or an unusable base URL; its
 * message begins with the field.
 */
export function resolveModel(
  specification: string,
  { env, baseUrl, fields = { model: '--model', baseUrl: '--base-url' } }: ModelOptions,
): 'offline' | { readonly open: Vendor['open']; readonly endpoint: Endpoint } {
  if (specification === 'offline') {
    if (baseUrl !== undefined) throw new CliError(`${fields.baseUrl}: has no use with the model offline`)
    return 'offline'
  }
  const colon = specification.indexOf(':')
  const vendor = VENDORS.get(specification.slice(0, colon))
  const model = specification.slice(colon + 1)
  if (colon < 0 || vendor === undefined || model === '') {
    throw new CliError(`${fields.model}: expected ${MODEL_FORMS}`)
  }
  const { keyVariable, baseUrlVariable, keyOptionalElsewhere, versionPath, toUrl, open } = vendor
  const address = baseUrl ?? readVariable(env, baseUrlVariable)
  const apiKey = readVariable(env, keyVariable)
  const needsKey = keyVariable !== undefined && !(keyOptionalElsewhere && address !== undefined)
  if (needsKey && apiKey === undefined) {
    throw new CliError(
      `${fields.model}: no key for ${specification}; set ${keyVariable}, or take offline, which needs none`,
    )
  }
  const field = baseUrl === undefined ? `${baseUrlVariable}` : fields.baseUrl
  const url = address && completeUrl(toUrl?.(address) ?? address, versionPath, field)
  if (url && apiKey !== undefined && isOpenToNetwork(url)) {
    throw new CliError(
      `${field}: expected https, or http to this machine: the key of ${keyVariable} goes with it`,
    )
  }
  return { open, endpoint: { model, key: apiKey === undefined ? {} : { apiKey }, baseUrl: url } }
}

async function openOpenAi(endpoint: Endpoint): Promise<Provider> {
  // Other servers that call themselves OpenAI-compatible rarely speak more than chat completions.
  if (endpoint.baseUrl !== undefined) return openCompatible('openai-compatible', endpoint, endpoint.baseUrl)
  const { createOpenAI } = await import('@ai-sdk/openai')
  const openai = createOpenAI({ ...endpoint.key, baseURL: 'https://api.openai.com/v1', fetch: fetchDirectly })
  const model = openai.responses(endpoint.model)
  // Unlike chat completions, the Responses API keeps what it is sent unless told otherwise.
  const providerOptions = { openai: { store: false } }
  return wrap({
    specificationVersion: model.specificationVersion,
    provider: model.provider,
    modelId: model.modelId,
    doGenerate: (options) => model.doGenerate({ ...options, providerOptions }),
  })
}

async function openAnthropic(endpoint: Endpoint): Promise<Provider> {
  const { createAnthropic } = await import('@ai-sdk/anthropic')
  const baseURL = endpoint.baseUrl ?? 'https://api.anthropic.com/v1'
  return wrap(createAnthropic({ ...endpoint.key, baseURL, fetch: fetchDirectly })(endpoint.model))
}

async function openGoogle(endpoint: Endpoint): Promise<Provider> {
  const { createGoogleGenerativeAI } = await import('@ai-sdk/google')
  const baseURL = endpoint.baseUrl ?? 'https://generativelanguage.googleapis.com/v1beta'
  return wrap(createGoogleGenerativeAI({ ...endpoint.key, baseURL, fetch: fetchDirectly })(endpoint.model))
}

function openOllama(endpoint: Endpoint): Promise<Provider> {
  return openCompatible('ollama', endpoint, endpoint.baseUrl ?? 'http://127.0.0.1:11434/v1')
}

function ollamaUrl(host: string): string {
  if (host.includes('://')) return host
  return `http://${/:\d+$/.test(host) ? host : `${host}:11434`}`
}

async function openCompatible(name: string, { model, key }: Endpoint, baseURL: string): Promise<Provider> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  return wrap(createOpenAICompatible({ name, ...key, baseURL, fetch: fetchDirectly })(model))
}

async function wrap(
  model: Parameters<typeof import('@cordon/orchestrator/ai-sdk').fromLanguageModel>[0],
): Promise<Provider> {
  return (await import('@cordon/orchestrator/ai-sdk')).fromLanguageModel(model)
}

/** Keys travel in headers that `fetch` would carry along to wherever a redirect points. */
const fetchDirectly: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'error' })

function readVariable(env: Terminal['env'], name: string | undefined): string | undefined {
  return (name !== undefined && env[name]) || undefined
}

/**
 * Whether others on the way could read what is sent. The gateway's rule of what is this machine, written out: its entry
 * would load a server to ask a model.
 */
function isOpenToNetwork(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !/^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)
}

function completeUrl(value: string, versionPath: string, field: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new CliError(`${field}: expected a URL that begins with http:// or https://`)
  }
  if (url.username !== '' || url.password !== '') {
    throw new CliError(`${field}: must not hold credentials; keys belong in the environment`)
  }
  if (url.pathname === '/') url.pathname = versionPath
  return url.href
}
