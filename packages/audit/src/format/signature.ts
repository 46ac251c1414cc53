import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { AuditHead } from './row.ts'

/** The bytes that a signature covers: the RFC 8785 form of a head. */
function signedBytes({ chain, hash, seq }: AuditHead): Buffer {
  return Buffer.from(`{"chain":"${chain}","hash":"${hash}","seq":${seq}}`)
}

/** Returns the Ed25519 signature (RFC 8032) over a head, in base64. */
export function signHead(head: AuditHead, privateKey: KeyObject): string {
  return sign(null, signedBytes(head), privateKey).toString('base64')
}

/** Returns whether `payload` is that of a signature row and its signature is one over `head`. */
export function isSignatureOf(payload: unknown, head: AuditHead, publicKey: KeyObject): boolean {
  const { signature } = (payload ?? {}) as { signature?: unknown }
  return (
    typeof signature === 'string' &&
    verify(null, signedBytes(head), publicKey, Buffer.from(signature, 'base64'))
  )
}

/** Returns the name by which a segment declares its key: SHA-256 over the DER form, in hex. */
export function keyId(key: KeyObject): string {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')
}
