import crypto from 'node:crypto'

/** Returns the SHA-256 of the bytes, 64 lowercase hex characters. */
export const sha256Hex: (bytes: Uint8Array) => string =
  // One call, without a hash object; absent from runtimes that only follow node:crypto from afar.
  typeof crypto.hash === 'function'
    ? (bytes) => crypto.hash('sha256', bytes, 'hex')
    : (bytes) => crypto.createHash('sha256').update(bytes).digest('hex')
