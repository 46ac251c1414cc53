import { isLoopbackHost, resolveNames } from '@cordon/gateway'
import { resolveModel } from '../review/open-provider.ts'
import { CliError } from '../terminal/cli-error.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { type Lenient, readLeniently } from './read-leniently.ts'
import { type ServeConfig, serveSchema } from './serve-schema.ts'

/** What the disk says about the personas of a configuration. */
export interface PersonaFolder {
  readonly exists: boolean
  readonly hasLock: boolean
}

type Config = NonNullable<Lenient<ServeConfig>>

/**
 * Returns what is wrong between the fields of a configuration, each fault with the field it is about. A field that is not
 * of its form is left out, and hides no fault of the others.
 */
export function findConfigFaults(
  value: unknown,
  env: Terminal['env'],
  folderOf: (directory: string) => PersonaFolder,
): string[] {
  const config = readLeniently(serveSchema(env), value) ?? {}
  return [
    ...listenFaults(config),
    ...personaFaults(config, folderOf),
    ...upstreamFaults(config),
    ...modelFaults(config),
    ...tenantFaults(config),
    ...nameFaults(config),
    ...fenceFaults(config),
    ...councilFaults(config, env),
  ]
}

function listenFaults({ listen, tenants }: Config): string[] {
  return tenants === undefined && listen?.host && !isLoopbackHost(listen.host)
    ? ['listen.host: without tenants the gateway has no keys and listens on a loopback address only']
    : []
}

function personaFaults({ personas }: Config, folderOf: (directory: string) => PersonaFolder): string[] {
  if (!personas?.directory) return []
  const { directory, integrity, publicKey, unsigned } = personas
  const { exists, hasLock } = folderOf(directory)
  const faults = exists ? [] : ['personas.directory: there is no such directory']
  const isSealed = integrity === undefined ? exists && hasLock : integrity === 'sealed'
  const given = [publicKey, unsigned].filter((field) => field !== undefined).length
  if (isSealed && given !== 1) {
    const why = integrity === undefined ? ' (it holds personas.lock.json)' : ''
    faults.push(`personas: sealed${why} needs publicKey, or unsigned: true, and not both`)
  }
  if (integrity === 'live' || (integrity === undefined && exists && !hasLock)) {
    if (given > 0) faults.push('personas: publicKey and unsigned have a meaning when sealed only')
  }
  return faults
}

function upstreamFaults({ upstreams }: Config): string[] {
  return [
    ...repeated(upstreams?.map((one) => one?.name)).map((index) => `upstreams.${index}.name: is taken`),
    ...(upstreams ?? []).flatMap((one, index) => {
      if (!one?.baseUrl) return []
      const url = new URL(one.baseUrl)
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

function modelFaults({ models, upstreams }: Config): string[] {
  const known = new Set(upstreams?.map((one) => one?.name))
  // The name that is meant may be one that could not be read.
  if (!upstreams || known.has(null) || known.has(undefined)) return []
  return Object.entries(models ?? {}).flatMap(([alias, targets]) =>
    [targets]
      .flat()
      .filter((target) => target?.upstream && !known.has(target.upstream))
      .map(() => `models.${alias}: names an upstream that does not exist`),
  )
}

function tenantFaults({ tenants }: Config): string[] {
  return [
    ...repeated(tenants?.map((one) => one?.name)).map((index) => `tenants.${index}.name: is taken`),
    ...repeated(tenants?.map((one) => one?.keyHash)).map(
      (index) => `tenants.${index}.keyHash: another tenant has it`,
    ),
    ...(tenants ?? []).flatMap((one, index) =>
      one?.defaultPersona && one.allowedPersonas?.includes(one.defaultPersona) === false
        ? [`tenants.${index}.defaultPersona: is not among its allowedPersonas`]
        : [],
    ),
  ]
}

/** A badge of the name of another field of the answer, say. */
function nameFaults({ names }: Config): string[] {
  const given = Object.entries(names ?? {}).filter(([, name]) => typeof name === 'string')
  try {
    resolveNames(Object.fromEntries(given))
    return []
  } catch (error) {
    if (error instanceof RangeError) return [error.message.replace(/^"([^"]+)"/, '$1:')]
    throw error
  }
}

const MIN_SECRET_BYTES = 32

function fenceFaults({ fenceNonces, fenceSecret }: Config): string[] {
  if (fenceNonces === null || fenceSecret === null) return []
  if (fenceNonces !== 'keyed')
    return fenceSecret === undefined ? [] : ['fenceSecret: has a meaning with fenceNonces: keyed only']
  return fenceSecret === undefined || Buffer.byteLength(fenceSecret) < MIN_SECRET_BYTES
    ? [`fenceSecret: keyed nonces need a secret of at least ${MIN_SECRET_BYTES} bytes`]
    : []
}

const COUNCIL_FIELDS = { model: 'council.model', baseUrl: 'council.baseUrl' }

function councilFaults({ council }: Config, env: Terminal['env']): string[] {
  if (!council?.model) return []
  // A base URL that could not be read is one all the same: with one, some models need no key.
  const baseUrl = council.baseUrl === null ? 'http://unread.invalid' : council.baseUrl
  try {
    resolveModel(council.model, { env, baseUrl, fields: COUNCIL_FIELDS })
    return []
  } catch (error) {
    if (error instanceof CliError) return [error.message]
    throw error
  }
}

/** Positions of values that stood before. */
function repeated(values: readonly (string | null | undefined)[] = []): number[] {
  return values.flatMap((value, index) => (value && values.indexOf(value) < index ? [index] : []))
}
