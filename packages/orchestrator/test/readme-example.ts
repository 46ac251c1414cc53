import { type LlmProvider, MagiBuilder } from '@cordon/orchestrator'

// Any model that a function can reach will do; this one is a few ifs.
const provider: LlmProvider = {
  name: 'example',
  model: 'if-1',
  async complete({ agent, prompt }) {
    const risky = agent === 'caspar' && prompt.includes('eval(')
    const verdict = {
      agent,
      verdict: risky ? 'reject' : 'approve',
      confidence: 0.9,
      summary: risky ? 'It evaluates its input.' : 'It does what it says.',
      reasoning: 'Read once.',
      findings: risky ? [{ severity: 'critical', title: 'eval of input, line 1', detail: 'Parse it.' }] : [],
      recommendation: risky ? 'Replace eval.' : 'Go ahead.',
    }
    return { text: JSON.stringify(verdict), finishReason: 'stop' }
  },
}

const magi = new MagiBuilder(provider).withPolicy('strict').build()
const report = await magi.analyze('code-review', 'const run = (input) => eval(input)')
console.log(report.report)
