import { buildUserPrompt, type Mode } from '@cordon/prompt'
import { determineConsensus, REQUIRED_AGENTS } from './consensus/determine-consensus.ts'
import type { AgentOutput } from './contract/agent-output.ts'
import { AGENT_NAMES, type AgentName } from './contract/agents.ts'
import { assertOneOf } from './contract/assert-one-of.ts'
import { assertOptions } from './contract/assert-options.ts'
import { MagiError, type SeatFailure } from './contract/errors.ts'
import { MODES } from './contract/modes.ts'
import type { RunListener } from './contract/run-event.ts'
import { checkConfig, type MagiConfig } from './magi-config.ts'
import { lookupPrompt } from './prompts/lookup-prompt.ts'
import { inspectBoundary } from './report/boundary.ts'
import { displayNameOf } from './report/display-name.ts'
import { formatBanner } from './report/format-banner.ts'
import { formatReport } from './report/format-report.ts'
import type { MagiReport } from './report/magi-report.ts'
import { guardListener } from './seat/guard-listener.ts'
import { runSeat, type Seat, type SeatResult } from './seat/run-seat.ts'
import { utf8Length } from './text/utf8-length.ts'

const overridable: ReadonlySet<unknown> = new Set(
  AGENT_NAMES.flatMap((agent) => [agent, ...MODES.map((mode) => `${agent}/${mode}`)]),
)

/** What one run may be given. */
export interface AnalyzeOptions {
  /** Aborts the run: every seat's call is aborted and `analyze` rejects with the signal's own reason. */
  readonly signal?: AbortSignal
  /** Hears what happens as it happens. A listener that throws changes nothing. */
  readonly onEvent?: RunListener
}

/** The council: three seats that judge one text, and the verdict computed from their votes. Made by {@link MagiBuilder}. */
export class Magi {
  readonly #config: MagiConfig

  /** @throws TypeError when a setting is missing, unknown or of another type; RangeError when one is outside its bounds. */
  constructor(config: MagiConfig) {
    this.#config = checkConfig(config)
  }

  /**
   * Returns what the council decided about `content`, which is untrusted and may be empty.
   *
   * All three seats get the same prompt at once, each with its own time limit; two verdicts suffice. A seat that fails
   * is named in the report with its reason.
   *
   * Rejects with `signal.reason` when the caller aborts, with `PromptError` when the prompt cannot be fenced (then no
   * provider is called), and otherwise:
   *
   * @throws TypeError for an unknown mode, content that is not a string, or an override that is none or for an unknown
   * agent.
   * @throws {@link MagiError} `ERR_MAGI_INPUT_TOO_LARGE` when the raw content is larger than the limit;
   * `ERR_MAGI_INSUFFICIENT_AGENTS` when fewer than two seats have a verdict.
   */
  async analyze(mode: Mode, content: string, options: AnalyzeOptions = {}): Promise<MagiReport> {
    assertOptions(options, ['signal', 'onEvent'])
    const { signal, onEvent } = options
    if (signal !== undefined && typeof signal?.throwIfAborted !== 'function')
      throw new TypeError(`"signal" expected AbortSignal, got ${typeof signal}`)
    if (onEvent !== undefined && typeof onEvent !== 'function')
      throw new TypeError(`"onEvent" expected function, got ${typeof onEvent}`)
    this.#checkNames(mode, content)
    signal?.throwIfAborted()
    const inputBytes = this.#checkSize(content)
    const { policy, rng, timeoutMs } = this.#config
    const prompt = buildUserPrompt(mode, content, { policy, rng })
    const seats = AGENT_NAMES.map((agent) => this.#seat(agent))
    const emit = guardListener(onEvent, signal)
    emit({ type: 'run-start', mode, inputBytes, timeoutMs })
    const running = Promise.all(seats.map((seat) => this.#runSeat(seat, mode, prompt, signal, emit)))
    // Done here since the seats are waiting for their models already; hostile text takes it a second and more.
    const boundary = inspectBoundary(content, policy)
    const results = await running
    signal?.throwIfAborted()
    const report = { ...decide(results), boundary }
    const { consensus, consensus_verdict, confidence } = report.consensus
    emit({ type: 'consensus', consensus, consensus_verdict, confidence, degraded: report.degraded })
    return report
  }

  #checkNames(mode: Mode, content: string): void {
    assertOneOf(mode, 'mode', MODES)
    if (typeof content !== 'string') throw new TypeError(`"content" expected string, got ${typeof content}`)
    const { providers, prompts } = this.#config
    for (const agent of providers.keys()) assertOneOf(agent, 'agent', AGENT_NAMES)
    if (![...prompts.keys()].every((key) => overridable.has(key))) {
      throw new TypeError('"agent" or "mode" of an override expected one that exists, got another name')
    }
    for (const text of prompts.values())
      if (typeof text !== 'string')
        throw new TypeError(`"text" of an override expected string, got ${typeof text}`)
  }

  #checkSize(content: string): number {
    const size = utf8Length(content)
    const max = this.#config.maxInputBytes
    if (size <= max) return size
    throw new MagiError('ERR_MAGI_INPUT_TOO_LARGE', `the input has ${size} bytes, the limit is ${max}`, {
      size,
      max,
    })
  }

  #seat(agent: AgentName): Seat {
    const provider = this.#config.providers.get(agent) ?? this.#config.provider
    return { agent, provider, model: { provider: provider.name, model: provider.model } }
  }

