import { join, resolve } from 'node:path'
import { PersonaError, personaHash } from '@cordon/personas'
import { type SealPersonasOptions, type SealRecord, sealPersonas, verifySeal } from '@cordon/personas/seal'
import { Command } from 'commander'
import { nameKeyFile, readKeyFile } from '../../input/read-key-file.ts'
import { formatInspection } from '../../inspect/format-inspection.ts'
import { inspectFile } from '../../inspect/inspect-file.ts'
import { CliError } from '../../terminal/cli-error.ts'
import { formatJson } from '../../terminal/format-json.ts'
import { formatTable } from '../../terminal/format-table.ts'
import { printableLine } from '../../terminal/printable.ts'
import { colorsFor, type Terminal } from '../../terminal/terminal.ts'
import { checkFolder } from './check-folder.ts'
import { TEMPLATE_BODY } from './new.ts'
import { folderArgument, formatFaults, nameFault, type PersonaFile, readPersona } from './persona-folder.ts'

interface SealOptions {
  readonly key?: string
  readonly publicKey?: string
  readonly only?: readonly string[]
  readonly actor?: string
  readonly allowInvisible?: true
  readonly json?: true
}

export function sealCommand(terminal: Terminal): Command {
  return new Command('seal')
    .description('seal every persona that is not sealed yet; exit 1 when one must not be')
    .addArgument(folderArgument())
    .option('--key <file>', 'sign the lock by this private key (PEM; - is standard input)')
    .option('--public-key <file>', 'the key that signed the lock so far, if it is another one')
    .option('--only <handle...>', 'seal these and no others')
    .option('--actor <name>', 'who seals; repeated in the output')
    .option('--allow-invisible', 'seal text that holds characters which cannot be seen')
    .option('--json', 'print what was sealed as JSON')
    .addHelpText(
      'after',
      '\nThe key may also be in CORDON_SEAL_KEY. Without one the lock shows accidents only.',
    )
    .action((folder: string, options: SealOptions) => seal(terminal, folder, options))
}

async function seal(terminal: Terminal, folder: string, options: SealOptions): Promise<void> {
  const handles = options.only ?? (await unsealedHandles(terminal, folder))
  if (handles === undefined) return
  const files: PersonaFile[] = []
  for (const handle of handles) files.push(await readPersona(terminal, folder, handle))
  if (!showInvisible(terminal, folder, files, options.allowInvisible === true)) return
  warnOfTemplates(terminal, folder, files)
  const keys = await readKeys(terminal, options)
  try {
    const directory = resolve(terminal.cwd, folder)
    const record = await sealPersonas(directory, { ...keys, handles, actor: options.actor }).catch(
      nameKeyFile({ publicKey: options.publicKey, privateKey: options.key ?? 'CORDON_SEAL_KEY' }),
    )
    requireSameContent(record, files)
    tell(terminal, record, options.json === true)
  } catch (error) {
    if (!PersonaError.isInstance(error)) throw error
    if (error.code === 'ERR_PERSONA_LOCK_SIGNATURE') throw new CliError(join(folder, error.message))
    if (error.code !== 'ERR_PERSONA_INIT') throw error
    refuse(
      terminal,
      error.detail.faults.map((fault) => nameFault(terminal, folder, fault)),
    )
  }
}

/** Returns what is not sealed yet; undefined when files have faults, which are told then. */
async function unsealedHandles(terminal: Terminal, folder: string): Promise<readonly string[] | undefined> {
  const { handles, faults } = await checkFolder(terminal, folder)
  if (faults.length > 0) {
    refuse(terminal, faults)
    return undefined
  }
  const verified = await verifySeal(resolve(terminal.cwd, folder))
  // Of a lock that does not hold nothing is taken for sealed; sealing says what is wrong with it.
  return verified.status === 'ok' ? verified.unsealed : handles
}

function refuse(terminal: Terminal, faults: readonly { readonly message: string }[]): void {
  terminal.stdout.write(formatFaults(faults))
  terminal.exitCode = 1
}

/** Shows what a reviewer of the files cannot have seen. Returns whether to go on. */
function showInvisible(
  terminal: Terminal,
  folder: string,
  files: readonly PersonaFile[],
  allowed: boolean,
): boolean {
  const colors = colorsFor(terminal.stderr, terminal.env)
  let found = false
  for (const { persona, bytes } of files) {
    const text = bytes.toString('utf8')
    const { file: inspected } = inspectFile(`${folder}/${persona.sourcePath}`, text, 'strict')
    if (inspected.hidden === 0) continue
    found = true
    terminal.stderr.write(`${formatInspection(inspected, text, colors).join('\n')}\n`)
  }
  if (!found || allowed) return true
  terminal.stderr.write('cordon: nothing sealed: remove what is hidden, or seal it with --allow-invisible\n')
  terminal.exitCode = 1
  return false
}

/** A sealed version never changes, and this one says nothing yet. */
function warnOfTemplates(terminal: Terminal, folder: string, files: readonly PersonaFile[]): void {
  for (const { persona } of files) {
    if (persona.body !== TEMPLATE_BODY) continue
    const path = printableLine(join(folder, persona.sourcePath))
    terminal.stderr.write(
      `cordon: warning: ${path} holds the text that personas new wrote, and no prompt of yours\n`,
    )
  }
}

async function readKeys(terminal: Terminal, { key, publicKey }: SealOptions): Promise<SealPersonasOptions> {
  const privateKey = key === undefined ? terminal.env['CORDON_SEAL_KEY'] : await readKeyFile(terminal, key)
  if (publicKey === undefined) return privateKey === undefined ? {} : { privateKey }
  if (privateKey !== undefined) return { privateKey, publicKey: await readKeyFile(terminal, publicKey) }
  throw new CliError('--public-key is for a lock that is signed anew: give --key or CORDON_SEAL_KEY, too')
}

/** What was shown must be what was sealed, also when somebody writes in between. */
function requireSameContent({ sealed }: SealRecord, files: readonly PersonaFile[]): void {
  const hashes = new Map(files.map(({ persona }) => [persona.handle, personaHash(persona)]))
  const changed = sealed.filter(({ handle, sealSha256 }) => hashes.get(handle) !== sealSha256)
  if (changed.length === 0) return
  const names = changed.map(({ handle }) => handle).join(', ')
  throw new CliError(`${names}: changed between the check and the seal; restore the lock and seal again`)
}

function tell(terminal: Terminal, record: SealRecord, json: boolean): void {
  if (json) {
    terminal.stdout.write(formatJson(record))
    return
  }
  const { generation, sealed, signed, actor } = record
  const by = actor === null ? '' : ` by ${printableLine(actor)}`
  const kind = signed
    ? 'signed'
    : 'not signed: this shows accidents, not what somebody with the directory did'
  const table = formatTable([
    ['handle', 'body hash', 'persona hash'],
    ...sealed.map(({ handle, bodySha256, sealSha256 }) => [
      handle,
      bodySha256.slice(0, 16),
      sealSha256.slice(0, 16),
    ]),
  ])
  const lines = sealed.length === 0 ? [] : table
  lines.push(`generation ${generation}: ${sealed.length} sealed${by}; ${kind}`)
  terminal.stdout.write(`${lines.join('\n')}\n`)
}
