import { CONFIG_FORMS } from '@cordon/gateway'
import { z } from 'zod'
import { count, name } from './fields.ts'
import { type Replace, secret } from './secret-field.ts'

export function upstreamSchema(replace: Replace) {
  return z.strictObject({
    name: name('Its name in rows, metrics and models.'),
    baseUrl: z
      .url({ protocol: /^https?$/ })
      .describe('Address up to and without /chat/completions. https, or http to this machine.'),
    apiKey: secret(replace, "The gateway's own key there.", CONFIG_FORMS.apiKey).exactOptional(),
    systemMessages: z
      .enum(['separate', 'developer', 'merge'])
      .exactOptional()
      .describe('How it takes more than one system message. Default: separate.'),
    timeouts: timeouts().exactOptional(),
    retries: retries().exactOptional(),
    connections: count('Calls at once, each on a connection of its own; further ones wait.', '64'),
  })
}

function timeouts() {
  return z
    .strictObject({
      connectMs: count('Until the connection stands.', '5000'),
      headersMs: count('From the sent request to the headers.', '60000'),
      firstChunkMs: count('From the headers to the first byte.', '60000'),
      betweenChunksMs: count('Between two pieces of the body.', '30000'),
      totalMs: count('All attempts and waits together.', '600000'),
    })
    .describe('Time limits in milliseconds.')
}

function retries() {
  return z
    .strictObject({
      attempts: count('Calls for one request, the first included.', '3'),
      backoffMs: count('Wait before the second call, doubled each time, ± 20 %.', '200'),
      maxRetryAfterMs: count('Longest Retry-After that is waited for.', '5000'),
    })
    .describe('Further calls before the first byte.')
}
