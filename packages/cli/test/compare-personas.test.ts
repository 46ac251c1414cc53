import { expect, test } from 'vitest'
import { makeFolder } from './make-folder.ts'
import { runInProcess } from './run-in-process.ts'

const LINES = 4_000

/** A persona of many lines, each with `letter` in it. */
function persona(version: string, letter: string): string {
  const body = Array.from({ length: LINES }, (_, line) => `${letter}${line}\n`).join('')
  return `---\nid: clerk\nversion: "${version}"\n---\n\n${body}`
}

test('CLI-130 personas with nothing in common are compared in no time that grows with their square', async () => {
  const cwd = makeFolder({
    'personas/clerk@1.0.0.md': persona('1.0.0', 'x'),
    'personas/clerk@1.1.0.md': persona('1.1.0', 'y'),
  })
  const { code, stdout } = await runInProcess(['personas', 'diff', 'clerk@1.0.0', 'clerk@1.1.0'], { cwd })
  const lines = stdout.split('\n')
  expect([code, ...lines.slice(0, 5)]).toEqual([
    1,
    '--- clerk@1.0.0',
    '+++ clerk@1.1.0',
    '@@ -1,4001 +1,4001 @@',
    '----',
    '-x0',
  ])
  expect(lines.slice(-3)).toEqual(['+y3998', '+y3999', ''])
  expect(lines).toHaveLength(3 + 2 * (LINES + 1) + 1)
})
