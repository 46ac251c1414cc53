import { CHAIN_PATTERN } from '@cordon/audit'
import { z } from 'zod'

export function auditSchema() {
  return z
    .strictObject({
      directory: z
        .string()
        .min(1)
        .describe('Directory of the audit log, relative to this file; created when missing.'),
      chain: z
        .string()
        .regex(CHAIN_PATTERN)
        .exactOptional()
        .describe('Name of the chain; each gateway needs its own. Default: main.'),
    })
    .describe('Where the audit log is.')
}
