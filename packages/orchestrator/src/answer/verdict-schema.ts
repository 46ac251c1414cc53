import { SEVERITIES, VERDICTS } from '../contract/agent-output.ts'
import { AGENT_NAMES } from '../contract/agents.ts'

const text = { type: 'string' }

const finding = {
  type: 'object',
  properties: { severity: { type: 'string', enum: SEVERITIES }, title: text, detail: text },
  required: ['severity', 'title', 'detail'],
  additionalProperties: false,
}

/** JSON Schema of a verdict, handed to providers with each request. Validation never relies on it. */
export const VERDICT_SCHEMA: Readonly<Record<string, unknown>> = deepFreeze({
  type: 'object',
  properties: {
    agent: { type: 'string', enum: AGENT_NAMES },
    verdict: { type: 'string', enum: VERDICTS },
    confidence: { type: 'number', minimum: 0, maximum: 1 },
    summary: text,
    reasoning: text,
    findings: { type: 'array', items: finding, maxItems: 100 },
    recommendation: text,
  },
  required: ['agent', 'verdict', 'confidence', 'summary', 'reasoning', 'findings', 'recommendation'],
  additionalProperties: false,
})

function deepFreeze<T extends object>(value: T): T {
  for (const child of Object.values(value)) if (typeof child === 'object') deepFreeze(child)
  return Object.freeze(value)
}
