import { createPrivateKey, createPublicKey, KeyObject } from 'node:crypto'

const PRIVATE_PEM = /-----BEGIN [A-Z ]*PRIVATE KEY-----/

/** Returns the Ed25519 private key that signs. @throws TypeError for anything else. */
export function readPrivateKey(value: KeyObject | string): KeyObject {
  return readKey('private', value, createPrivateKey)
}

/** Returns the Ed25519 public key that verifies. @throws TypeError for anything else, a private key too. */
export function readPublicKey(value: KeyObject | string): KeyObject {
  // `createPublicKey` would take it, and the key that signs would lie where a log is only read.
  const isPrivate = typeof value === 'string' && PRIVATE_PEM.test(value)
  return readKey('public', isPrivate ? undefined : value, createPublicKey)
}

function readKey(
  type: 'public' | 'private',
  value: KeyObject | string | undefined,
  create: (pem: string) => KeyObject,
): KeyObject {
  const key = typeof value === 'string' ? tryKey(value, create) : value
  if (!(key instanceof KeyObject) || key.type !== type || key.asymmetricKeyType !== 'ed25519')
    throw new TypeError(`"${type}Key" expected an Ed25519 ${type} key`)
  return key
}

/** OpenSSL's own error is dropped: it could tell of the key. */
function tryKey(pem: string, create: (pem: string) => KeyObject): KeyObject | undefined {
  // It takes the first of several keys and passes over the others.
  if (pem.split('-----BEGIN ').length > 2) return undefined
  try {
    return create(pem)
  } catch {
    return undefined
  }
}
