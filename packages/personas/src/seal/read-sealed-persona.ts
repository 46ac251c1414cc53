import { tamperedPersona } from '../contract/refusals.ts'
import type { Fingerprint } from '../files/fingerprint.ts'
import { fileNameOf, readPersonaFile } from '../files/persona-files.ts'
import type { PersonaLocation } from '../files/persona-location.ts'
import { sha256Hex } from '../files/sha256.ts'
import type { ParsedSource } from '../parse/parse-source.ts'
import { personaHash } from '../parse/persona-hash.ts'
import type { SealedHashes } from './lock-file.ts'

export interface SealedReading extends ParsedSource {
  readonly fingerprint: Fingerprint
  readonly settled: boolean
}

/**
 * Reads a sealed persona's file and returns what is in it, if that is what was sealed.
 *
 * @throws PersonaError `ERR_PERSONA_READ_FAILED` when the system refuses to read it; `ERR_PERSONA_TAMPERED` for all else:
 *   with the body's hashes, or the personas' when only the frontmatter differs, or that of the bytes when it is no persona.
 */
export function readSealedPersona(
  location: PersonaLocation,
  handle: string,
  { bodySha256, sealSha256 }: SealedHashes,
): SealedReading {
  const reading = readPersonaFile(location, fileNameOf(handle))
  if (reading.status === 'gone') throw tamperedPersona(handle, bodySha256, null, 'its file is gone')
  if (reading.status === 'fault') {
    const { file, faults } = reading
    if (file.status === 'failed') throw faults[0]
    const found = file.status === 'read' ? sha256Hex(file.bytes) : null
    throw tamperedPersona(handle, bodySha256, found, `its file is no persona any more (${faults[0].message})`)
  }
  const { parsed, fingerprint, settled } = reading
  const { sourceHash } = parsed.persona
  if (sourceHash !== bodySha256) {
    throw tamperedPersona(handle, bodySha256, sourceHash, 'its body hash is not the one that was sealed')
  }
  const hash = personaHash(parsed.persona)
  if (hash !== sealSha256) {
    throw tamperedPersona(
      handle,
      sealSha256,
      hash,
      'its persona hash is not the one that was sealed: its frontmatter changed',
    )
  }
  return { ...parsed, fingerprint, settled }
}
