import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Persona } from '../contract/persona.ts'
import { type DigestBody, parseSource } from './parse-source.ts'

/**
 * Returns the persona in the bytes of a file: frontmatter (YAML 1.2 core) between two `---` lines, then the body in
 * canonical form. Pure and synchronous; the bytes are not kept.
 *
 * At most 64 KiB are read and 32 KiB of body kept. The base name of `path` must be the handle plus `.md`, compared
 * exactly. Tool names are not looked up anywhere. Of several faults the first is thrown; opening a registry tells all.
 *
 * @param path relative and '/'-separated; becomes `sourcePath`. Of a path that begins with '/' only the base name is kept.
 * @throws TypeError when `path` is not a string or `bytes` not a Uint8Array.
 * @throws {@link PersonaError} `ERR_PERSONA_READ_FAILED` when the bytes are not UTF-8.
 * @throws {@link PersonaError} `ERR_PERSONA_FORBIDDEN_FIELD` when the frontmatter has `system_prompt`, whatever its value.
 * @throws {@link PersonaError} `ERR_PERSONA_SCHEMA` when any other rule of the format is broken; see `detail.reason`.
 * @throws {@link PersonaError} `ERR_PERSONA_FILENAME_MISMATCH` when the file is not named after its handle.
 */
export function parsePersona(path: string, bytes: Uint8Array): Persona {
  if (typeof path !== 'string') throw new TypeError(`"path" expected string, got ${typeof path}`)
  if (!(bytes instanceof Uint8Array)) throw new TypeError(`"bytes" expected Uint8Array, got ${typeof bytes}`)
  const relative = path.startsWith('/') ? path.slice(path.lastIndexOf('/') + 1) : path
  const parsed = parseSource(relative, bytes, digestBody)
  if ('faults' in parsed) throw parsed.faults[0]
  return parsed.persona
}

function digestBody(body: string): ReturnType<DigestBody> {
  const bytes = utf8ToBytes(body)
  return { bytes, sha256Hex: bytesToHex(sha256(bytes)) }
}
