import type { AgentOutput } from '../contract/agent-output.ts'
import type { AgentName } from '../contract/agents.ts'
import { assertOptions } from '../contract/assert-options.ts'
import { MagiError, type OutputFault } from '../contract/errors.ts'
import { builtInPrompt } from '../prompts/lookup-prompt.ts'
import { measureJson } from './measure-json.ts'
import { readExampleBlock, readVerdictBlock } from './read-verdict-block.ts'
import { holdsSecondVerdict } from './second-verdict.ts'
import { stripCodeFence } from './strip-code-fence.ts'
import { validateAgentOutput } from './validate-agent-output.ts'

const MAX_ANSWER_UNITS = 10 * 1024 * 1024
/** Far above the 400 or so of a full verdict. `JSON.parse` takes seconds for the millions that the size allows. */
const MAX_VALUES = 100_000

export interface ParseAgentOutputOptions {
  /** Whose answer this is; an answer in another agent's name is refused. */
  readonly agent: AgentName
  /** The system prompt that was sent; an echo of the example in it is refused. @defaultValue the built-in one */
  readonly systemPrompt?: string
}

/**
 * Returns the verdict that a model's answer states.
 *
 * JSON is never searched for. Either the answer has exactly one block between `<MAGI_VERDICT>` and `</MAGI_VERDICT>`,
 * each alone on its line, nothing outside it that resembles a marker or a verdict, and nothing outside it is read; or it
 * has no marker and is, as a whole, one JSON object (with or without a code fence around it). See ADR 007.
 *
 * @throws TypeError when `text` is not a string, an option is unknown, or `agent` is none of the three and no `systemPrompt`
 * is given.
 * @throws {@link MagiError} `ERR_MAGI_INVALID_OUTPUT`, whose `detail.reason` says what is wrong; `too_large` beyond
 * 10,485,760 code units or 100,000 JSON values.
 */
export function parseAgentOutput(text: string, options: ParseAgentOutputOptions): AgentOutput {
  if (typeof text !== 'string') throw new TypeError(`"text" expected string, got ${typeof text}`)
  assertOptions(options, ['agent', 'systemPrompt'])
  const { agent, systemPrompt = builtInPrompt(agent) } = options
  if (typeof systemPrompt !== 'string')
    throw new TypeError(`"systemPrompt" expected string, got ${typeof systemPrompt}`)
  if (text.length > MAX_ANSWER_UNITS)
    throw invalid('too_large', 'the answer has more than 10,485,760 code units')
  const block = readVerdictBlock(text)
  const value = parseJson(stripCodeFence(block?.inside ?? text))
  if (isEcho(value, systemPrompt))
    throw invalid('echoed_example', 'the answer repeats the example of its prompt')
  const output = validateAgentOutput(value)
  if (output.agent !== agent) throw invalid('agent_mismatch', "the answer bears another agent's name")
  // Of two verdicts one may be quoted from the content: nobody can tell which, so neither is read.
  if (block && [block.before, block.after].some((side) => holdsSecondVerdict(side, output.verdict)))
    throw invalid('ambiguous_block', 'a second verdict stands outside the verdict block')
  return output
}

/** Of a name that stands twice parsers keep one value or the other: which of them the model meant nobody can tell. */
function parseJson(json: string): unknown {
  const { values, names } = measureJson(json)
  if (values > MAX_VALUES) throw invalid('too_large', 'the answer has more than 100,000 values')
  const value = parseStrictly(json)
  if (names > Object.keys(asRecord(value)).length)
    throw invalid('invalid_json', 'the answer has a name twice')
  return value
}

// JSON.parse's own error quotes the text, so it is not kept as a cause.
function parseStrictly(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw invalid('invalid_json', 'the answer is not one strict JSON value')
  }
}

/** Whether summary and recommendation are word for word those of the example in the prompt. */
function isEcho(value: unknown, systemPrompt: string): boolean {
  const example = readExample(systemPrompt)
  const answer = asRecord(value)
  return (
    example['summary'] !== undefined &&
    answer['summary'] === example['summary'] &&
    answer['recommendation'] === example['recommendation']
  )
}

// A custom prompt may hold no example, or one that is not JSON: then there is nothing to echo.
function readExample(systemPrompt: string): Readonly<Record<string, unknown>> {
  try {
    const block = readExampleBlock(systemPrompt)
    return block === undefined ? {} : asRecord(JSON.parse(stripCodeFence(block)))
  } catch {
    return {}
  }
}

/** What `JSON.parse` gave, read as an object; a list or a plain value has no field of interest. */
function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' ? { ...value } : {}
}

function invalid(reason: OutputFault, message: string): MagiError<'ERR_MAGI_INVALID_OUTPUT'> {
  return new MagiError('ERR_MAGI_INVALID_OUTPUT', message, { reason })
}
