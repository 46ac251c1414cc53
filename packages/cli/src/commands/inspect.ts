import { Command } from 'commander'
import type { Terminal } from '../terminal.ts'

export function inspectCommand(_terminal: Terminal): Command {
  return new Command()
}
