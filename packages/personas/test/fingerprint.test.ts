import { type BigIntStats, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { fingerprintOf, isSettled, matches } from '../src/files/fingerprint.ts'

const stats = statSync(fileURLToPath(import.meta.url), { bigint: true })
const changed = (change: Partial<BigIntStats>): BigIntStats => Object.assign(Object.create(stats), change)

test.each(['dev', 'ino', 'size', 'mtimeNs', 'ctimeNs'] as const)(
  'PER-270 a file is another one when its %s is',
  (field) => {
    const known = fingerprintOf(stats)
    expect(matches(stats, known, 0)).toBe(true)
    expect(matches(changed({ [field]: stats[field] + 1n }), known, 0)).toBe(false)
    expect(matches(undefined, known, 0)).toBe(false)
  },
)

test.each([
  ['a fine clock', 1_000_000_001n, 1_020, 1_021],
  ['a clock of whole seconds', 1_000_000_000n, 3_000, 3_001],
])(
  'PER-272 on %s a change may share the time of the last one for so long',
  (_name, ctimeNs, racy, settled) => {
    const last = changed({ ctimeNs, ctimeMs: 1_000n })
    expect([isSettled(last, racy), isSettled(last, settled)]).toEqual([false, true])
  },
)
