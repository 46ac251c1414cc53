import { z } from 'zod'

export function listenSchema() {
  return z
    .strictObject({
      host: z
        .string()
        .min(1)
        .default('127.0.0.1')
        .describe('Address to listen on. Any but a loopback address needs tenants.'),
      port: z.int().min(0).max(65_535).default(8080).describe('TCP port; 0 takes a free one.'),
    })
    .prefault({})
    .describe('Where the gateway listens.')
}
