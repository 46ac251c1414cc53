export {
  type BuildUserPromptOptions,
  buildUserPrompt,
  type Mode,
  type UserDocument,
} from './build-user-prompt.ts'
export { containsUntrustedMarker } from './contains-untrusted-marker.ts'
export { DATAMARK_INSTRUCTION } from './datamark.ts'
export { PromptError, type PromptErrorCode } from './errors.ts'
export { type FenceUntrustedOptions, fenceUntrusted } from './fence-untrusted.ts'
export { type FitBudget, type FittedText, fit } from './fit.ts'
export type { FencePolicy } from './internal/sanitize-content.ts'
export { maskNonces } from './mask-nonces.ts'
export { DEFAULT_UNTRUSTED_INSTRUCTION, Prompt, type PromptOptions } from './prompt.ts'
export { type PromptValue, prompt, type TrustedText, trusted } from './prompt-tag.ts'
export { endorse, type Taintable, type TaintSource, taintOf, withTaint } from './taint.ts'
export {
  TOKEN_LENGTH,
  UNTRUSTED_BLOCK_INSTRUCTION,
  UntrustedBlock,
  type UntrustedBlockOptions,
  wrapUntrusted,
} from './untrusted-block.ts'
