import type { Persona } from '@cordon/personas'
import { verifySeal } from '@cordon/personas/seal'
import type { Terminal } from '../../terminal/terminal.ts'

/** `unsure`: the lock says nothing, because it, or a file that it names, cannot be read or trusted. */
export type SealState = 'sealed' | 'unsealed' | 'changed' | 'unsure'

/** Returns what the lock of a directory says of each persona in it. */
export async function sealStates(directory: string): Promise<(persona: Persona) => SealState> {
  const verified = await verifySeal(directory)
  const sealed = new Set(verified.handles)
  if (verified.status === 'ok') return ({ handle }) => (sealed.has(handle) ? 'sealed' : 'unsealed')
  const changed = new Set<string>()
  for (const { code, detail } of verified.faults) {
    if (code === 'ERR_PERSONA_LOCK_MISSING') return () => 'unsealed'
    if (code !== 'ERR_PERSONA_TAMPERED') return () => 'unsure'
    changed.add(detail.handle)
  }
  return ({ handle }) => (sealed.has(handle) ? 'sealed' : changed.has(handle) ? 'changed' : 'unsealed')
}

/** Warns of a persona that a sealed registry would not inject as it is, and has the command exit with 1. */
export function warnOfSeal(terminal: Terminal, { handle }: Persona, seal: SealState): void {
  if (seal === 'sealed' || seal === 'unsealed') return
  const why =
    seal === 'changed'
      ? 'is not what was sealed, and is refused where seals are checked'
      : 'may be refused: the lock, or a file that it names, cannot be relied on'
  terminal.stderr.write(`cordon: warning: ${handle} ${why}; see cordon personas verify\n`)
  terminal.exitCode = 1
}
