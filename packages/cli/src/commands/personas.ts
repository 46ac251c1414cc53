import { Command } from 'commander'
import type { Terminal } from '../terminal/terminal.ts'
import { checkCommand } from './personas/check.ts'
import { diffCommand } from './personas/diff.ts'
import { keygenCommand } from './personas/keygen.ts'
import { listCommand } from './personas/list.ts'
import { newCommand } from './personas/new.ts'
import { sealCommand } from './personas/seal.ts'
import { showCommand } from './personas/show.ts'
import { verifyCommand } from './personas/verify.ts'

export function personasCommand(terminal: Terminal): Command {
  return new Command()
    .addCommand(checkCommand(terminal))
    .addCommand(listCommand(terminal))
    .addCommand(showCommand(terminal))
    .addCommand(diffCommand(terminal))
    .addCommand(newCommand(terminal))
    .addCommand(sealCommand(terminal))
    .addCommand(verifyCommand(terminal))
    .addCommand(keygenCommand(terminal))
    .addHelpText(
      'after',
      '\nA persona is a file <id>@<version>.md: frontmatter, then the system prompt.' +
        '\nA sealed version never changes: write the next one and seal it.',
    )
}
