import { spawnSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { LineOutput } from '../src/serve/line-output.ts'

test.skipIf(process.platform === 'win32')(
  'CLI-173 lines beyond what may wait are lost, which is told once',
  async () => {
    const directory = mkdtempSync(join(tmpdir(), 'cordon-line-output-'))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    spawnSync('sh', ['-c', 'mkfifo log'], { cwd: directory })
    const { O_RDWR, O_NONBLOCK } = constants
    const descriptor = openSync(join(directory, 'log'), O_RDWR | O_NONBLOCK)
    const codes: unknown[] = []
    const output = new LineOutput(descriptor, (error) => codes.push((error as NodeJS.ErrnoException).code))
    const mebibyte = `${'x'.repeat(2 ** 20 - 1)}\n`
    for (let written = 0; written < 20; written += 1) output.write(mebibyte)
    expect(codes).toEqual(['ENOBUFS'])
    closeSync(descriptor)
    await output.flush()
  },
)

test.skipIf(process.platform === 'win32')(
  'CLI-231 behind a line that was cut, the next one begins anew',
  () => {
    const directory = mkdtempSync(join(tmpdir(), 'cordon-line-output-'))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    const program = fileURLToPath(new URL('./tear-line.ts', import.meta.url))
    const node = [process.execPath, '--conditions=@cordon/source', '--import', import.meta.resolve('tsx')]
    const { stdout } = spawnSync('bash', ['-c', 'ulimit -f 1024; exec "$0" "$@"', ...node, program], {
      cwd: directory,
      encoding: 'utf8',
    })
    expect(JSON.parse(stdout)).toEqual({ codes: ['EFBIG'], log: 'xxx\nwhole\n' })
  },
)

test('CLI-252 an error that nobody catches takes no line along', () => {
  const program = fileURLToPath(new URL('./crash-with-log.ts', import.meta.url))
  const node = ['--conditions=@cordon/source', '--import', import.meta.resolve('tsx')]
  const { status, stdout } = spawnSync(process.execPath, [...node, program], { encoding: 'utf8' })
  expect(status).toBe(1)
  // A write that is under way then ends later, so the order is that of their times.
  expect(stdout.match(/(?<="msg":")\w+/g)?.sort()).toEqual(['four', 'one', 'three', 'two'])
})

test('CLI-180 lines wait for one another until one is a warning, and no longer than 100 ms', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'cordon-line-output-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const file = join(directory, 'log')
  const descriptor = openSync(file, 'a')
  const logger = pino({ base: null, timestamp: false }, new LineOutput(descriptor, () => {}))
  const written = (): string[] => readFileSync(file, 'utf8').match(/(?<="msg":")\w+/g) ?? []
  logger.info('one')
  logger.info('two')
  vi.advanceTimersByTime(99)
  expect(written()).toEqual([])
  logger.warn('three')
  await expect.poll(written).toEqual(['one', 'two', 'three'])
  logger.info('four')
  vi.advanceTimersByTime(100)
  await expect.poll(written).toEqual(['one', 'two', 'three', 'four'])
  logger.info('x'.repeat(16 * 1024))
  await expect.poll(() => written().length).toBe(5)
  closeSync(descriptor)
})
