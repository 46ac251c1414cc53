import { Command } from 'commander'
import type { Terminal } from '../terminal.ts'

export function wrapCommand(_terminal: Terminal): Command {
  return new Command()
}
