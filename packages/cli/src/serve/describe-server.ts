import type { ResolvedConfig } from './read-serve-config.ts'
import type { RunningServer } from './run-server.ts'

/** Returns what a person should know of a gateway that has started: what it serves, and how to call it. */
export function describeServer({ url, handles }: RunningServer, config: ResolvedConfig): string {
  const { upstreams, models = {}, tenants, council, integrity, audit } = config
  const [handle = 'id@1.0.0'] = handles
  const model = Object.keys(models)[0] ?? 'MODEL'
  const key = tenants === undefined ? '' : ' -H "authorization: Bearer $KEY"'
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
    `  curl ${url}/v1/chat/completions -H 'content-type: application/json'${key} \\`,
    `    -d '${body}'`,
    '',
  ].join('\n')
}
