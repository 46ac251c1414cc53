/** Largest persona file, in bytes: a bound on what the YAML parser is ever given. */
export const MAX_FILE_BYTES: number = 64 * 1024

/** Largest canonical body, in UTF-8 bytes: it is hashed on every load. */
export const MAX_BODY_BYTES: number = 32 * 1024

/** Inclusive bounds of `llm_hints.temperature`. */
export const TEMPERATURE_RANGE = { minimum: 0, maximum: 2 } as const

/** Inclusive bounds of `llm_hints.max_tokens`. */
export const MAX_TOKENS_RANGE = { minimum: 1, maximum: 4_294_967_295 } as const
