import type { Mode } from '@cordon/prompt'
import { AGENT_NAMES, type AgentName } from '../contract/agents.ts'
import { assertOneOf } from '../contract/assert-one-of.ts'
import { MODES } from '../contract/modes.ts'
import { BALTHASAR_PROMPT } from './balthasar.ts'
import { CASPAR_PROMPT } from './caspar.ts'
import { MELCHIOR_PROMPT } from './melchior.ts'

/** System prompts that replace the built-in ones: under `agent/mode` for one mode, under `agent` for all. */
export type PromptOverrides = ReadonlyMap<AgentName | `${AgentName}/${Mode}`, string>

const builtIn: Readonly<Record<AgentName, string>> = {
  melchior: MELCHIOR_PROMPT,
  balthasar: BALTHASAR_PROMPT,
  caspar: CASPAR_PROMPT,
}

/**
 * Returns the system prompt that ships with an agent; it serves every mode.
 *
 * @throws TypeError when `agent` is not one of the three.
 */
export function builtInPrompt(agent: AgentName): string {
  assertOneOf(agent, 'agent', AGENT_NAMES)
  return builtIn[agent]
}

/**
 * Returns the system prompt of a seat: the override for this mode, else the one for all modes, else the built-in
 * one. An empty string is an override.
 *
 * @throws TypeError when `mode` is not one of the three, `overrides` is no map, or `agent` is not one of the three and
 * nothing overrides it.
 */
export function lookupPrompt(agent: AgentName, mode: Mode, overrides: PromptOverrides): string {
  assertOneOf(mode, 'mode', MODES)
  if (typeof overrides?.get !== 'function') throw new TypeError('"overrides" expected a Map')
  return overrides.get(`${agent}/${mode}`) ?? overrides.get(agent) ?? builtInPrompt(agent)
}
