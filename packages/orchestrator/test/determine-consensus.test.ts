import { determineConsensus, formatBanner, formatReport, MagiError } from '@cordon/orchestrator'
import { describe, expect, test } from 'vitest'
import { outputOf } from './outputs.ts'
import vectors from './vectors/consensus.json' with { type: 'json' }

type Outputs = Parameters<typeof determineConsensus>[0]
type Titles = Readonly<Record<string, readonly [string, string]>>

const decided = vectors.filter((vector) => vector.error === undefined)
const refused = vectors.filter((vector) => vector.error !== undefined)

describe('the reference vectors', () => {
  test('ORC-001 covers 392 decisions and 3 refusals', () => {
    expect([decided.length, refused.length]).toEqual([392, 3])
  })

  test.each(decided)('ORC-001 $id consensus, banner and report are those of the reference', (vector) => {
    const outputs = vector.agents as unknown as Outputs
    const options = { titles: (vector.agent_titles ?? {}) as unknown as Titles }
    const consensus = determineConsensus(outputs)
    expect(consensus).toEqual(vector.consensus)
    expect(formatBanner(outputs, consensus, options)).toBe(vector.banner)
    expect(formatReport(outputs, consensus, options)).toBe(vector.report)
  })

  test.each(refused)('ORC-002 $id refuses two outputs of one name', (vector) => {
    expect(() => determineConsensus(vector.agents as unknown as Outputs)).toThrow(
      expect.objectContaining({ code: 'ERR_MAGI_DUPLICATE_AGENT', detail: { count: vector.agents.length } }),
    )
  })
})

test.each([0, 1])('ORC-003 refuses %i outputs, before it looks at names', (count) => {
  expect(() => determineConsensus([outputOf('caspar')].slice(0, count))).toThrow(
    expect.objectContaining({
      code: 'ERR_MAGI_INSUFFICIENT_AGENTS',
      detail: { succeeded: count, required: 2, failures: {} },
    }),
  )
})

// The Rust port lets the alphabetically smaller name win a tie; a decision must not hang on a name.
test.each([
  ['melchior', 'caspar'],
  ['caspar', 'melchior'],
  ['balthasar', 'melchior'],
] as const)('ORC-004 a tie of %s and %s rejects, whoever sits where', (approver, rejecter) => {
  const outputs = [outputOf(approver), outputOf(rejecter, { verdict: 'reject', confidence: 0.5 })]
  const consensus = determineConsensus(outputs)
  expect(consensus).toMatchObject({
    consensus: 'HOLD -- TIE',
    consensus_verdict: 'reject',
    confidence: 0.12, // 0.5 / 2 × 1/2 = 0.125, an exact tie, to even
    dissent: [{ agent: approver }],
  })
})

test('ORC-004 two conditional seats against one reject tie, and the rejecter carries', () => {
  const outputs = [
    outputOf('melchior', { verdict: 'conditional' }),
    outputOf('balthasar', { verdict: 'conditional' }),
    outputOf('caspar', { verdict: 'reject', confidence: 0.9 }),
  ]
  expect(determineConsensus(outputs)).toMatchObject({
    consensus: 'HOLD -- TIE',
    consensus_verdict: 'reject',
    confidence: 0.15,
    majority_summary: 'Caspar: caspar summary',
    conditions: [{ agent: 'melchior' }, { agent: 'balthasar' }],
  })
})

test('ORC-005 names from outside are looked up as own keys only', () => {
  const outputs = [{ ...outputOf('melchior'), agent: '__proto__' }, outputOf('caspar')]
  const consensus = determineConsensus(outputs)
  expect(Object.keys(consensus.votes)).toEqual(['__proto__', 'caspar'])
  expect(formatBanner(outputs, consensus, { titles: {} })).toContain('|  __proto__ (Agent): APPROVE (80%)')
  expect(formatReport(outputs, consensus)).toContain('- **__proto__** (Agent): melchior recommendation')
})

// Literals printed by CPython 3.11: str.capitalize title-cases, which is not upper case for digraphs and Georgian.
test.each([
  ['\u01c6-X', '\u01c5-x'],
  ['\u01c9-X', '\u01c8-x'],
  ['\u01cc-X', '\u01cb-x'],
  ['\u01f3-X', '\u01f2-x'],
  ['\u00df-X', 'Ss-x'],
  ['\u10d2\u10d8\u10dd-X', '\u10d2\u10d8\u10dd-x'],
  ['\u10ff-X', '\u10ff-x'],
])('ORC-001 an unnamed agent %j is shown as the reference shows it', (agent, shown) => {
  const outputs = [{ ...outputOf('melchior'), agent }, outputOf('caspar')]
  expect(formatBanner(outputs, determineConsensus(outputs))).toContain(`|  ${shown} (Agent): `)
})

test.each([
  ['\u0149-X', '\u02bcN-x'],
  ['\u1f80-X', '\u1f88-x'],
  ['\u1f88-X', '\u1f88-x'],
  ['\u1fb3-X', '\u1fbc-x'],
  ['\u1fb2-X', '\u1fba\u0345-x'],
  ['\u1fb7-X', '\u0391\u0342\u0345-x'],
  ['\u0390-X', '\u0399\u0308\u0301-x'],
])(
  'ORC-171 an agent named %j begins with the title case of a letter that upper case takes apart',
  (agent, shown) => {
    const outputs = [{ ...outputOf('melchior'), agent }, outputOf('caspar')]
    expect(formatBanner(outputs, determineConsensus(outputs))).toContain(`|  ${shown} (Agent): `)
  },
)

test('ORC-006 the outputs are not changed, and the result shares nothing with them', () => {
  const finding = Object.freeze({ severity: 'info', title: 'One', detail: 'd' } as const)
  const outputs = Object.freeze([
    Object.freeze(outputOf('melchior', { findings: Object.freeze([finding]) })),
    Object.freeze(
      outputOf('caspar', { findings: Object.freeze([{ ...finding, severity: 'critical' as const }]) }),
    ),
  ])
  expect(determineConsensus(outputs).findings).toEqual([
    { severity: 'critical', title: 'One', detail: 'd', sources: ['melchior', 'caspar'] },
  ])
  expect(finding).toEqual({ severity: 'info', title: 'One', detail: 'd' })
})

test('ORC-007 errors are recognised across copies of the package', () => {
  const brand = Symbol.for('@cordon/orchestrator/MagiError')
  const twin = Object.assign(new Error('x'), { [brand]: true })
  expect(MagiError.isInstance(twin)).toBe(true)
  expect([
    MagiError.isInstance(new Error('x')),
    MagiError.isInstance(null),
    MagiError.isInstance('x'),
  ]).toEqual([false, false, false])
})

test('ORC-008 many findings of one title merge without a copy of their sources for each', () => {
  const findings = Array.from({ length: 30_000 }, () => ({
    severity: 'info' as const,
    title: 'T',
    detail: '',
  }))
  const merged = determineConsensus([
    outputOf('melchior', { findings }),
    outputOf('caspar', { findings }),
  ]).findings
  expect(merged).toHaveLength(1)
  expect(merged[0]?.sources).toHaveLength(60_000)
})
