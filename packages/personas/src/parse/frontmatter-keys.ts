/** The keys of the frontmatter. */
export const FRONTMATTER_KEYS = ['id', 'version', 'allowed_tools', 'traits', 'llm_hints'] as const

/** The keys below `llm_hints`. */
export const HINT_KEYS = ['temperature', 'max_tokens', 'stop_sequences'] as const

/** The key with a code of its own: the prompt has one source, the body. */
export const FORBIDDEN_KEY = 'system_prompt'
