import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isScalar, LineCounter, parseDocument, visit } from 'yaml'
import type { z } from 'zod'
import { inputName, readInput } from '../input/read-input.ts'
import { CliError } from '../terminal/cli-error.ts'
import { counted } from '../terminal/counted.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { describeIssue } from './describe-issue.ts'
import { findConfigFaults, type PersonaFolder } from './find-config-faults.ts'
import { type ServeConfig, serveSchema } from './serve-schema.ts'
import { yamlFault } from './yaml-fault.ts'

/** The configuration with everything decided that depends on the disk: paths are absolute, the integrity mode is fixed. */
export interface ResolvedConfig extends ServeConfig {
  readonly path: string
  readonly integrity: 'live' | 'sealed'
}

/**
 * Returns the configuration of a YAML or JSON file.
 *
 * @throws {@link CliError} with every fault of the file, one a line; no value of the file is quoted.
 */
export async function readServeConfig(terminal: Terminal, file: string): Promise<ResolvedConfig> {
  const path = resolve(terminal.cwd, file)
  const folder = dirname(path)
  const value = await readValue(terminal, file)
  const parsed = serveSchema(terminal.env).safeParse(value, { error: describeIssue })
  const faults = parsed.error?.issues.flatMap((issue) => faultsOf(issue)) ?? []
  faults.push(...findConfigFaults(value, terminal.env, (directory) => folderOf(resolve(folder, directory))))
  if (!parsed.success || faults.length > 0) throw faultsError(file, faults)
  const config = parsed.data
  const directory = resolve(folder, config.personas.directory)
  const { root, integrity = folderOf(directory).hasLock ? 'sealed' : 'live' } = config.personas
  return {
    ...config,
    path,
    integrity,
    personas: {
      ...config.personas,
      directory,
      ...(root === undefined ? {} : { root: resolve(folder, root) }),
    },
    audit: { ...config.audit, directory: resolve(folder, config.audit.directory) },
  }
}

function folderOf(directory: string): PersonaFolder {
  return {
    exists: statSync(directory, { throwIfNoEntry: false })?.isDirectory() === true,
    hasLock: existsSync(join(directory, 'personas.lock.json')),
  }
}

/** Of a field that has two forms, the faults are those of the form it comes closest to. */
function faultsOf(issue: z.core.$ZodIssue, base: readonly PropertyKey[] = []): string[] {
  const path = [...base, ...issue.path]
  const closest =
    issue.code === 'invalid_union'
      ? issue.errors.find((issues) =>
          issues.every((one) => one.code !== 'invalid_type' || one.path.length > 0),
        )
      : undefined
  if (closest !== undefined) return closest.flatMap((one) => faultsOf(one, path))
  return [`${path.join('.') || '(file)'}: ${issue.message}`]
}

/** Room for tens of thousands of tenants. */
const MAX_BYTES = 16 * 1024 * 1024

/** YAML 1.2 is a superset of JSON: one parser reads both. */
async function readValue(terminal: Terminal, file: string): Promise<unknown> {
  const text = await readInput(terminal, file, MAX_BYTES)
  const lineCounter = new LineCounter()
  const document = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    merge: false,
    prettyErrors: false,
    lineCounter,
  })
  const [error] = document.errors
  if (error === undefined) {
    // What reads the value would pass over such a key, and so would every check of it.
    visit(document, {
      Pair(_, { key }) {
        if (isScalar(key) && key.value === '__proto__')
          throw new CliError(`${inputName(file)} has a field "__proto__"`)
      },
    })
    try {
      return document.toJS({ maxAliasCount: 0 })
    } catch {
      throw new CliError(`${inputName(file)} has an alias (*name); write its value out`)
    }
  }
  const { line, col } = lineCounter.linePos(error.pos[0])
  throw new CliError(
    `${inputName(file)} is neither YAML nor JSON: line ${line}, column ${col}: ${yamlFault(error.code)}`,
  )
}

function faultsError(file: string, faults: readonly string[]): CliError {
  return new CliError(`${inputName(file)} has ${counted(faults.length, 'fault')}:`, faults)
}
