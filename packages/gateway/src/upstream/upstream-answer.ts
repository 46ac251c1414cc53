import type { AnyGatewayError, UpstreamRejection } from '../contract/errors.ts'
import { failure } from '../contract/failure.ts'
import { isObject, type JsonObject, textOf, tryParseJson } from '../protocol/json-object.ts'
import type { Target } from './model-directory.ts'
import { readRetryAfter } from './retry-delay.ts'
import type { UpstreamCall, UpstreamHead } from './upstream-call.ts'
import type { UpstreamPool } from './upstream-pool.ts'

/** What came back: a whole answer, or a stream whose first piece is there. */
export type UpstreamAnswer =
  | { readonly kind: 'json'; readonly target: Target; readonly completion: JsonObject }
  | { readonly kind: 'stream'; readonly target: Target; readonly call: UpstreamCall }

/** Longest text that is passed on from an upstream's refusal, in UTF-16 code units. */
const REJECTION_TEXT_LENGTH = 2_048
const REJECTION_BODY_BYTES = 64 * 1024

/** About the gateway's own credentials, so none of them is the caller's to hear: `fetch` takes a 407 for its own proxy's. */
const REFUSES_OUR_KEY = new Set([401, 403, 407])

/** Returns the whole body of a call, or rejects with `ERR_GATEWAY_UPSTREAM_RESPONSE_TOO_LARGE` beyond `maxBytes`. */
export function collectBody(call: UpstreamCall, upstream: string, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    call.listen({
      onChunk(chunk) {
        size += chunk.length
        if (size <= maxBytes) {
          chunks.push(chunk)
          return true
        }
        const tooLarge = failure('ERR_GATEWAY_UPSTREAM_RESPONSE_TOO_LARGE', { upstream, maxLength: maxBytes })
        call.fail(tooLarge)
        // A short answer may have ended before anyone listened: then there is no call left to fail.
        reject(tooLarge)
        return true
      },
      onEnd: () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)),
      onError: reject,
    })
  })
}

/** Returns the failure that an answer other than 200 stands for, after reading what it says about a refused request. */
export async function failureOf(
  call: UpstreamCall,
  head: UpstreamHead,
  pool: UpstreamPool,
): Promise<AnyGatewayError> {
  const upstream = pool.name
  const { status } = head
  if (status === 429 || status === 408 || status >= 500 || status < 400 || REFUSES_OUR_KEY.has(status)) {
    const error = failureOfStatus(head, upstream)
    call.fail(error)
    return error
  }
  const body = await collectBody(call, upstream, REJECTION_BODY_BYTES)
  return failure('ERR_GATEWAY_UPSTREAM_REJECTED', {
    upstream,
    status,
    rejection: readRejection(body, pool.apiKey),
  })
}

function failureOfStatus({ status, retryAfter }: UpstreamHead, upstream: string): AnyGatewayError {
  const retryAfterSeconds = readRetryAfter(retryAfter)
  if (status === 429)
    return failure('ERR_GATEWAY_UPSTREAM_RATE_LIMITED', { upstream, status, retryAfterSeconds })
  if (REFUSES_OUR_KEY.has(status)) return failure('ERR_GATEWAY_UPSTREAM_AUTH_FAILED', { upstream, status })
  if (status >= 300 && status < 400) return failure('ERR_GATEWAY_UPSTREAM_REDIRECT', { upstream, status })
  if (status < 300) return failure('ERR_GATEWAY_UPSTREAM_INVALID_RESPONSE', { upstream })
  return failure('ERR_GATEWAY_UPSTREAM_ERROR', { upstream, status, retryAfterSeconds })
}

/**
 * The upstream's own words about the caller's request: an `error`, or without one the answer itself, alone or in a list.
 * Our key is cut out should they quote it.
 */
function readRejection(body: Buffer, apiKey: string | undefined): UpstreamRejection {
  const [parsed] = [tryParseJson(textOf(body))].flat()
  const error = isObject(parsed) ? (parsed['error'] ?? parsed) : undefined
  const text = (value: unknown): string | null => {
    if (typeof value !== 'string') return null
    const clean = apiKey === undefined ? value : value.replaceAll(apiKey, '***')
    return clean.slice(0, REJECTION_TEXT_LENGTH)
  }
  const fields = isObject(error) ? error : { message: error }
  return {
    message: text(fields['message']) ?? text(fields['detail']) ?? 'The upstream refused the request.',
    type: text(fields['type']) ?? 'invalid_request_error',
    code: text(fields['code']) ?? 'upstream_rejected',
    param: text(fields['param']),
  }
}
