import { z } from 'zod'

export function logSchema() {
  return z
    .strictObject({
      level: z
        .enum(['info', 'warn', 'error', 'silent'])
        .default('info')
        .describe('Least level that is written.'),
    })
    .prefault({})
    .describe('JSON lines on standard output.')
}
