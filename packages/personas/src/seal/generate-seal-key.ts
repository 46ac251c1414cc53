import { generateKeyPairSync } from 'node:crypto'

/** An Ed25519 key pair as PEM. */
export interface SealKeyPair {
  /** SPKI; belongs in the configuration of what opens the registry. */
  readonly publicKey: string
  /** PKCS #8, not encrypted; belongs where personas are sealed and nowhere else. */
  readonly privateKey: string
}

/** Returns a new Ed25519 key pair (RFC 8032) from the system's random source. */
export function generateSealKey(): SealKeyPair {
  return generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
}
