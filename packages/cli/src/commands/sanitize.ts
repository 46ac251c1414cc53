import { Command } from 'commander'
import type { Terminal } from '../terminal.ts'

export function sanitizeCommand(_terminal: Terminal): Command {
  return new Command()
}