  #runSeat(
    seat: Seat,
    mode: Mode,
    prompt: string,
    signal: AbortSignal | undefined,
    emit: RunListener,
  ): Promise<SeatResult> {
    const { prompts, timeoutMs, maxTokens, temperature } = this.#config
    const system = lookupPrompt(seat.agent, mode, prompts)
    return runSeat(seat, { mode, system, prompt, maxTokens, temperature, timeoutMs, signal, emit })
  }
}

function decide(results: readonly SeatResult[]): Omit<MagiReport, 'boundary'> {
  const agents: AgentOutput[] = []
  const failures: [AgentName, SeatFailure][] = []
  for (const { agent, outcome } of results) {
    if ('verdict' in outcome) agents.push(outcome)
    else failures.push([agent, outcome])
  }
  if (agents.length < REQUIRED_AGENTS) throw insufficient(agents.length, failures)
  const consensus = determineConsensus(agents)
  const report = formatReport(agents, consensus)
  return {
    agents,
    consensus,
    banner: formatBanner(agents, consensus),
    report: failures.length === 0 ? report : `${degradedLine(agents.length, failures)}\n\n${report}`,
    degraded: failures.length > 0,
    failed_agents: Object.fromEntries(failures.map(([agent, failure]) => [agent, describe(failure)])),
    usage: Object.fromEntries(results.flatMap(({ agent, usage }) => (usage ? [[agent, usage]] : []))),
    models: Object.fromEntries(results.map(({ agent, model }) => [agent, model])) as MagiReport['models'],
  }
}

function degradedLine(succeeded: number, failures: readonly [AgentName, SeatFailure][]): string {
  const missing = failures.map(([agent, failure]) => `${displayNameOf(agent)[0]} (${describe(failure)})`)
  return `DEGRADED: ${succeeded} of ${AGENT_NAMES.length} seats answered. Missing: ${missing.join(', ')}`
}

function describe({ reason, message }: SeatFailure): string {
  return `${reason}: ${message}`
}

function insufficient(succeeded: number, failures: readonly [AgentName, SeatFailure][]): MagiError {
  const reasons = failures.map(([agent, failure]) => `${agent}: ${describe(failure)}`)
  return new MagiError(
    'ERR_MAGI_INSUFFICIENT_AGENTS',
    `${succeeded} of ${REQUIRED_AGENTS} required verdicts; ${reasons.join('; ')}`,
    { succeeded, required: REQUIRED_AGENTS, failures: Object.fromEntries(failures) },
  )
}
