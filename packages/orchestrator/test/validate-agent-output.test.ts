import { MagiError, validateAgentOutput } from '@cordon/orchestrator'
import { describe, expect, test } from 'vitest'
import { outputOf } from './outputs.ts'
import differences from './reference-differences.json' with { type: 'json' }
import vectors from './vectors/validate.json' with { type: 'json' }

type Vector = { id: string; raw: string; ok: boolean; error_code?: string; output?: unknown; tags: string[] }
const excused = new Set(Object.keys(differences.validate))
const cases = (vectors as Vector[]).filter(({ id }) => !excused.has(id))

function faultOf(run: () => unknown): string | undefined {
  try {
    run()
    return undefined
  } catch (error) {
    if (!MagiError.isInstance(error) || error.code !== 'ERR_MAGI_INVALID_OUTPUT') throw error
    return error.detail.reason
  }
}

describe('the reference vectors', () => {
  test('ORC-010 covers all but the six excused cases', () => {
    expect([vectors.length, cases.length]).toEqual([170, 164])
  })

  test.each(cases.filter(({ error_code }) => error_code === 'invalid_json'))(
    'ORC-010 $id is not JSON',
    ({ raw }) => {
      expect(() => JSON.parse(raw)).toThrow(SyntaxError)
    },
  )

  test.each(cases.filter(({ ok }) => ok))('ORC-010 $id is a verdict', ({ raw, output }) => {
    expect(validateAgentOutput(JSON.parse(raw))).toEqual(output)
  })

  test.each(cases.filter(({ ok, error_code }) => !ok && error_code !== 'invalid_json'))(
    'ORC-010 $id fails with $error_code',
    ({ raw, error_code }) => {
      expect(faultOf(() => validateAgentOutput(JSON.parse(raw)))).toBe(error_code)
    },
  )
})

const wide = '\u{1F600}'
const withFinding = (changes: object) => ({
  ...outputOf('melchior'),
  findings: [{ severity: 'info', title: 'T', detail: 'D', ...changes }],
})

test.each([
  ['summary', { summary: wide.repeat(50_000) }, { summary: wide.repeat(50_001) }],
  ['reasoning', { reasoning: wide.repeat(50_000) }, { reasoning: wide.repeat(50_001) }],
  ['recommendation', { recommendation: wide.repeat(50_000) }, { recommendation: wide.repeat(50_001) }],
])('ORC-011 %s holds 50,000 code points, not code units', (path, fits, exceeds) => {
  expect(faultOf(() => validateAgentOutput({ ...outputOf('caspar'), ...fits }))).toBe(undefined)
  expect(() => validateAgentOutput({ ...outputOf('caspar'), ...exceeds })).toThrow(
    expect.objectContaining({ detail: { reason: 'field_too_long', path } }),
  )
})

test.each([
  ['title', 500, 'finding_title_too_long'],
  ['detail', 10_000, 'finding_detail_too_long'],
])("ORC-011 a finding's %s holds %i code points", (key, max, reason) => {
  expect(faultOf(() => validateAgentOutput(withFinding({ [key]: wide.repeat(max) })))).toBe(undefined)
  expect(() => validateAgentOutput(withFinding({ [key]: wide.repeat(max + 1) }))).toThrow(
    expect.objectContaining({ detail: { reason, path: `findings[0].${key}` } }),
  )
})

test('ORC-012 a message never quotes the value', () => {
  const mark = 'MARKED-SECRET'
  const values = [
    { ...outputOf('melchior'), agent: mark },
    { ...outputOf('melchior'), verdict: mark },
    withFinding({ severity: mark }),
    { ...outputOf('melchior'), [mark]: 1, findings: mark },
  ]
  for (const value of values) {
    const error = (() => {
      try {
        return validateAgentOutput(value)
      } catch (thrown) {
        return thrown as Error
      }
    })()
    expect(error).toBeInstanceOf(MagiError)
    expect(JSON.stringify([error, (error as Error).message, (error as Error).stack])).not.toContain(mark)
  }
})

test('ORC-013 keys of the prototype are not keys of the answer', () => {
  expect(faultOf(() => validateAgentOutput(Object.create(outputOf('melchior'))))).toBe('missing_keys')
})

test('ORC-013 the value is not changed', () => {
  const value = withFinding({ title: '  T\t' })
  expect(validateAgentOutput(value).findings).toEqual([{ severity: 'info', title: 'T', detail: 'D' }])
  expect(value.findings[0]?.title).toBe('  T\t')
})

test('ORC-140 what is answered is what was checked', () => {
  const answers = ['S', 5]
  const shifting = Object.defineProperty(outputOf('melchior'), 'summary', { get: () => answers.shift() })
  expect(validateAgentOutput(shifting).summary).toBe('S')
})

test('ORC-140 a hole in the findings is no finding', () => {
  const value = { ...outputOf('melchior'), findings: Array(2) }
  expect(faultOf(() => validateAgentOutput(value))).toBe('finding_not_object')
})
