import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const openLog = import.meta.resolve('../src/serve/open-log.ts')

/** Runs a script that logs, and returns the messages that got out. */
async function messagesOf(script: string): Promise<string[]> {
  const flags = ['--conditions=@cordon/source', '--import', import.meta.resolve('tsx'), '--input-type=module']
  const text = `import { openLog } from '${openLog}'
    const { logger } = openLog({ stdout: process.stdout }, 'info')
    ${script}`
  const run = promisify(execFile)(process.execPath, [...flags, '-e', text])
  const { stdout } = await run.catch((error: { stdout: string }) => error)
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).msg)
}

test.each([
  ['the process crashes', `setTimeout(() => { throw new Error('fault') })`],
  ['the process exits', 'setTimeout(() => process.exit(3))'],
  ['there is nothing left to do', ''],
  [
    'a line is more than information',
    `logger.warn('told'); setTimeout(() => process.kill(process.pid, 9), 200)`,
  ],
])('GAT-125 no line of the log is lost when %s', async (_case, end) => {
  const messages = await messagesOf(`logger.info('first'); logger.info('second'); ${end}`)
  expect(messages.slice(0, 2)).toEqual(['first', 'second'])
})
