import { findOptionFaults, isLoopbackHost } from '@cordon/gateway'
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
    ...findOptionFaults(config).map(({ path, message }) => `${path.join('.')}: ${message}`),
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
