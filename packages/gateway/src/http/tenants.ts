import { timingSafeEqual } from 'node:crypto'
import { isHandle } from '@cordon/personas'
import { failure } from '../contract/failure.ts'
import { assertOneOf, fieldsOf } from '../options/assert-known.ts'
import { assertOptions } from '../options/assert-options.ts'
import { CONFIG_FORMS } from '../options/config-forms.ts'
import { digestOfKey } from './bearer-key.ts'
import type { Exchange } from './exchange.ts'
import { createLimiter, type Limiter, type TenantLimits } from './tenant-limits.ts'

/** One holder of an API key and what it may do. */
export interface Tenant {
  readonly name: string
  /** SHA-256 of the API key, 64 lower-case hex. The key itself must be random; a password is not one. */
  readonly keyHash: string
  /** Handles it may use. An empty list allows none. @defaultValue every registered persona */
  readonly allowedPersonas?: readonly string[]
  /** Handle for requests that name none. */
  readonly defaultPersona?: string
  /** Whether tool messages count as untrusted text. @defaultValue `untrusted` */
  readonly toolMessages?: 'untrusted' | 'trusted'
  /** What happens to a tool call outside the persona's `allowed_tools` while untrusted text is in the conversation. @defaultValue `refuse` */
  readonly taintedTools?: 'refuse' | 'report'
  readonly limits?: TenantLimits
}

/** A tenant as requests meet it. */
export interface Caller {
  readonly name: string
  readonly allowedPersonas: ReadonlySet<string> | undefined
  readonly defaultPersona: string | undefined
  readonly trustsToolMessages: boolean
  readonly refusesTaintedTools: boolean
  readonly limiter: Limiter
}

export interface TenantDirectory {
  /** True when no tenant is configured: then only loopback is served. */
  readonly keyless: boolean
  /**
   * Returns who sends this request.
   *
   * @throws `ERR_GATEWAY_INVALID_API_KEY`.
   */
  identify(exchange: Exchange): Caller
}

const FIELDS = fieldsOf<Tenant>({
  name: true,
  keyHash: true,
  allowedPersonas: true,
  defaultPersona: true,
  toolMessages: true,
  taintedTools: true,
  limits: true,
})

/**
 * Returns the directory that keys are looked up in.
 *
 * @throws RangeError for a tenant that is not of its form, TypeError for a field that does not exist.
 */
export function createTenantDirectory(tenants: readonly Tenant[]): TenantDirectory {
  if (tenants.length === 0) {
    const local = callerOf({ name: 'local', keyHash: '' }, 'local')
    return { keyless: true, identify: () => local }
  }
  const byDigest = new Map<string, { digest: Buffer; caller: Caller }>()
  for (const [index, tenant] of tenants.entries()) {
    const option = `tenants[${index}]`
    checkTenant(tenant, option)
    const digest = Buffer.from(tenant.keyHash, 'hex')
    byDigest.set(tenant.keyHash, { digest, caller: callerOf(tenant, option) })
  }
  return {
    keyless: false,
    identify(exchange) {
      const digest = digestOfKey(exchange)
      const found = digest && byDigest.get(digest.toString('hex'))
      if (digest === undefined || found === undefined || !timingSafeEqual(found.digest, digest)) {
        throw failure('ERR_GATEWAY_INVALID_API_KEY', {})
      }
      return found.caller
    },
  }
}

function checkTenant(tenant: Tenant, option: string): void {
  assertOptions(tenant, FIELDS, option)
  assertOneOf(tenant.toolMessages, ['untrusted', 'trusted'], `${option}.toolMessages`)
  assertOneOf(tenant.taintedTools, ['refuse', 'report'], `${option}.taintedTools`)
  if (typeof tenant.name !== 'string' || !CONFIG_FORMS.name.pattern.test(tenant.name)) {
    throw new RangeError(`"${option}.name" expected ${CONFIG_FORMS.name.expected}`)
  }
  if (!CONFIG_FORMS.sha256.pattern.test(tenant.keyHash)) {
    throw new RangeError(`"${option}.keyHash" expected ${CONFIG_FORMS.sha256.expected}`)
  }
  const { allowedPersonas: allowed, defaultPersona } = tenant
  if (allowed !== undefined && !(Array.isArray(allowed) && allowed.every(isHandleText))) {
    throw new RangeError(`"${option}.allowedPersonas" expected a list of handles, each id@MAJOR.MINOR.PATCH`)
  }
  if (defaultPersona !== undefined && !isHandleText(defaultPersona)) {
    throw new RangeError(`"${option}.defaultPersona" expected a handle, id@MAJOR.MINOR.PATCH`)
  }
}

const isHandleText = (value: unknown): boolean => typeof value === 'string' && isHandle(value)

function callerOf(tenant: Tenant, option: string): Caller {
  return {
    name: tenant.name,
    allowedPersonas: tenant.allowedPersonas && new Set(tenant.allowedPersonas),
    defaultPersona: tenant.defaultPersona,
    trustsToolMessages: tenant.toolMessages === 'trusted',
    refusesTaintedTools: tenant.taintedTools !== 'report',
    limiter: createLimiter(tenant.limits ?? {}, `${option}.limits`),
  }
}
