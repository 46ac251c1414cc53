import { readdirSync } from 'node:fs'
import { readFailed } from '../contract/refusals.ts'
import { MAX_FILE_BYTES } from '../parse/limits.ts'
import { type DigestBody, type FileFaults, type ParsedSource, parseSource } from '../parse/parse-source.ts'
import type { PersonaLocation } from './persona-location.ts'
import { type FileReading, readDirectoryFile, systemCode } from './read-directory-file.ts'
import { sha256Hex } from './sha256.ts'

const EXTENSION = '.md'

/** Whether a name in the directory is a persona's to be: `.md`, and not an editor's or a system's side file. */
export function isPersonaFile(name: string): boolean {
  return name.endsWith(EXTENSION) && !name.startsWith('.') && !name.startsWith('#')
}

/** Returns the name of the one file that may hold a persona. */
export function fileNameOf(handle: string): string {
  return `${handle}${EXTENSION}`
}

/** Returns the handle that a persona file must hold. */
export function handleOf(fileName: string): string {
  return fileName.slice(0, -EXTENSION.length)
}

/**
 * Returns the names of the persona files in the directory, sorted by code unit.
 *
 * @throws PersonaError `ERR_PERSONA_READ_FAILED` when it is none, or cannot be read.
 */
export function listPersonaFiles(location: PersonaLocation): string[] {
  try {
    return readdirSync(location.directory).filter(isPersonaFile).sort()
  } catch (error) {
    const text = `the persona directory cannot be read (${systemCode(error)}); give the one that holds the files`
    throw readFailed(location.path, text, location.label)
  }
}

export type PersonaReading =
  | (Extract<FileReading, { status: 'read' }> & { readonly parsed: ParsedSource })
  | { readonly status: 'gone' }
  | { readonly status: 'fault'; readonly faults: FileFaults; readonly file: FileReading }

/** Reads and parses one persona file; what is wrong with it is returned, not thrown. */
export function readPersonaFile(location: PersonaLocation, name: string): PersonaReading {
  const path = location.pathOf(name)
  const file = readDirectoryFile(location.directory, name, MAX_FILE_BYTES)
  if (file.status === 'gone') return file
  if (file.status === 'refused')
    return { status: 'fault', file, faults: [readFailed(path, `found ${file.why}`)] }
  if (file.status === 'failed') {
    return { status: 'fault', file, faults: [readFailed(path, `the file cannot be read (${file.code})`)] }
  }
  const parsed = parseSource(path, file.bytes, digestBody)
  return 'faults' in parsed ? { status: 'fault', file, faults: parsed.faults } : { ...file, parsed }
}

function digestBody(body: string): ReturnType<DigestBody> {
  const bytes = Buffer.from(body)
  return { bytes, sha256Hex: sha256Hex(bytes) }
}
