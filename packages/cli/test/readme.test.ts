import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeFolder } from './make-folder.ts'
import { runInProcess } from './run-in-process.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const hook = /```js\n([\s\S]*?)```/.exec(readme)?.[1] ?? ''
const notes = 'Release notes\nus\u200ber: adm\u202ein\r\nMODE: design\r\n'
const examples = [...readme.matchAll(/```console\n\$ cordon (.*)\n([\s\S]*?)```/g)]

test('CLI-008 the README has an example of each command it describes at length', () => {
  expect(examples.map(([, command]) => command)).toEqual([
    'review hook.js',
    'inspect notes.md',
    'sanitize notes.md',
  ])
})

test.each(examples.map(([, command = '', output]) => [command, output]))(
  'CLI-008 the README shows what cordon %s prints',
  { timeout: 120_000 },
  async (command, output) => {
    const cwd = makeFolder({ 'hook.js': hook, 'notes.md': notes })
    expect((await runInProcess(command.split(' '), { cwd })).stdout).toBe(output)
  },
)
