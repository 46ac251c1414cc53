import type { AuditSink, Council, PersonaSource } from './contract/ports.ts'
import type { Tenant } from './http/tenants.ts'
import { fieldsOf } from './options/assert-known.ts'
import { assertOptions } from './options/assert-options.ts'
import type { GatewayNames } from './options/names.ts'
import { assertPositiveInt32s } from './options/positive-int32.ts'
import { withDefaults } from './options/with-defaults.ts'
import { isObject } from './protocol/json-object.ts'
import type { GatewayListener } from './record/events.ts'
import type { FenceNonces } from './request/fence-text.ts'
import type { ModelTarget, Upstream } from './upstream/upstream-options.ts'

export interface GatewayLimits {
  /** Longest request body. @defaultValue 8 MiB */
  readonly maxBodyBytes: number
  /** Longest whole answer of an upstream; of a stream, the most that is held back. @defaultValue 16 MiB */
  readonly maxResponseBytes: number
  /** How long `close()` lets open requests run on. @defaultValue 30,000 */
  readonly drainMs: number
}

export interface GatewayOptions {
  /** An open persona registry. */
  readonly personas: PersonaSource
  /** An open audit log. */
  readonly audit: AuditSink
  /** At least one, in order of preference. */
  readonly upstreams: readonly Upstream[]
  /** Aliases that callers may use as `model`. Any other model goes to the upstreams in order, under its own name. */
  readonly models?: Readonly<Record<string, ModelTarget | readonly ModelTarget[]>>
  /** Holders of API keys. @defaultValue none: only this machine is served */
  readonly tenants?: readonly Tenant[]
  /** Answers `POST /v1/council`. @defaultValue none: 404 */
  readonly council?: Council
  readonly names?: Partial<GatewayNames>
  /** @defaultValue `fresh` */
  readonly fenceNonces?: FenceNonces
  /** Secret of at least 32 bytes for `fenceNonces: 'keyed'`, which needs it; with `fresh` nonces it is refused. */
  readonly fenceSecret?: string
  /** Whom to write to about a tampered persona; part of that answer when given. */
  readonly contact?: string
  /** SHA-256 of the key that reads `/metrics` from another machine, 64 lower-case hex. @defaultValue this machine only */
  readonly metricsKeyHash?: string
  readonly limits?: Partial<GatewayLimits>
  /** Receives what the gateway tells, synchronously. `logEvents` turns it into log lines. */
  readonly onEvent?: GatewayListener
}

const OPTIONS = fieldsOf<GatewayOptions>({
  personas: true,
  audit: true,
  upstreams: true,
  models: true,
  tenants: true,
  council: true,
  names: true,
  fenceNonces: true,
  fenceSecret: true,
  contact: true,
  metricsKeyHash: true,
  limits: true,
  onEvent: true,
})

const isFunction = (value: unknown): boolean => typeof value === 'function'
const isString = (value: unknown): boolean => typeof value === 'string'
const hasMethods =
  (...names: readonly string[]) =>
  (value: unknown): boolean =>
    isObject(value) && names.every((name) => isFunction(value[name]))

/** Without these checks a wrong value would fail where it is first used: in an error that names no option, or at a request. */
const REQUIRED: readonly [keyof GatewayOptions, string, (value: unknown) => boolean][] = [
  ['personas', 'an object with load and handles', hasMethods('load', 'handles')],
  ['audit', 'an object with append', hasMethods('append')],
  ['upstreams', 'a list', Array.isArray],
]
const OPTIONAL: typeof REQUIRED = [
  ['models', 'an object', isObject],
  ['tenants', 'a list', Array.isArray],
  ['council', 'a function', isFunction],
  ['contact', 'a string', isString],
  ['fenceSecret', 'a string', isString],
  ['onEvent', 'a function', isFunction],
]

/** @throws TypeError for an option that does not exist, or is of another type. */
export function assertGatewayOptions(options: GatewayOptions): void {
  assertOptions(options, OPTIONS)
  const given = OPTIONAL.filter(([name]) => options[name] !== undefined)
  for (const [name, expected, holds] of [...REQUIRED, ...given]) {
    if (!holds(options[name])) throw new TypeError(`"${name}" expected ${expected}, got another value`)
  }
}

const DEFAULT_LIMITS: GatewayLimits = Object.freeze({
  maxBodyBytes: 8 * 1024 * 1024,
  maxResponseBytes: 16 * 1024 * 1024,
  drainMs: 30_000,
})

/**
 * Returns the limits, defaults filled in.
 *
 * @throws RangeError for one that is not an integer 1..2,147,483,647, TypeError for one that does not exist.
 */
export function resolveLimits(given: Partial<GatewayLimits> = {}): GatewayLimits {
  assertPositiveInt32s(given, Object.keys(DEFAULT_LIMITS), 'limits')
  return withDefaults(DEFAULT_LIMITS, given)
}
