export { type ParseAgentOutputOptions, parseAgentOutput } from './answer/parse-agent-output.ts'
export { stripCodeFence } from './answer/strip-code-fence.ts'
export { validateAgentOutput } from './answer/validate-agent-output.ts'
export { determineConsensus } from './consensus/determine-consensus.ts'
export type { AgentOutput, Finding, Severity, Verdict } from './contract/agent-output.ts'
export { AGENT_NAMES, type AgentName } from './contract/agents.ts'
export type { Consensus, MergedFinding } from './contract/consensus.ts'
export {
  type AnyMagiError,
  MagiError,
  type MagiErrorCode,
  type MagiErrorDetail,
  type OutputFault,
  type RetryAdvice,
  type SeatFailure,
  type SeatFailureReason,
} from './contract/errors.ts'
export type { Completion, CompletionRequest, CompletionUsage, LlmProvider } from './contract/llm-provider.ts'
export type { RunEvent, RunListener } from './contract/run-event.ts'
export { type AnalyzeOptions, Magi } from './magi.ts'
export { type CompletionSettings, MagiBuilder } from './magi-builder.ts'
export type { MagiConfig } from './magi-config.ts'
export { builtInPrompt, lookupPrompt, type PromptOverrides } from './prompts/lookup-prompt.ts'
export type { Boundary, BoundaryChange } from './report/boundary.ts'
export type { AgentTitle, AgentTitles } from './report/display-name.ts'
export { type FormatOptions, formatBanner } from './report/format-banner.ts'
export { formatReport } from './report/format-report.ts'
export type { MagiReport, SeatModel, SeatUsage } from './report/magi-report.ts'
