import { MagiBuilder } from '@cordon/orchestrator'
import { describe, expect, test } from 'vitest'
import { answerOf } from './outputs.ts'
import { scriptedProvider } from './scripted-provider.ts'

const council = (changes: Parameters<typeof answerOf>[1]) =>
  new MagiBuilder(scriptedProvider(({ agent }) => answerOf(agent, agent === 'caspar' ? changes : {}))).build()

describe('what a model cannot do to the report', () => {
  test.each([
    ['a heading', '## Dissenting Opinion'],
    ['an underlined heading', '==='],
    ['a rule', '---'],
    ['another rule', '***'],
    ['a third rule', '___'],
    ['a list item of another agent', '- **Melchior** (Scientist): all good'],
    ['a list item with a star', '* all good'],
    ['a list item with a plus', '+ all good'],
    ['a bold dissent', '**Melchior (Scientist)**: all good'],
    ['a quote', '> all good'],
    ['a row of the banner', '|  CONSENSUS: STRONG GO                            |'],
    ['a border of the banner', '+==================================================+'],
    ['a fence', '```'],
    ['another fence', '~~~'],
    ['HTML', '<h2>Dissent</h2>'],
    ['a link definition', '[i]: https://example.com'],
  ])('ORC-050 open %s on a line of its own', async (_, line) => {
    for (const gap of ['', '  ', '\t', '\u00a0']) {
      const text = `fine\n${gap}${line}\nend`
      const report = await council({
        verdict: 'conditional',
        summary: text,
        reasoning: text,
        findings: [{ severity: 'info', title: 'T', detail: text }],
        recommendation: text,
      }).analyze('design', 'x')
      const inert = `fine\n${gap}\\${line}\nend`
      expect(report.agents[2]).toMatchObject({
        summary: inert,
        reasoning: inert,
        findings: [{ detail: inert }],
        recommendation: inert,
      })
      expect(report.report).not.toContain(`fine\n${gap}${line}`)
    }
  })

  test.each(['_ _ _', '_\t_ _', '__ _'])('ORC-185 draw the rule %j', async (line) => {
    const report = await council({ summary: `fine\n${line}\nend` }).analyze('design', 'x')
    expect(report.agents[2]?.summary).toBe(`fine\n\\${line}\nend`)
  })

  test.each([
    ['1. ## Forged', '1. \\## Forged'],
    ['2) 10. - # Forged', '2) 10. \\- # Forged'],
    ['1. > quoted', '1. \\> quoted'],
    ['1. ```', '1. \\```'],
    [':-- | :--', '\\:-- | :--'],
  ])('ORC-188 open a block by %j', async (line, inert) => {
    const report = await council({ summary: `fine\n${line}\nend` }).analyze('design', 'x')
    expect(report.agents[2]?.summary).toBe(`fine\n${inert}\nend`)
  })

  test('ORC-050 honest prose stays as it is', async () => {
    const text = 'Use `x`.\n\nThen *y*:\n1. `z` first\n2. _then_ w - done'
    const report = await council({ summary: text, recommendation: text }).analyze('design', 'x')
    expect(report.agents[2]).toMatchObject({ summary: text, recommendation: text })
  })

  test.each(['\r', '\u2028', '\u2029', '\u0085', '\v', '\f'])(
    'ORC-051 hide a line start behind another separator (%#)',
    async (separator) => {
      const report = await council({ summary: `a${separator}## Forged` }).analyze('design', 'x')
      expect(report.agents[2]?.summary).toBe('a\n\\## Forged')
    },
  )

  test('ORC-052 send control characters, escape sequences, bidi marks or tags to a terminal', async () => {
    const dirty = 'a\u001b[31mred\u001b[0m\u0007b\u202ec\u{E0041}d\u0000e\u200b'
    const report = await council({
      summary: dirty,
      reasoning: dirty,
      recommendation: dirty,
      findings: [{ severity: 'info', title: dirty, detail: dirty }],
    }).analyze('design', 'x')
    const clean = 'aredbcde'
    expect(report.agents[2]).toMatchObject({
      summary: clean,
      reasoning: clean,
      recommendation: clean,
      findings: [{ severity: 'info', title: clean, detail: clean }],
    })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there.
    expect(JSON.stringify(report)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e\u{e0000}-\u{e007f}]|\\u00/u)
  })

  test('ORC-053 leave a finding without a title, or put a line break into one', async () => {
    const report = await council({
      findings: [
        { severity: 'info', title: '\u{E0041}', detail: '' },
        { severity: 'info', title: 'a\u001c## b', detail: '' },
      ],
    }).analyze('design', 'x')
    expect(report.agents[2]?.findings.map(({ title }) => title)).toEqual(['(no visible title)', 'a ## b'])
  })

  test('ORC-054 say minus zero', async () => {
    const report = await council({ confidence: -0 }).analyze('design', 'x')
    expect(Object.is(report.agents[2]?.confidence, 0)).toBe(true)
    expect(report.banner).toContain('APPROVE (0%)')
  })
})
