import { openAudit, verifyAudit } from '@cordon/audit'
import { fc, test } from '@fast-check/vitest'
import canonicalize from 'canonicalize'
import { expect } from 'vitest'
import { makeDirectory, readFiles } from './make-directory.ts'

const isRefused = (value: number): boolean =>
  Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 1e21

const { payload } = fc.letrec<{ payload: unknown }>((tie) => ({
  payload: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    fc.constantFrom(null, true, false),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !isRefused(value)),
    fc.string({ unit: 'binary' }),
    fc.array(tie('payload'), { maxLength: 5 }),
    fc.dictionary(fc.oneof(fc.string({ unit: 'binary' }), fc.integer().map(String)), tie('payload'), {
      maxKeys: 6,
    }),
  ),
}))

test.prop([fc.array(payload, { minLength: 1, maxLength: 40 })], { numRuns: 40 })(
  'AUD-017 every row is the RFC 8785 form of itself, whatever the payload',
  async (payloads) => {
    const directory = makeDirectory()
    await using log = await openAudit(directory)
    await Promise.all(payloads.map((one) => log.append('n', one)))
    const lines = readFiles(directory)['main-1.jsonl']?.toString().split('\n').slice(1, -1) ?? []
    expect(lines).toHaveLength(payloads.length)
    for (const [index, line] of lines.entries()) {
      const row = JSON.parse(line)
      expect(canonicalize(row)).toBe(line)
      expect(canonicalize(row.payload)).toBe(canonicalize(payloads[index]))
    }
    expect(await verifyAudit(directory, { anchor: log.head() })).toMatchObject({ status: 'ok' })
  },
)
