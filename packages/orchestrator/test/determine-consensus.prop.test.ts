import { type AgentOutput, determineConsensus, formatBanner, formatReport } from '@cordon/orchestrator'
import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { outputOf } from './outputs.ts'

const verdict = fc.constantFrom('approve', 'conditional', 'reject')
const finding = fc.record({
  severity: fc.constantFrom('critical', 'warning', 'info'),
  title: fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
  detail: fc.string({ unit: 'binary', maxLength: 12 }),
})
const seat = fc.record({
  verdict,
  confidence: fc.double({ min: 0, max: 1, noNaN: true }),
  summary: fc.string({ unit: 'binary' }),
  findings: fc.array(finding, { maxLength: 5 }),
})
const seats = fc
  .array(seat, { minLength: 2, maxLength: 3 })
  .map((given) =>
    given.map((changes, index) =>
      outputOf(
        (['melchior', 'balthasar', 'caspar'] as const)[index] ?? 'caspar',
        changes as Partial<AgentOutput>,
      ),
    ),
  )

test.prop([seats])('ORC-009 every council of two or three has a decision within bounds', (outputs) => {
  const consensus = determineConsensus(outputs)
  expect(consensus.confidence).toBeGreaterThanOrEqual(0)
  expect(consensus.confidence).toBeLessThanOrEqual(1)
  expect(Math.abs(consensus.confidence * 100 - Math.round(consensus.confidence * 100))).toBeLessThan(1e-9)
  expect(Object.keys(consensus.votes)).toHaveLength(outputs.length)
  const sources = consensus.findings.reduce((total, { sources }) => total + sources.length, 0)
  expect(sources).toBe(outputs.reduce((total, { findings }) => total + findings.length, 0))
})

test.prop([seats])('ORC-009 who sits where does not change what is decided', (outputs) => {
  const decision = ({ consensus, consensus_verdict }: ReturnType<typeof determineConsensus>) => [
    consensus,
    consensus_verdict,
  ]
  expect(decision(determineConsensus([...outputs].reverse()))).toEqual(decision(determineConsensus(outputs)))
})

test.prop([seats])(
  'ORC-009 every line of the banner is 52 code points wide, and opens the report',
  (outputs) => {
    const consensus = determineConsensus(outputs)
    const banner = formatBanner(outputs, consensus)
    expect(banner.split('\n').map((line) => [...line].length)).toEqual(Array(outputs.length + 6).fill(52))
    expect(formatReport(outputs, consensus).startsWith(`${banner}\n\n`)).toBe(true)
  },
)
