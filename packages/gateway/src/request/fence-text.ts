import { createHmac } from 'node:crypto'
import { fenceUntrusted } from '@cordon/prompt'
import { assertOneOf } from '../options/assert-known.ts'

/** Returns a text sanitized (strict) and in a fence of `Prompt`'s format, without the instruction. Throws `PromptError` when it holds its own nonce. */
export type Fence = (text: string, label: string, tenant: string) => string

/** How the nonce of a fence comes about (ADR 014). */
export type FenceNonces = 'fresh' | 'keyed'

/**
 * Returns the fence of a gateway: `fresh` draws a nonce for each text, `keyed` derives it from secret, tenant, label and
 * text, so that a text keeps its fence from turn to turn and a provider's prompt cache keeps its prefix.
 *
 * @throws RangeError for another value.
 */
export function createFence(nonces: FenceNonces = 'fresh', secret = ''): Fence {
  assertOneOf(nonces, ['fresh', 'keyed'], 'fenceNonces')
  if (nonces === 'fresh') return (text) => fenceUntrusted(text)
  return (text, label, tenant) =>
    fenceUntrusted(text, { rng: { nextU128: () => keyedNonce(secret, [tenant, label, text]) } })
}

/** Lengths go in first, so that no two lists of fields give the same bytes. */
function keyedNonce(secret: string, fields: readonly string[]): bigint {
  const hmac = createHmac('sha256', secret)
  for (const field of fields) {
    const bytes = Buffer.from(field)
    hmac.update(`${bytes.length}:`).update(bytes)
  }
  return BigInt(`0x${hmac.digest('hex').slice(0, 32)}`)
}
