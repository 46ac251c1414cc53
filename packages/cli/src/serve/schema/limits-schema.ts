import { z } from 'zod'
import { count } from './fields.ts'

export function limitsSchema() {
  return z
    .strictObject({
      maxBodyBytes: count('Longest request body.', '8388608'),
      maxResponseBytes: count(
        'Longest whole answer of an upstream; of a stream, the most that is held back.',
        '16777216',
      ),
      drainMs: count('How long open requests may run on at shutdown.', '30000'),
    })
    .describe('Limits of the gateway.')
}
