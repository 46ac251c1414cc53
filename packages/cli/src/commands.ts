import type { Command } from 'commander'
import type { Terminal } from './terminal/terminal.ts'

/** Builds a command around a terminal; name and summary come from the table below. */
type CommandFactory = (terminal: Terminal) => Command

interface CommandEntry {
  readonly summary: string
  readonly load: () => Promise<CommandFactory>
}

/** Every command by name, in the order of `cordon --help`; a module is loaded only when its command is asked for. */
export const COMMANDS: ReadonlyMap<string, CommandEntry> = new Map<string, CommandEntry>([
  [
    'review',
    {
      summary: 'let three reviewers judge a file, a directory or standard input',
      load: async () => (await import('./commands/review.ts')).reviewCommand,
    },
  ],
  [
    'inspect',
    {
      summary: 'show what is hidden in text; exit 1 when something is',
      load: async () => (await import('./commands/inspect.ts')).inspectCommand,
    },
  ],
  [
    'sanitize',
    {
      summary: 'print text without what is hidden in it',
      load: async () => (await import('./commands/sanitize.ts')).sanitizeCommand,
    },
  ],
  [
    'wrap',
    {
      summary: 'fence untrusted text for a prompt',
      load: async () => (await import('./commands/wrap.ts')).wrapCommand,
    },
  ],
  [
    'personas',
    {
      summary: 'check, list, seal and verify persona files',
      load: async () => (await import('./commands/personas.ts')).personasCommand,
    },
  ],
  [
    'audit',
    {
      summary: 'verify an audit log, print its heads and its last rows',
      load: async () => (await import('./commands/audit.ts')).auditCommand,
    },
  ],
  [
    'serve',
    {
      summary: 'run the OpenAI-compatible gateway',
      load: async () => (await import('./commands/serve.ts')).serveCommand,
    },
  ],
])
