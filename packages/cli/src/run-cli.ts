import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { COMMANDS } from './commands.ts'
import { CliError } from './terminal/cli-error.ts'
import { formatUsageError } from './terminal/format-usage-error.ts'
import { printableLine } from './terminal/printable.ts'
import { colorsFor, type ExitCode, type Terminal } from './terminal/terminal.ts'

/**
 * Runs one `cordon` command line and resolves with its exit code; never ends the process. Errors are one line on
 * `terminal.stderr`, and one for each of their details.
 *
 * @throws TypeError (as a rejection) when an argument is not of its type; nothing else.
 */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  assertArguments(args, terminal)
  try {
    const program = await buildProgram(args, terminal)
    // Commander's own `help` looks one level deep.
    const [first, ...path] = args
    const help = COMMANDS.has(path[0] ?? '') ? [...path, '--help'] : path
    const asked = first === 'help' && path.length > 0 ? help : args
    await program.parseAsync(asked, { from: 'user' })
    return terminal.exitCode
  } catch (error) {
    // Commander has already written its own message; help and version leave with 0.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    const message = terminal.signal.aborted
      ? 'interrupted'
      : error instanceof Error
        ? error.message
        : String(error)
    terminal.stderr.write(`cordon: ${printableLine(message)}\n`)
    const details = error instanceof CliError ? error.details : []
    for (const detail of details) terminal.stderr.write(`  ${printableLine(detail)}\n`)
    return 2
  }
}

const TERMINAL_FIELDS = {
  stdin: 'object',
  stdout: 'object',
  stderr: 'object',
  env: 'object',
  cwd: 'string',
  signal: 'object',
  exitCode: 'number',
} satisfies Record<keyof Terminal, string>

function assertArguments(args: unknown, terminal: Partial<Terminal> | null | undefined): void {
  if (!Array.isArray(args) || args.some((one) => typeof one !== 'string'))
    throw new TypeError('"args" expected a list of strings')
  for (const [name, type] of Object.entries(TERMINAL_FIELDS)) {
    const found = typeof terminal?.[name as keyof Terminal]
    if (found !== type) throw new TypeError(`"terminal.${name}" expected ${type}, got ${found}`)
  }
}

async function buildProgram(args: readonly string[], terminal: Terminal): Promise<Command> {
  const program = new Command('cordon')
    .description('Draws the line that untrusted text cannot cross on its way into a model.')
    .version(readVersion(), '-V, --version')
    .exitOverride()
    .hook('preAction', (_program, command) => requireNames(command))
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
      // Commander quotes arguments as they are.
      outputError: (text, write) =>
        write(`${printableLine(formatUsageError(text, commandsOf(program, args)))}\n`),
      getOutHelpWidth: () => terminal.stdout.columns ?? 80,
      getErrHelpWidth: () => terminal.stderr.columns ?? 80,
      getOutHasColors: () => colorsFor(terminal.stdout, terminal.env).isColorSupported,
      getErrHasColors: () => colorsFor(terminal.stderr, terminal.env).isColorSupported,
    })

  const wanted = args.find((argument) => COMMANDS.has(argument))
  for (const [name, { summary, load }] of COMMANDS) {
    const command = name === wanted ? (await load())(terminal) : new Command()
    program.addCommand(inherit(command.name(name).description(summary), program))
  }
  return program
}

/** Returns the names that could have stood where a wrong command did: of a group, those of its members. */
function commandsOf(program: Command, [first]: readonly string[]): string[] {
  const group = program.commands.find((command) => command.name() === first && command.commands.length > 0)
  return (group ?? program).commands.map((command) => command.name())
}

/** An empty path would resolve to the working directory, and all of it would be read. */
function requireNames(command: Command): void {
  if ([...command.args, command.opts()['directory']].includes('')) throw new CliError('"" is not a file name')
}

/** Commander copies settings only to commands it makes itself, and the tree below was made before it was added. */
function inherit(command: Command, parent: Command): Command {
  command.copyInheritedSettings(parent)
  for (const child of command.commands) inherit(child, command)
  return command
}

function readVersion(): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  )
  return manifest.version
}
