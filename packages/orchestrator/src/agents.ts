/** The three seats of the council, in the order in which they sit, are read and are reported. */
export const AGENT_NAMES = ['melchior', 'balthasar', 'caspar'] as const

/** Melchior judges correctness, Balthasar practice, Caspar risk. */
export type AgentName = (typeof AGENT_NAMES)[number]
