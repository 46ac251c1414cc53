import type { Mode } from '@cordon/prompt'

export const MODES: ReadonlySet<unknown> = new Set<Mode>(['code-review', 'design', 'analysis'])

/** @throws TypeError unless `mode` is one of the three. */
export function assertMode(mode: unknown): void {
  if (!MODES.has(mode)) throw new TypeError(`"mode" expected ${[...MODES].join(', ')}, got ${typeof mode}`)
}
