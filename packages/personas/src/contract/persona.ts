/** Defaults that a persona suggests for a model call; the caller's own values win. */
export interface PersonaLlmHints {
  /** 0 to 2 inclusive. */
  readonly temperature?: number
  /** Integer, 1 to 4,294,967,295 inclusive. */
  readonly maxTokens?: number
  /** Non-empty strings. */
  readonly stopSequences?: readonly string[]
}

/** One version of one persona. Deeply frozen. */
export interface Persona {
  /** `id@version`. */
  readonly handle: string
  /** Kebab-case ASCII, at most 64 characters. */
  readonly id: string
  /** MAJOR.MINOR.PATCH. */
  readonly version: string
  /** The system prompt in canonical form: what is hashed and what is injected. */
  readonly body: string
  /** Tool names in the file's order; empty when the file has none. Not checked against any tool list. */
  readonly allowedTools: readonly string[]
  /** Free-form labels in the file's order. */
  readonly traits: readonly string[]
  readonly llmHints: PersonaLlmHints
  /** Relative to the registry's `root`, '/'-separated, never absolute. */
  readonly sourcePath: string
  /** SHA-256 of the UTF-8 of `body`, 64 lowercase hex characters. Covers the body only. */
  readonly sourceHash: string
}
