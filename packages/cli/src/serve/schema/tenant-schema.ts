import { CONFIG_FORMS } from '@cordon/gateway'
import { z } from 'zod'
import { count, handle, name } from './fields.ts'
import { type Replace, secret } from './secret-field.ts'

export function tenantSchema(replace: Replace) {
  return z.strictObject({
    name: name('Its name in rows and logs.'),
    keyHash: secret(
      replace,
      'SHA-256 of its API key, 64 lower-case hex: printf %s "$KEY" | sha256sum.',
      CONFIG_FORMS.sha256,
    ),
    allowedPersonas: z
      .array(handle())
      .exactOptional()
      .describe('Handles it may use; an empty list allows none. Default: all.'),
    defaultPersona: handle().exactOptional().describe('Handle for requests that name none.'),
    toolMessages: z
      .enum(['untrusted', 'trusted'])
      .exactOptional()
      .describe('Whether tool messages are fenced. Default: untrusted.'),
    taintedTools: z
      .enum(['refuse', 'report'])
      .exactOptional()
      .describe('What happens to tool calls outside allowed_tools under taint. Default: refuse.'),
    limits: z
      .strictObject({
        requestsPerMinute: count(
          'Requests a minute on average: so many at once, then one each time its share of a minute has passed.',
          'no limit',
        ),
        concurrentRequests: count('Requests that may be open at once.', 'no limit'),
      })
      .exactOptional()
      .describe('Limits of this tenant.'),
  })
}
