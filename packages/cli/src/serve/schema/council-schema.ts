import { z } from 'zod'

export function councilSchema() {
  return z
    .strictObject({
      model: z.string().min(1).describe('Who reviews, as in cordon review --model.'),
      baseUrl: z
        .url({ protocol: /^https?$/ })
        .exactOptional()
        .describe('Another server that speaks the protocol.'),
    })
    .describe('Answers POST /v1/council. Default: none.')
}
