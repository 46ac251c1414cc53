import { createPrivateKey, createPublicKey, KeyObject } from 'node:crypto'

const PRIVATE_PEM = /-----BEGIN [A-Z ]*PRIVATE KEY-----/

/** A key as PEM or as node:crypto holds it. */
export type SealKey = string | KeyObject

/** Returns the Ed25519 public keys. @throws TypeError for anything else. */
export function readPublicKeys(keys: SealKey | readonly SealKey[]): readonly KeyObject[] {
  const list = Array.isArray(keys) ? keys : [keys]
  if (list.length === 0) throw new TypeError('"publicKey" expected at least one key, got none')
  return list.map((key) => readKey('publicKey', key, createPublicKey))
}

/** Returns the Ed25519 private key. @throws TypeError for anything else. */
export function readPrivateKey(key: SealKey): KeyObject {
  return readKey('privateKey', key, createPrivateKey)
}

function readKey(
  name: 'publicKey' | 'privateKey',
  key: SealKey,
  create: (pem: string) => KeyObject,
): KeyObject {
  const expected = `"${name}" expected an Ed25519 ${name === 'publicKey' ? 'public' : 'private'} key as PEM`
  if (typeof key !== 'string' && !(key instanceof KeyObject))
    throw new TypeError(`${expected}, got ${typeof key}`)
  const found = typeof key === 'string' ? parsePem(key, create, expected) : key
  if (found.asymmetricKeyType !== 'ed25519' || found.type !== (name === 'publicKey' ? 'public' : 'private')) {
    throw new TypeError(`${expected}, got a ${found.asymmetricKeyType ?? found.type} ${found.type} key`)
  }
  return found
}

// The parser's own error is left out: what was to be a public key may be a private one.
function parsePem(pem: string, create: (pem: string) => KeyObject, expected: string): KeyObject {
  // `createPublicKey` would take it, and the key that seals would lie where personas are only served.
  if (create === createPublicKey && PRIVATE_PEM.test(pem))
    throw new TypeError(`${expected}, got a private key`)
  // The parser takes the first and passes over the others, so that a lock of theirs would be refused.
  const count = pem.split('-----BEGIN ').length - 1
  if (count > 1) throw new TypeError(`${expected}, got ${count} keys in one string`)
  try {
    return create(pem)
  } catch {
    throw new TypeError(`${expected}, got a string of ${pem.length} characters`)
  }
}
