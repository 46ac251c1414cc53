import { expect, test } from 'vitest'
import { describeServer } from '../src/serve/describe-server.ts'
import type { ResolvedConfig } from '../src/serve/read-serve-config.ts'
import { runInProcess } from './run-in-process.ts'
import { HANDLE, writeConfig } from './serve-folder.ts'

const tenant = (name: string, fields: object = {}): object => ({ name, keyHash: name.repeat(64), ...fields })

test('CLI-250 personas that a tenant names and the directory lacks are named by their field', async () => {
  const tenants = [
    tenant('a', { allowedPersonas: [HANDLE, 'pilot@1.0.0'], defaultPersona: HANDLE }),
    tenant('b', { defaultPersona: 'harbour-clerk@2.0.0' }),
  ]
  const { code, stdout, stderr } = await runInProcess([
    'serve',
    '--check',
    '--config',
    writeConfig({ tenants }),
  ])
  expect([code, stdout]).toEqual([0, 'ok: 1 persona (live), 1 upstream\n'])
  expect(stderr.trimEnd().split('\n')).toEqual([
    'cordon: warning: tenants.0.allowedPersonas.1: pilot@1.0.0 is not registered',
    'cordon: warning: tenants.1.defaultPersona: harbour-clerk@2.0.0 is not registered',
  ])
})

test.each([
  { title: 'no tenant', tenants: undefined, persona: 'a@1.0.0', key: undefined },
  { title: 'a tenant of every persona', tenants: [tenant('a')], persona: 'a@1.0.0', key: 'a' },
  {
    title: 'a tenant of one',
    tenants: [tenant('a', { allowedPersonas: ['c@1.0.0', 'b@1.0.0'] })],
    persona: 'b@1.0.0',
    key: 'a',
  },
  {
    title: 'a tenant of none before one of all',
    tenants: [tenant('a', { allowedPersonas: [] }), tenant('b')],
    persona: 'a@1.0.0',
    key: 'b',
  },
])('CLI-251 with $title the call that is printed is one that is served', ({ tenants, persona, key }) => {
  const server = { url: 'http://127.0.0.1:1', handles: ['a@1.0.0', 'b@1.0.0'], close: async () => {} }
  const config = { upstreams: [], integrity: 'live', audit: { directory: 'audit' }, tenants }
  const text = describeServer(server, config as unknown as ResolvedConfig)
  expect(/"agent_persona":"(.*?)"/.exec(text)?.[1]).toBe(persona)
  expect(/# KEY is the key of (.*)/.exec(text)?.[1]).toBe(key)
  expect(text.includes('Bearer $KEY')).toBe(key !== undefined)
})
