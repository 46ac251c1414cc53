/** The badge of every answer. */
export interface CordonBadge {
  readonly id: string
  readonly version: string
}

/** Generation settings that stand between a caller's own fields and the persona's. */
export interface CordonLlmHints {
  readonly temperature?: number
  readonly max_tokens?: number
  readonly stop_sequences?: readonly string[]
}

interface UntrustedMark {
  /** The text was written by somebody else: the gateway sanitizes and fences it. */
  untrusted?: boolean
  /** What the text is, `^[A-Z][A-Z0-9_]{0,31}$`; told in refusals and rows. Marks nothing without `untrusted: true`. */
  label?: string
}

declare module 'openai/resources/chat/completions/completions' {
  interface ChatCompletionCreateParamsBase {
    /** Persona, as `id@version`. */
    agent_persona?: string
    llm_hints?: CordonLlmHints
  }
  interface ChatCompletionUserMessageParam extends UntrustedMark {}
  interface ChatCompletionSystemMessageParam extends UntrustedMark {}
  interface ChatCompletionDeveloperMessageParam extends UntrustedMark {}
  interface ChatCompletionAssistantMessageParam extends UntrustedMark {}
  interface ChatCompletionToolMessageParam extends UntrustedMark {}
  interface ChatCompletionContentPartText extends UntrustedMark {}
  interface ChatCompletion {
    made_by_genie?: CordonBadge
  }
  interface ChatCompletionChunk {
    /** On the first chunk and on each that ends a choice. */
    made_by_genie?: CordonBadge
  }
}
