import { isObject, type JsonObject } from '../protocol/json-object.ts'
import { CONFIG_FORMS } from './config-forms.ts'
import { isLoopbackHost } from './loopback-host.ts'
import { COMPLETION_FIELDS } from './names.ts'

/** What is wrong with one option. */
export interface OptionFault {
  /** Where it is: `['upstreams', 0, 'baseUrl']`. */
  readonly path: readonly (string | number)[]
  /** What is expected of it: a sentence without a subject, which quotes no value but the names of upstreams. */
  readonly message: string
}

type Checked = 'upstreams' | 'models' | 'tenants' | 'names' | 'fenceNonces' | 'fenceSecret'

/** Shortest secret for keyed nonces, in bytes: as long as the hash it keys. */
const MIN_SECRET_BYTES = 32

/**
 * Returns every fault between options and within addresses: what no form of a single field shows. Of a value that is not
 * of its form nothing is said, nor of what would follow from it.
 */
export function findOptionFaults(options: { readonly [K in Checked]?: unknown }): OptionFault[] {
  const upstreams = entriesOf(options.upstreams)
  const tenants = entriesOf(options.tenants)
  return [
    ...repeated('upstreams', upstreams, 'name'),
    ...upstreams.flatMap(addressFaults),
    ...modelFaults(options.models, upstreams),
    ...repeated('tenants', tenants, 'name'),
    ...repeated('tenants', tenants, 'keyHash'),
    ...tenants.flatMap(defaultPersonaFaults),
    ...badgeFaults(options.names),
    ...secretFaults(options.fenceNonces, options.fenceSecret),
  ]
}

/** Returns the path of a fault as error messages write it: `upstreams[0].baseUrl`. */
export function optionName([first, ...rest]: OptionFault['path']): string {
  return rest.reduce<string>(
    (name, key) => name + (typeof key === 'number' ? `[${key}]` : `.${key}`),
    `${first}`,
  )
}

function entriesOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.map((one: unknown) => (isObject(one) ? one : {})) : []
}

/** Faults of values that stood before. */
function repeated(list: string, entries: readonly JsonObject[], field: string): OptionFault[] {
  const seen = new Set<unknown>()
  return entries.flatMap((entry, index) => {
    const value = entry[field]
    const isTaken = typeof value === 'string' && seen.has(value)
    seen.add(value)
    return isTaken ? [{ path: [list, index, field], message: 'expected one that no other has' }] : []
  })
}

function addressFaults({ baseUrl }: JsonObject, index: number): OptionFault[] {
  if (typeof baseUrl !== 'string') return []
  const path = ['upstreams', index, 'baseUrl']
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  const local = url?.protocol === 'http:' && isLoopbackHost(url.hostname)
  const faults: OptionFault[] = []
  if (url?.protocol !== 'https:' && !local) {
    faults.push({ path, message: 'expected https, or http to this machine' })
  }
  if (url?.username || url?.password || url?.search || url?.hash) {
    faults.push({ path, message: 'expected neither credentials, query nor fragment' })
  }
  return faults
}

function modelFaults(models: unknown, upstreams: readonly JsonObject[]): OptionFault[] {
  const known = [...new Set(upstreams.map(({ name }) => name))]
  // The one that is meant may be one that has no name yet.
  if (!isObject(models) || known.length === 0 || !known.every(isName)) return []
  return Object.entries(models).flatMap(([alias, targets]) =>
    entriesOf([targets].flat()).flatMap(({ upstream }, index) => {
      if (typeof upstream !== 'string' || known.includes(upstream)) return []
      const place = Array.isArray(targets) ? [index] : []
      return [
        { path: ['models', alias, ...place, 'upstream'], message: `expected one of ${known.join(', ')}` },
      ]
    }),
  )
}

const isName = (value: unknown): value is string =>
  typeof value === 'string' && CONFIG_FORMS.name.pattern.test(value)

function defaultPersonaFaults({ defaultPersona, allowedPersonas }: JsonObject, index: number): OptionFault[] {
  if (typeof defaultPersona !== 'string' || !Array.isArray(allowedPersonas)) return []
  if (allowedPersonas.includes(defaultPersona)) return []
  return [{ path: ['tenants', index, 'defaultPersona'], message: 'expected one of its allowedPersonas' }]
}

function badgeFaults(names: unknown): OptionFault[] {
  return isObject(names) && COMPLETION_FIELDS.has(names['badgeField'])
    ? [{ path: ['names', 'badgeField'], message: 'expected a name that no field of a chat completion has' }]
    : []
}

function secretFaults(fenceNonces: unknown = 'fresh', fenceSecret: unknown = ''): OptionFault[] {
  const path = ['fenceSecret']
  if (typeof fenceSecret !== 'string') return []
  if (fenceNonces === 'fresh' && fenceSecret !== '') {
    return [{ path, message: 'expected with keyed nonces only' }]
  }
  if (fenceNonces !== 'keyed' || Buffer.byteLength(fenceSecret) >= MIN_SECRET_BYTES) return []
  return [{ path, message: `expected at least ${MIN_SECRET_BYTES} bytes for keyed nonces` }]
}
