export type { AgentOutput, Finding, Severity, Verdict } from './agent-output.ts'
export { AGENT_NAMES, type AgentName } from './agents.ts'
export type { Boundary, BoundaryChange } from './boundary.ts'
export type { Consensus, MergedFinding } from './consensus.ts'
export { determineConsensus } from './determine-consensus.ts'
export {
  type AnyMagiError,
  MagiError,
  type MagiErrorCode,
  type MagiErrorDetail,
  type OutputFault,
  type RetryAdvice,
  type SeatFailure,
  type SeatFailureReason,
} from './errors.ts'
export { type FormatOptions, formatBanner } from './format-banner.ts'
export { formatReport } from './format-report.ts'
export type { AgentTitle, AgentTitles } from './internal/display-name.ts'
export type { Completion, CompletionRequest, CompletionUsage, LlmProvider } from './llm-provider.ts'
export { builtInPrompt, lookupPrompt, type PromptOverrides } from './lookup-prompt.ts'
export { type AnalyzeOptions, Magi, type MagiConfig } from './magi.ts'
export { type CompletionSettings, MagiBuilder } from './magi-builder.ts'
export type { MagiReport, SeatModel, SeatUsage } from './magi-report.ts'
export { type ParseAgentOutputOptions, parseAgentOutput } from './parse-agent-output.ts'
export type { RunEvent, RunListener } from './run-event.ts'
export { stripCodeFence } from './strip-code-fence.ts'
export { validateAgentOutput } from './validate-agent-output.ts'
