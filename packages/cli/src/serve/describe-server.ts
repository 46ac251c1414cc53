import type { ResolvedConfig } from './read-serve-config.ts'
import type { RunningServer } from './run-server.ts'

/** Returns what a person should know of a gateway that has started: what it serves, and how to call it. */
export function describeServer({ url, handles }: RunningServer, config: ResolvedConfig): string {
  const { upstreams, models = {}, tenants, council, integrity, audit } = config
  const { tenant, handle } = exampleCaller(tenants, handles)
  const model = Object.keys(models)[0] ?? 'MODEL'
  const key = tenant === undefined ? '' : ' -H "authorization: Bearer $KEY"'
  const body = JSON.stringify({
    model,
    agent_persona: handle,
    messages: [{ role: 'user', content: 'Hello' }],
  })
  return [
    `cordon gateway on ${url}`,
    `  personas   ${integrity}: ${handles.join(', ') || 'none'}`,
    `  upstreams  ${upstreams.map(({ name, baseUrl }) => `${name} (${baseUrl})`).join(', ')}`,
    `  models     ${Object.keys(models).join(', ') || 'as the caller names them'}`,
    `  callers    ${tenants === undefined ? 'this machine, without keys' : tenants.map(({ name }) => name).join(', ')}`,
    `  council    ${council === undefined ? 'none' : council.model}`,
    `  audit      ${audit.directory}`,
    '',
    ...(tenant === undefined ? [] : [`  # KEY is the key of ${tenant}`]),
    `  curl ${url}/v1/chat/completions -H 'content-type: application/json'${key} \\`,
    `    -d '${body}'`,
    '',
  ].join('\n')
}

/** Returns the first tenant that may use a registered persona, and that persona's handle. */
function exampleCaller(
  tenants: ResolvedConfig['tenants'],
  handles: readonly string[],
): { readonly tenant: string | undefined; readonly handle: string } {
  for (const { name, allowedPersonas = handles } of tenants ?? []) {
    const handle = handles.find((one) => allowedPersonas.includes(one))
    if (handle !== undefined) return { tenant: name, handle }
  }
  return { tenant: tenants?.[0]?.name, handle: handles[0] ?? 'id@1.0.0' }
}
