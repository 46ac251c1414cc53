import { z } from 'zod'
import { name } from './fields.ts'

export function modelsSchema() {
  const target = z.strictObject({
    upstream: name('Name of the upstream.'),
    model: z.string().min(1).describe("The model's name there."),
  })
  return z
    .record(z.string().min(1), z.union([target, z.array(target).min(1)]))
    .describe('Aliases for the request field "model": one target, or several in order.')
}
