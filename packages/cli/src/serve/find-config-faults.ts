import { isLoopbackHost } from './loopback-host.ts'
import type { ServeConfig } from './serve-schema.ts'

/** Returns what is wrong between the fields of a configuration, each fault with the field it is about. */
export function findConfigFaults(config: ServeConfig, integrity: 'live' | 'sealed'): string[] {
  return [
    ...listenFaults(config),
    ...personaFaults(config, integrity),
    ...upstreamFaults(config),
    ...modelFaults(config),
    ...tenantFaults(config),
    ...fenceFaults(config),
  ]
}

function listenFaults({ listen, tenants }: ServeConfig): string[] {
  return tenants === undefined && !isLoopbackHost(listen.host)
    ? ['listen.host: without tenants the gateway has no keys and listens on a loopback address only']
    : []
}

function personaFaults({ personas }: ServeConfig, integrity: 'live' | 'sealed'): string[] {
  const { publicKey, unsigned } = personas
  const given = Number(publicKey !== undefined) + Number(unsigned === true)
  if (integrity === 'sealed' && given !== 1)
    return ['personas: sealed needs publicKey, or unsigned: true, and not both']
  if (integrity === 'live' && given !== 0)
    return ['personas: publicKey and unsigned have a meaning when sealed only']
  return []
}

function upstreamFaults({ upstreams }: ServeConfig): string[] {
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

function modelFaults({ models = {}, upstreams }: ServeConfig): string[] {
  const known = new Set(upstreams.map(({ name }) => name))
  return Object.entries(models).flatMap(([alias, targets]) =>
    [targets]
      .flat()
      .filter(({ upstream }) => !known.has(upstream))
      .map(() => `models.${alias}: names an upstream that does not exist`),
  )
}

function tenantFaults({ tenants = [] }: ServeConfig): string[] {
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

const MIN_SECRET_BYTES = 32

function fenceFaults({ fenceNonces, fenceSecret }: ServeConfig): string[] {
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
