import { Command } from 'commander'
import type { Terminal } from '../terminal/terminal.ts'
import { anchorCommand } from './audit/anchor.ts'
import { headCommand } from './audit/head.ts'
import { tailCommand } from './audit/tail.ts'
import { verifyCommand } from './audit/verify.ts'

export function auditCommand(terminal: Terminal): Command {
  return new Command()
    .addCommand(verifyCommand(terminal))
    .addCommand(tailCommand(terminal))
    .addCommand(headCommand(terminal))
    .addCommand(anchorCommand(terminal))
}
