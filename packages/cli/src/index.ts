export { runCli } from './run-cli.ts'
export type { ExitCode, Terminal, TerminalOutput } from './terminal.ts'
