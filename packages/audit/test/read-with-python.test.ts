import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type AuditHead, openAudit } from '@cordon/audit'
import { expect, test } from 'vitest'
import { makeDirectory, readFiles } from './make-directory.ts'

const script = fileURLToPath(new URL('../../../docs/verify_audit_log.py', import.meta.url))
const hasPython = spawnSync('python3', ['--version']).status === 0
const format = ({ chain, seq, hash }: AuditHead): string => `${chain}:${seq}:${hash}`
const verify = (...args: string[]): string =>
  execFileSync('python3', [script, ...args], { encoding: 'utf8', stdio: 'pipe' })

/** Two chains; one in three segments, with torn bytes in between. */
async function writeLog(directory: string): Promise<AuditHead[]> {
  const heads: AuditHead[] = []
  for (const chain of ['a', 'a', 'b', 'a']) {
    await using log = await openAudit(directory, { chain })
    await log.append('n', { text: 'é \u2028 😀 "hash":"x",', number: 1e-7, big: 2n ** 70n })
    heads.push(log.head())
    appendFileSync(join(directory, 'a-1.jsonl'), heads.length === 1 ? '{"chain"' : '')
  }
  return heads
}

test('AUD-080 the bytes that are hashed are those of the line without one member', async () => {
  const directory = makeDirectory()
  await writeLog(directory)
  const lines = readFiles(directory)['b-1.jsonl']?.toString().split('\n').slice(0, -1) ?? []
  for (const line of lines) {
    const { hash }: { hash: string } = JSON.parse(line)
    expect(
      createHash('sha256')
        .update(line.replace(`"hash":"${hash}",`, ''))
        .digest('hex'),
    ).toBe(hash)
  }
  expect(lines).toHaveLength(2)
})

test.runIf(hasPython)(
  'AUD-080 a script in another language verifies the log from its documentation',
  async () => {
    const directory = makeDirectory()
    const heads = await writeLog(directory)
    const [, , b, a] = heads.map(format)
    expect(verify(directory, ...heads.map(format))).toBe(`${a}\n${b}\n`)
  },
)

test.runIf(hasPython)(
  'AUD-080 the script sees what no writer leaves: a changed row, a cut tail, a wrong number, a missing segment',
  async () => {
    const directory = makeDirectory()
    const heads = await writeLog(directory)
    const segment = readFiles(directory)['a-3.jsonl']?.toString() ?? ''
    writeFileSync(join(directory, 'a-3.jsonl'), segment.replace('1e-7', '2e-7'))
    expect(() => verify(directory)).toThrow(/a-3\.jsonl:2: hash/)
    writeFileSync(join(directory, 'a-3.jsonl'), segment.slice(0, segment.indexOf('\n') + 1))
    expect(() => verify(directory, ...heads.map(format))).toThrow(/not in the log/)
    writeFileSync(join(directory, 'a-3.jsonl'), segment + 'x'.repeat(66 * 1024))
    expect(() => verify(directory)).toThrow(/a-3\.jsonl:\d: .*longer than any row/)
    rmSync(join(directory, 'a-3.jsonl'))
    writeFileSync(join(directory, 'a-4.jsonl'), segment)
    expect(() => verify(directory)).toThrow(/a-4\.jsonl: number/)
    rmSync(join(directory, 'a-4.jsonl'))
    writeFileSync(join(directory, 'a-3.jsonl'), segment)
    rmSync(join(directory, 'a-2.jsonl'))
    expect(() => verify(directory)).toThrow(/a-3\.jsonl:1: link/)
  },
)

test.runIf(hasPython)('AUD-180 the script says how it is called, and what is no directory', () => {
  expect(() => verify()).toThrow('usage: python3 verify_audit_log.py DIRECTORY')
  expect(() => verify('/nowhere')).toThrow('/nowhere: no such directory')
})
