import type { CompletionRequest } from '@cordon/orchestrator'

/** The seat that reports a rule: melchior = correctness, balthasar = practice, caspar = risk. */
export type Lens = CompletionRequest['agent']
export type Mode = CompletionRequest['mode']
/** Every seat. */
export const LENSES: readonly Lens[] = ['melchior', 'balthasar', 'caspar']
/** What content is judged as. */
export const MODES: readonly Mode[] = ['code-review', 'design', 'analysis']

export type Severity = 'critical' | 'warning' | 'info'

/**
 * A row of the tables in `rules/`: the one lens that reports the rule, so that two seats never tell the same finding
 * twice; its severity; what names a finding; why it matters and what to do; the modes in which it speaks, if not all.
 */
export type RuleRow = readonly [
  lens: Lens,
  severity: Severity,
  title: string,
  why: string,
  modes?: readonly Mode[],
]
