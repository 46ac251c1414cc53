import { createHash } from 'node:crypto'
import type { Exchange } from './exchange.ts'

/** Returns the SHA-256 of the key that a request presents, or undefined when it presents none (RFC 6750 §2.1). */
export function digestOfKey(exchange: Exchange): Buffer | undefined {
  const key = /^Bearer +(\S+)$/i.exec(exchange.header('authorization') ?? '')?.[1]
  return key === undefined ? undefined : createHash('sha256').update(key).digest()
}
