import { CONFIG_FORMS } from '@cordon/gateway'
import { z } from 'zod'
import { auditSchema } from './schema/audit-schema.ts'
import { councilSchema } from './schema/council-schema.ts'
import { limitsSchema } from './schema/limits-schema.ts'
import { listenSchema } from './schema/listen-schema.ts'
import { logSchema } from './schema/log-schema.ts'
import { modelsSchema } from './schema/models-schema.ts'
import { namesSchema } from './schema/names-schema.ts'
import { personasSchema } from './schema/personas-schema.ts'
import { type Environment, replaceFrom, secret } from './schema/secret-field.ts'
import { tenantSchema } from './schema/tenant-schema.ts'
import { upstreamSchema } from './schema/upstream-schema.ts'

// A configuration is parsed once: compiling a parser for it would cost more than it saves.
z.config({ jitless: true })

/**
 * Returns the schema of the configuration file. Fields that may hold a secret take `${NAME}`, which is replaced from
 * `env` after the file was parsed; in every other field it is plain text. Without `env` secrets are not looked at.
 */
export function serveSchema(env?: Environment) {
  const replace = replaceFrom(env)
  return z.strictObject({
    $schema: z.string().exactOptional().describe('Address of this schema, for editors.'),
    listen: listenSchema(),
    personas: personasSchema(replace),
    audit: auditSchema(),
    upstreams: z
      .array(upstreamSchema(replace))
      .min(1)
      .describe('Servers that speak the OpenAI protocol, in order of preference.'),
    models: modelsSchema().exactOptional(),
    tenants: z
      .array(tenantSchema(replace))
      .min(1)
      .exactOptional()
      .describe('Holders of API keys. Default: none, only this machine is served.'),
    names: namesSchema().exactOptional(),
    fenceNonces: z
      .enum(['fresh', 'keyed'])
      .exactOptional()
      .describe('How the nonces of fences come about. Default: fresh.'),
    fenceSecret: secret(replace, 'Secret of at least 32 bytes for keyed nonces.').exactOptional(),
    contact: z.string().min(1).exactOptional().describe('Whom to write to about a tampered persona.'),
    metricsKeyHash: secret(
      replace,
      'SHA-256 of the key that reads /metrics, and all of /readyz, from another machine.',
      CONFIG_FORMS.sha256,
    ).exactOptional(),
    council: councilSchema().exactOptional(),
    limits: limitsSchema().exactOptional(),
    log: logSchema(),
  })
}

export type ServeConfig = z.output<ReturnType<typeof serveSchema>>

/** Returns the JSON Schema of the configuration file (draft 2020-12), for editors. */
export function serveJsonSchema(): object {
  return z.toJSONSchema(serveSchema(), { io: 'input' })
}
