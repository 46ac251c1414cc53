import { CHAIN_PATTERN } from '@cordon/audit'
import { z } from 'zod'
import { type Form, text } from './fields.ts'

const CHAIN: Form = {
  pattern: CHAIN_PATTERN,
  expected: 'a lower-case letter or digit, then up to 63 of a-z 0-9 . _ -',
}

export function auditSchema() {
  return z
    .strictObject({
      directory: z
        .string()
        .min(1)
        .describe('Directory of the audit log, relative to this file; created when missing.'),
      chain: text(CHAIN, 'Name of the chain; each gateway needs its own. Default: main.').exactOptional(),
    })
    .describe('Where the audit log is.')
}
