import { join } from 'node:path'
import { parseHandle } from '@cordon/personas'
import { Command } from 'commander'
import { CliError } from '../../terminal/cli-error.ts'
import { printableLine } from '../../terminal/printable.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { folderOption } from './persona-folder.ts'
import { writeNew } from './write-new.ts'

export function newCommand(terminal: Terminal): Command {
  return new Command('new')
    .description('write a persona file to start from')
    .argument('<id>', 'kebab-case name')
    .argument('[version]', 'MAJOR.MINOR.PATCH', '1.0.0')
    .addOption(folderOption())
    .action((id: string, version: string, options: { readonly directory: string }) =>
      create(terminal, options.directory, `${id}@${version}`),
    )
}

async function create(terminal: Terminal, folder: string, handle: string): Promise<void> {
  if (handle.split('@').length > 2)
    throw new CliError('write id and version apart: personas new <id> [version]')
  const { id, version } = parseHandle(handle)
  const path = join(folder, `${handle}.md`)
  await writeNew(terminal, path, template(id, version), { mode: 0o644 })
  terminal.stdout.write(`${printableLine(path)}\n`)
}

/** The prompt of a new persona, in its canonical form. */
export const TEMPLATE_BODY = `You are … Say in one sentence who speaks, and for whom.

Rules:
- What must always hold, one rule a line.
- What to do when a fact is not known.
`

function template(id: string, version: string): string {
  return `---
id: ${id}
version: "${version}"
# Names of the tools this persona may use, each in full.
allowed_tools: []
traits: []
# Defaults for the model call; a caller's own values win.
llm_hints:
  temperature: 0.3
---

${TEMPLATE_BODY}`
}
