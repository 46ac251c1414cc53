import { readdir, realpath, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { type AnyPersonaError, type Persona, PersonaError, parseHandle, parsePersona } from '@cordon/personas'
import { Argument, Option } from 'commander'
import { InputError, readBytes, reasonOf } from '../../input/read-input.ts'
import { CliError } from '../../terminal/cli-error.ts'
import { printable } from '../../terminal/printable.ts'
import type { Terminal } from '../../terminal/terminal.ts'

const DEFAULT_FOLDER = 'personas'

/** The directory as an argument, for commands that are about all of it. */
export const folderArgument = (): Argument =>
  new Argument('[directory]', 'the directory of persona files').default(DEFAULT_FOLDER)

/** The directory as an option, for commands that are about personas in it. */
export const folderOption = (): Option =>
  new Option('-d, --directory <directory>', 'the directory of persona files').default(DEFAULT_FOLDER)

/** Returns what paths of the directory are shown relative to: the working directory, or the one above it elsewhere. */
export function rootOf(terminal: Terminal, folder: string): string {
  const directory = resolve(terminal.cwd, folder)
  return isInside(terminal.cwd, directory) ? terminal.cwd : dirname(directory)
}

function isInside(directory: string, path: string): boolean {
  const inner = relative(directory, path)
  return inner.split(sep)[0] !== '..' && !isAbsolute(inner)
}

export interface PersonaFile {
  readonly persona: Persona
  /** The file's bytes. */
  readonly bytes: Buffer
}

/** Returns one persona by its handle; other files of the directory may have faults. */
export async function readPersona(terminal: Terminal, folder: string, handle: string): Promise<PersonaFile> {
  parseHandle(handle)
  const name = `${handle}.md`
  try {
    const bytes = await readPersonaFile(terminal, folder, name)
    return { persona: parsePersona(name, bytes), bytes }
  } catch (error) {
    if (PersonaError.isInstance(error)) throw error
    const reason = error instanceof InputError ? error.reason : reasonOf(error)
    throw new CliError(`${folder}/${name}: ${reason}${await available(terminal, folder)}`)
  }
}

/** As much as a registry reads; of a longer file some more comes, so that the parser refuses it. */
const MAX_BYTES = 64 * 1024

/** Returns the bytes of what a registry would read: a regular file, whose real path is inside the directory's. */
async function readPersonaFile(terminal: Terminal, folder: string, name: string): Promise<Buffer> {
  const directory = await realpath(resolve(terminal.cwd, folder))
  const path = await realpath(join(directory, name))
  if (!isInside(directory, path)) throw new InputError(name, 'found a link that leads outside the directory')
  if (!(await stat(path)).isFile()) throw new InputError(name, 'found something that is not a file')
  return readBytes(terminal, path, MAX_BYTES)
}

/** Returns what `--json` tells of a fault. */
export function faultFields({
  code,
  message,
  detail,
}: AnyPersonaError): Pick<AnyPersonaError, 'code' | 'message' | 'detail'> {
  return { code, message, detail }
}

/** Returns the lines that tell faults, one each. */
export function formatFaults(faults: readonly { readonly message: string }[]): string {
  return faults.map(({ message }) => `${printable(message)}\n`).join('')
}

/**
 * Returns a fault of a seal as who looks for the file wants it: a seal knows what it refuses by its handle, and its
 * directory by the absolute path.
 */
export function nameFault(
  { cwd }: Terminal,
  folder: string,
  { code, detail, message }: AnyPersonaError,
): { readonly message: string } {
  if (code === 'ERR_PERSONA_TAMPERED') {
    const advice = 'restore it, or save it as the next version'
    return { message: `${join(folder, detail.handle)}.md: ${message}; ${advice}` }
  }
  const directory = resolve(cwd, folder)
  return { message: message.startsWith(directory) ? folder + message.slice(directory.length) : message }
}

async function available(terminal: Terminal, folder: string): Promise<string> {
  const names = await readdir(resolve(terminal.cwd, folder)).catch((): string[] => [])
  const handles = names.filter((name) => name.endsWith('.md')).map((name) => name.slice(0, -'.md'.length))
  return handles.length === 0 ? '' : `; available: ${handles.toSorted().join(', ')}`
}
