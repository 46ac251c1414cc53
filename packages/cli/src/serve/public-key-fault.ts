import { createPublicKey } from 'node:crypto'

const BEGIN = /-----BEGIN ([A-Z0-9 ]+)-----/g

/** Returns what keeps a text from being one Ed25519 public key in PEM, or undefined. */
export function publicKeyFault(pem: string): string | undefined {
  const labels = [...pem.matchAll(BEGIN)].map(([, label = '']) => label)
  if (labels.some((label) => label.endsWith('PRIVATE KEY')))
    return 'expected a public key, found a private one'
  // The parser would read the first and pass over the others.
  if (labels.length > 1) return `expected one key, found ${labels.length}; write several as a list`
  try {
    if (createPublicKey(pem).asymmetricKeyType === 'ed25519') return undefined
  } catch {
    // What the parser says may quote what it was given.
  }
  return 'expected an Ed25519 public key in PEM; in YAML its lines stand indented below "publicKey: |"'
}
