import { type AgentOutput, SEVERITIES, VERDICTS } from '../contract/agent-output.ts'
import { AGENT_NAMES } from '../contract/agents.ts'
import { MagiError, type OutputFault } from '../contract/errors.ts'
import { cleanTitle } from '../text/clean-title.ts'
import { exceedsCodePoints } from '../text/code-points.ts'

type Json = Readonly<Record<string, unknown>>

const KEYS = ['agent', 'verdict', 'confidence', 'summary', 'reasoning', 'findings', 'recommendation']
const TEXT_KEYS = ['summary', 'reasoning', 'recommendation']
const FINDING_KEYS = ['severity', 'title', 'detail']

const MAX_TEXT_CODE_POINTS = 50_000
const MAX_FINDINGS = 100
const MAX_TITLE_CODE_POINTS = 500
const MAX_DETAIL_CODE_POINTS = 10_000

const agentNames: ReadonlySet<unknown> = new Set(AGENT_NAMES)
const verdicts: ReadonlySet<unknown> = new Set(VERDICTS)
const severities: ReadonlySet<unknown> = new Set(SEVERITIES)

/**
 * Returns a checked copy of a parsed verdict, each finding's title cleaned onto one line.
 *
 * The checks run in the reference program's order and the first that fails wins. Texts may be empty and hold at most
 * 50,000 code points, a title 1 to 500 once cleaned, a detail 10,000; at most 100 findings. Unknown keys are kept.
 *
 * @throws {@link MagiError} `ERR_MAGI_INVALID_OUTPUT`, whose `detail.reason` says which check failed.
 */
export function validateAgentOutput(value: unknown): AgentOutput {
  const output = copyObject(value)
  if (output === undefined) throw fault('not_object')
  requireKeys(output, KEYS, 'missing_keys')
  checkChoice(output, 'agent', agentNames, 'agent_type', 'agent_unknown')
  checkChoice(output, 'verdict', verdicts, 'verdict_type', 'verdict_invalid')
  checkConfidence(output['confidence'])
  for (const key of TEXT_KEYS) {
    const text = output[key]
    if (typeof text !== 'string') throw fault('field_type', key)
    if (exceedsCodePoints(text, MAX_TEXT_CODE_POINTS)) throw fault('field_too_long', key)
  }
  const findings = output['findings']
  if (!Array.isArray(findings)) throw fault('findings_type', 'findings')
  if (findings.length > MAX_FINDINGS) throw fault('findings_too_many', 'findings')
  // The checks above are what the type states.
  return { ...output, findings: Array.from(findings, validateFinding) } as unknown as AgentOutput
}

function validateFinding(value: unknown, index: number): Json {
  const path = `findings[${index}]`
  const finding = copyObject(value)
  if (finding === undefined) throw fault('finding_not_object', path)
  requireKeys(finding, FINDING_KEYS, 'finding_missing_keys', path)
  const { severity, title, detail } = finding
  for (const key of FINDING_KEYS) {
    if (typeof finding[key] !== 'string') throw fault('finding_field_type', `${path}.${key}`)
  }
  if (!severities.has(severity)) throw fault('finding_severity_invalid', `${path}.severity`)
  const cleaned = cleanTitle(title as string)
  if (cleaned === '') throw fault('finding_title_empty', `${path}.title`)
  if (exceedsCodePoints(cleaned, MAX_TITLE_CODE_POINTS)) {
    throw fault('finding_title_too_long', `${path}.title`)
  }
  if (exceedsCodePoints(detail as string, MAX_DETAIL_CODE_POINTS)) {
    throw fault('finding_detail_too_long', `${path}.detail`)
  }
  return { ...finding, title: cleaned }
}

function checkChoice(
  value: Json,
  key: string,
  allowed: ReadonlySet<unknown>,
  wrongType: OutputFault,
  unknownValue: OutputFault,
): void {
  if (typeof value[key] !== 'string') throw fault(wrongType, key)
  if (!allowed.has(value[key])) throw fault(unknownValue, key)
}

function checkConfidence(confidence: unknown): void {
  if (typeof confidence !== 'number') throw fault('confidence_type', 'confidence')
  // Written so that NaN fails too.
  if (!(confidence >= 0 && confidence <= 1)) throw fault('confidence_range', 'confidence')
}

function requireKeys(value: Json, keys: readonly string[], reason: OutputFault, path?: string): void {
  if (!keys.every((key) => Object.hasOwn(value, key))) throw fault(reason, path)
}

/** Returns a copy, if `value` is an object: a getter may answer something else the next time. */
function copyObject(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
}

function fault(reason: OutputFault, path?: string): MagiError<'ERR_MAGI_INVALID_OUTPUT'> {
  const where = path === undefined ? '' : ` at ${path}`
  const detail = path === undefined ? { reason } : { reason, path }
  return new MagiError('ERR_MAGI_INVALID_OUTPUT', `not a verdict: ${reason}${where}`, detail)
}
