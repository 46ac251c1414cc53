const SYSTEM_CODE = /^[A-Z][A-Z0-9_]{1,63}$/
const MAX_CAUSES = 5

/** What may be told of a failed call: an HTTP status and a system error code, never words of the error. */
export interface ProviderErrorFacts {
  readonly status?: number
  readonly cause?: string
}

/** Returns the first HTTP status and the first system error code (`ECONNREFUSED`) in an error and its causes. */
export function readProviderError(error: unknown): ProviderErrorFacts {
  let status: number | undefined
  let code: string | undefined
  let current = error
  for (let depth = 0; depth < MAX_CAUSES && typeof current === 'object' && current !== null; depth++) {
    const facts = current as { status?: unknown; statusCode?: unknown; code?: unknown; cause?: unknown }
    status ??= [facts.statusCode, facts.status].find(isHttpStatus)
    // What `fetch` says of a port on its block list; it has no code for it.
    if (current instanceof Error && current.message === 'bad port') code ??= 'BAD_PORT'
    if (typeof facts.code === 'string' && SYSTEM_CODE.test(facts.code)) code ??= facts.code
    current = facts.cause
  }
  return { ...(status !== undefined && { status }), ...(code !== undefined && { cause: code }) }
}

/** Returns a failed call in our own words. */
export function describeProviderError(error: unknown): string {
  const { status, cause } = readProviderError(error)
  const facts = [status === undefined ? [] : `HTTP ${status}`, cause ?? []].flat().join(', ')
  return facts === '' ? 'the provider failed' : `the provider failed (${facts})`
}

function isHttpStatus(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 100 && value <= 599
}
