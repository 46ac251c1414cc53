import { isLoopbackHost, resolveNames } from '@cordon/gateway'
import type { Terminal } from '../terminal/terminal.ts'
import { type ServeConfig, serveSchema } from './serve-schema.ts'

/** What the disk says about the personas of a configuration. */
export interface PersonaFolder {
  readonly exists: boolean
  readonly integrity: 'live' | 'sealed'
}

type Part<K extends keyof ServeConfig> = Pick<ServeConfig, K>

/**
 * Returns what is wrong between the fields of a configuration, each fault with the field it is about. `parsed` is what the
 * schema made of it, if it could; else a part that is not of its form is left out, and hides no fault of the others.
 */
export function findConfigFaults(
  value: unknown,
  parsed: ServeConfig | undefined,
  env: Terminal['env'],
  folderOf: (personas: ServeConfig['personas']) => PersonaFolder,
): string[] {
  // The second: a missing secret hides no fault of its neighbours.
  const schemas = parsed === undefined ? [serveSchema(env), serveSchema()] : []
  const among = <K extends keyof ServeConfig>(
    keys: readonly K[],
    find: (part: Part<K>) => string[],
  ): string[] => {
    if (parsed !== undefined) return find(parsed)
    const mask = Object.fromEntries(keys.map((key) => [key, true])) as Record<keyof ServeConfig, true>
    for (const schema of schemas) {
      const part = schema.pick(mask).strip().safeParse(value)
      if (part.success) return find(part.data)
    }
    return []
  }
  return [
    ...among(['listen', 'tenants'], listenFaults),
    ...among(['personas'], ({ personas }) => personaFaults(personas, folderOf(personas))),
    ...among(['upstreams'], upstreamFaults),
    ...among(['models', 'upstreams'], modelFaults),
    ...among(['tenants'], tenantFaults),
    ...among(['names'], nameFaults),
    ...among(['fenceNonces', 'fenceSecret'], fenceFaults),
  ]
}

function listenFaults({ listen, tenants }: Part<'listen' | 'tenants'>): string[] {
  return tenants === undefined && !isLoopbackHost(listen.host)
    ? ['listen.host: without tenants the gateway has no keys and listens on a loopback address only']
    : []
}

function personaFaults(
  { publicKey, unsigned }: ServeConfig['personas'],
  { exists, integrity }: PersonaFolder,
): string[] {
  if (!exists) return ['personas.directory: there is no such directory']
  const given = Number(publicKey !== undefined) + Number(unsigned === true)
  if (integrity === 'sealed' && given !== 1)
    return ['personas: sealed needs publicKey, or unsigned: true, and not both']
  if (integrity === 'live' && given !== 0)
    return ['personas: publicKey and unsigned have a meaning when sealed only']
  return []
}

function upstreamFaults({ upstreams }: Part<'upstreams'>): string[] {
  return [
    ...repeated(upstreams.map(({ name }) => name)).map((index) => `upstreams.${index}.name: is taken`),
    ...upstreams.flatMap(({ baseUrl }, index) => {
      const url = new URL(baseUrl)
      const faults: string[] = []
      if (url.protocol !== 'https:' && !isLoopbackHost(url.hostname)) {
        faults.push(`upstreams.${index}.baseUrl: expected https, or http to this machine`)
      }
      if (url.username || url.password || url.search || url.hash) {
        faults.push(`upstreams.${index}.baseUrl: expected neither credentials, query nor fragment`)
      }
      return faults
    }),
  ]
}

function modelFaults({ models = {}, upstreams }: Part<'models' | 'upstreams'>): string[] {
  const known = new Set(upstreams.map(({ name }) => name))
  return Object.entries(models).flatMap(([alias, targets]) =>
    [targets]
      .flat()
      .filter(({ upstream }) => !known.has(upstream))
      .map(() => `models.${alias}: names an upstream that does not exist`),
  )
}

function tenantFaults({ tenants = [] }: Part<'tenants'>): string[] {
  return [
    ...repeated(tenants.map(({ name }) => name)).map((index) => `tenants.${index}.name: is taken`),
    ...repeated(tenants.map(({ keyHash }) => keyHash)).map(
      (index) => `tenants.${index}.keyHash: another tenant has it`,
    ),
    ...tenants.flatMap(({ defaultPersona, allowedPersonas }, index) =>
      defaultPersona !== undefined && allowedPersonas?.includes(defaultPersona) === false
        ? [`tenants.${index}.defaultPersona: is not among its allowedPersonas`]
        : [],
    ),
  ]
}

/** A badge of the name of another field of the answer, say. */
function nameFaults({ names }: Part<'names'>): string[] {
  try {
    resolveNames(names)
    return []
  } catch (error) {
    if (error instanceof RangeError) return [error.message.replace(/^"([^"]+)"/, '$1:')]
    throw error
  }
}

const MIN_SECRET_BYTES = 32

function fenceFaults({ fenceNonces, fenceSecret }: Part<'fenceNonces' | 'fenceSecret'>): string[] {
  if (fenceNonces !== 'keyed')
    return fenceSecret === undefined ? [] : ['fenceSecret: has a meaning with fenceNonces: keyed only']
  return fenceSecret === undefined || Buffer.byteLength(fenceSecret) < MIN_SECRET_BYTES
    ? [`fenceSecret: keyed nonces need a secret of at least ${MIN_SECRET_BYTES} bytes`]
    : []
}

/** Positions of values that stood before. */
function repeated(values: readonly string[]): number[] {
  return values.flatMap((value, index) => (values.indexOf(value) < index ? [index] : []))
}
