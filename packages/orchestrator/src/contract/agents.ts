/** The three seats of the council, in the order in which they sit, are read and are reported. */
export const AGENT_NAMES: readonly ['melchior', 'balthasar', 'caspar'] = Object.freeze([
  'melchior',
  'balthasar',
  'caspar',
] as const)

/** Melchior judges correctness, Balthasar practice, Caspar risk. */
export type AgentName = (typeof AGENT_NAMES)[number]
