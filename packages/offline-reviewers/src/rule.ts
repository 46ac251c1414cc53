import type { CompletionRequest } from '@cordon/orchestrator'

/** The seat that reports a rule: melchior = correctness, balthasar = practice, caspar = risk. */
export type Lens = CompletionRequest['agent']
export type Mode = CompletionRequest['mode']
export type Severity = 'critical' | 'warning' | 'info'

/** What a rule looks for. Exactly one lens reports it, so two seats never tell the same finding twice. */
export interface Rule {
  readonly lens: Lens
  readonly severity: Severity
  /** Names the finding, after its place. */
  readonly title: string
  /** Why it matters and what to do, in one sentence. */
  readonly why: string
  /** The modes in which it speaks; all of them when absent. */
  readonly modes?: readonly Mode[]
}

type RuleOptions = Pick<Rule, 'modes'>
type RuleMaker = (severity: Severity, title: string, why: string, options?: RuleOptions) => Rule

const ruleOf =
  (lens: Lens): RuleMaker =>
  (severity, title, why, options) => ({ lens, severity, title, why, ...options })

export const correctness: RuleMaker = ruleOf('melchior')
export const practice: RuleMaker = ruleOf('balthasar')
export const risk: RuleMaker = ruleOf('caspar')

/** For rules about the form of code, which say nothing about a design or an analysis. */
export const onlyInCodeReview: RuleOptions = { modes: ['code-review'] }
