import type { Mode } from '@cordon/prompt'

/** What content is judged as. */
export const MODES: readonly Mode[] = ['code-review', 'design', 'analysis']
