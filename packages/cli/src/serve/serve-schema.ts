import { z } from 'zod'
import { publicKeyFault } from './public-key-fault.ts'

// A configuration is parsed once: compiling a parser for it would cost more than it saves.
z.config({ jitless: true })

type Environment = Readonly<Record<string, string | undefined>>
type FaultOf = (found: string) => string | undefined

const REFERENCE = /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/
/** What can stand in a header; a line end from a file of secrets cannot. */
const API_KEY = /^[\x21-\x7e]+$/
const SHA256_HEX = /^[0-9a-f]{64}$/
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/
const REPLACED = 'May be written as ${NAME}: the environment variable of that name.'
const HANDLE = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*@(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}$/

/**
 * Returns the schema of the configuration file. Fields that may hold a secret take `${NAME}`, which is replaced from
 * `env` after the file was parsed; in every other field it is plain text. Without `env` secrets are not looked at.
 */
export function serveSchema(env?: Environment) {
  const replace = (value: string, context: z.RefinementCtx, faultOf: FaultOf, path: number[] = []) => {
    if (env === undefined) return value
    const name = REFERENCE.exec(value)?.[1]
    const found = name === undefined ? value : env[name]
    const fault = found ? faultOf(found) : `the environment variable ${name} is not set`
    if (found && fault === undefined) return found
    context.addIssue({ code: 'custom', message: fault, path })
    return z.NEVER
  }
  const secret = (description: string, form = /^/) => {
    const faultOf = (found: string) => (form.test(found) ? undefined : `expected ${form.source}`)
    return z
      .string()
      .min(1)
      .transform((value, context) => replace(value, context, faultOf))
      .describe(`${description} ${REPLACED}`)
  }
  const count = (description: string, fallback: string) =>
    z.int().min(1).exactOptional().describe(`${description} Default: ${fallback}.`)
  const name = z.string().regex(NAME)
  const handle = z.string().regex(HANDLE)

  const listen = z.strictObject({
    host: z
      .string()
      .min(1)
      .default('127.0.0.1')
      .describe('Address to listen on. Any but a loopback address needs tenants.'),
    port: z.int().min(0).max(65_535).default(8080).describe('TCP port; 0 takes a free one.'),
  })
  const personas = z.strictObject({
    directory: z.string().min(1).describe('Directory of the persona files, relative to this file.'),
    root: z
      .string()
      .min(1)
      .exactOptional()
      .describe('Directory that paths in audit rows are relative to. Default: the persona directory.'),
    integrity: z
      .enum(['live', 'sealed'])
      .exactOptional()
      .describe(
        'Whether edits are adopted or refused. Default: sealed when the directory holds personas.lock.json, else live.',
      ),
    publicKey: z
      .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
      .transform((keys, context) =>
        typeof keys === 'string'
          ? replace(keys, context, publicKeyFault)
          : keys.map((key, index) => replace(key, context, publicKeyFault, [index])),
      )
      .describe(
        `Sealed: the Ed25519 public key, in PEM, that must have signed the lock; a list while keys are rotated, of which any may have. ${REPLACED}`,
      )
      .exactOptional(),
    unsigned: z
      .literal(true)
      .exactOptional()
      .describe('Sealed: take a lock without a signature. It protects against accidents only.'),
  })
  const audit = z.strictObject({
    directory: z
      .string()
      .min(1)
      .describe('Directory of the audit log, relative to this file; created when missing.'),
    chain: z
      .string()
      .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/)
      .exactOptional()
      .describe('Name of the chain; each gateway needs its own. Default: main.'),
  })
  const timeouts = z.strictObject({
    connectMs: count('Until the connection stands.', '5000'),
    headersMs: count('From the sent request to the headers.', '60000'),
    firstChunkMs: count('From the headers to the first byte.', '60000'),
    betweenChunksMs: count('Between two pieces of the body.', '30000'),
    totalMs: count('All attempts and waits together.', '600000'),
  })
  const retries = z.strictObject({
    attempts: count('Calls for one request, the first included.', '3'),
    backoffMs: count('Wait before the second call, doubled each time, ± 20 %.', '200'),
    maxRetryAfterMs: count('Longest Retry-After that is waited for.', '5000'),
  })
  const upstream = z.strictObject({
    name: name.describe('Its name in rows, metrics and models.'),
    baseUrl: z
      .url({ protocol: /^https?$/ })
      .describe('Address up to and without /chat/completions. https, or http to this machine.'),
    apiKey: secret("The gateway's own key there.", API_KEY).exactOptional(),
    systemMessages: z
      .enum(['separate', 'developer', 'merge'])
      .exactOptional()
      .describe('How it takes more than one system message. Default: separate.'),
    timeouts: timeouts.exactOptional().describe('Time limits in milliseconds.'),
    retries: retries.exactOptional().describe('Further calls before the first byte.'),
    connections: count('Connections kept to it.', '64'),
  })
  const target = z.strictObject({
    upstream: name.describe('Name of the upstream.'),
    model: z.string().min(1).describe("The model's name there."),
  })
  const tenant = z.strictObject({
    name: name.describe('Its name in rows and logs.'),
    keyHash: secret('SHA-256 of its API key, 64 lower-case hex: printf %s "$KEY" | sha256sum.', SHA256_HEX),
    allowedPersonas: z
      .array(handle)
      .exactOptional()
      .describe('Handles it may use; an empty list allows none. Default: all.'),
    defaultPersona: handle.exactOptional().describe('Handle for requests that name none.'),
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
        requestsPerMinute: count('Requests that may begin within a minute.', 'no limit'),
        concurrentRequests: count('Requests that may be open at once.', 'no limit'),
      })
      .exactOptional()
      .describe('Limits of this tenant.'),
  })
  const names = z.strictObject({
    headerPrefix: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/)
      .exactOptional()
      .describe('Prefix of the persona headers. Default: X-CyberOS.'),
    badgeField: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,63}$/)
      .exactOptional()
      .describe('Field of the badge. Default: made_by_genie.'),
    auditPrefix: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,31}$/)
      .exactOptional()
      .describe('First segment of audit kinds. Default: ai.'),
    metricPrefix: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,31}$/)
      .exactOptional()
      .describe('First word of the persona metrics. Default: ai.'),
  })

  return z.strictObject({
    $schema: z.string().exactOptional().describe('Address of this schema, for editors.'),
    listen: listen.prefault({}).describe('Where the gateway listens.'),
    personas: personas.describe('Where the personas are.'),
    audit: audit.describe('Where the audit log is.'),
    upstreams: z
      .array(upstream)
      .min(1)
      .describe('Servers that speak the OpenAI protocol, in order of preference.'),
    models: z
      .record(z.string().min(1), z.union([target, z.array(target).min(1)]))
      .exactOptional()
      .describe('Aliases for the request field "model": one target, or several in order.'),
    tenants: z
      .array(tenant)
      .min(1)
      .exactOptional()
      .describe('Holders of API keys. Default: none, only this machine is served.'),
    names: names.exactOptional().describe('Names shown to the outside.'),
    fenceNonces: z
      .enum(['fresh', 'keyed'])
      .exactOptional()
      .describe('How the nonces of fences come about. Default: fresh.'),
    fenceSecret: secret('Secret of at least 32 bytes for keyed nonces.').exactOptional(),
    contact: z.string().min(1).exactOptional().describe('Whom to write to about a tampered persona.'),
    metricsKeyHash: secret(
      'SHA-256 of the key that reads /metrics from another machine.',
      SHA256_HEX,
    ).exactOptional(),
    council: z
      .strictObject({
        model: z.string().min(1).describe('Who reviews, as in cordon review --model.'),
        baseUrl: z.url().exactOptional().describe('Another server that speaks the protocol.'),
      })
      .exactOptional()
      .describe('Answers POST /v1/council. Default: none.'),
    limits: z
      .strictObject({
        maxBodyBytes: count('Longest request body.', '8388608'),
        maxResponseBytes: count(
          'Longest whole answer of an upstream; of a stream, the most that is held back.',
          '16777216',
        ),
        drainMs: count('How long open requests may run on at shutdown.', '30000'),
      })
      .exactOptional()
      .describe('Limits of the gateway.'),
    log: z
      .strictObject({
        level: z
          .enum(['info', 'warn', 'error', 'silent'])
          .default('info')
          .describe('Least level that is written.'),
      })
      .prefault({})
      .describe('JSON lines on standard output.'),
  })
}

export type ServeConfig = z.output<ReturnType<typeof serveSchema>>

/** Returns the JSON Schema of the configuration file (draft 2020-12), for editors. */
export function serveJsonSchema(): object {
  return z.toJSONSchema(serveSchema(), { io: 'input' })
}
