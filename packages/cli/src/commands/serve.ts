import { Command, Option } from 'commander'
import { describeServer } from '../serve/describe-server.ts'
import { findMissingPersonas } from '../serve/find-missing-personas.ts'
import type { ResolvedConfig } from '../serve/read-serve-config.ts'
import { CliError } from '../terminal/cli-error.ts'
import { counted } from '../terminal/counted.ts'
import { formatJson } from '../terminal/format-json.ts'
import { printable, printableLine } from '../terminal/printable.ts'
import type { Terminal } from '../terminal/terminal.ts'

interface ServeOptions {
  readonly config?: string
  readonly check?: true
  readonly schema?: true
}

export function serveCommand(terminal: Terminal): Command {
  // The file as an argument is the likely slip; taken here, it can be told where it goes.
  return new Command()
    .usage('[options]')
    .argument('[extra...]')
    .option('--config <file>', 'the configuration, YAML or JSON')
    .option('--check', 'check configuration, personas, lock and audit log, then exit')
    .addOption(
      new Option('--schema', 'print the JSON Schema of the configuration, then exit').conflicts([
        'config',
        'check',
      ]),
    )
    .addHelpText(
      'after',
      '\nIt listens on 127.0.0.1 unless the configuration says otherwise, and on another address only with tenants.' +
        '\nLogs are JSON lines on standard output. An interrupt lets open requests end first.',
    )
    .action((extra: readonly string[], options: ServeOptions) => serve(terminal, options, extra))
}

async function serve(terminal: Terminal, options: ServeOptions, extra: readonly string[]): Promise<void> {
  if (extra.length > 0) throw new CliError('serve takes its configuration as --config <file>')
  if (options.schema) {
    const { serveJsonSchema } = await import('../serve/serve-schema.ts')
    terminal.stdout.write(formatJson(serveJsonSchema()))
    return
  }
  if (options.config === undefined) throw new CliError('serve needs --config <file>')
  const { readServeConfig } = await import('../serve/read-serve-config.ts')
  const config = await readServeConfig(terminal, options.config)
  if (options.check) await check(terminal, config)
  else await run(terminal, config)
}

/** Looks at the audit log and opens the personas; what else a start needs, save the port, the configuration has shown. */
async function check(terminal: Terminal, config: ResolvedConfig): Promise<void> {
  const [{ findAuditFault }, { openPersonas }] = await Promise.all([
    import('../serve/find-audit-fault.ts'),
    import('../serve/open-personas.ts'),
  ])
  const fault = await findAuditFault(config.audit, terminal.signal)
  if (fault !== undefined) {
    const message = printableLine(fault.message)
    terminal.stderr.write(`cordon: ${fault.stopsStart ? message : `warning: ${message}`}\n`)
  }
  const personas = await openPersonas(config)
  const handles = personas.handles()
  await personas.close()
  warnOfPersonas(terminal, config, handles)
  if (fault?.stopsStart) {
    terminal.exitCode = 2
    return
  }
  terminal.stdout.write(
    `ok: ${counted(handles.length, 'persona')} (${config.integrity}), ${counted(config.upstreams.length, 'upstream')}\n`,
  )
}

async function run(terminal: Terminal, config: ResolvedConfig): Promise<void> {
  const [{ runServer }, { openLog }] = await Promise.all([
    import('../serve/run-server.ts'),
    import('../serve/open-log.ts'),
  ])
  const log = openLog(terminal, config.log.level)
  try {
    const server = await runServer(config, terminal, log.logger)
    terminal.stderr.write(printable(describeServer(server, config)))
    warnOfPersonas(terminal, config, server.handles)
    if (config.integrity === 'live' && config.personas.integrity === undefined) {
      terminal.stderr.write(
        'cordon: warning: no personas.lock.json, so edits are adopted; seal the personas for production\n',
      )
    }
    await interrupted(terminal.signal)
    await server.close()
  } finally {
    await log.flush()
  }
}

function warnOfPersonas(terminal: Terminal, config: ResolvedConfig, handles: readonly string[]): void {
  const warnings =
    handles.length === 0
      ? ['the directory holds no persona, and every request needs one']
      : findMissingPersonas(config, handles)
  for (const warning of warnings) terminal.stderr.write(`cordon: warning: ${warning}\n`)
}

function interrupted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
