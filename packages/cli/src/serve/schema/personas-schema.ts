import { z } from 'zod'
import { publicKeyFault } from '../public-key-fault.ts'
import { REPLACED, type Replace } from './secret-field.ts'

export function personasSchema(replace: Replace) {
  return z
    .strictObject({
      directory: z.string().min(1).describe('Directory of the persona files, relative to this file.'),
      root: z
        .string()
        .min(1)
        .exactOptional()
        .describe('Directory that paths in audit rows are relative to. Default: the persona directory.'),
      integrity: z
        .enum(['live', 'sealed'])
        .exactOptional()
        .describe(
          'Whether edits are adopted or refused. Default: sealed when the directory holds personas.lock.json, else live.',
        ),
      publicKey: publicKey(replace).exactOptional(),
      unsigned: z
        .literal(true)
        .exactOptional()
        .describe('Sealed: take a lock without a signature. It protects against accidents only.'),
    })
    .describe('Where the personas are.')
}

function publicKey(replace: Replace) {
  return z
    .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
    .transform((keys, context) =>
      typeof keys === 'string'
        ? replace(keys, context, publicKeyFault)
        : keys.map((key, index) => replace(key, context, publicKeyFault, [index])),
    )
    .describe(
      `Sealed: the Ed25519 public key, in PEM, that must have signed the lock; a list while keys are rotated, of which any may have. ${REPLACED}`,
    )
}
