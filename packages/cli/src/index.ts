/// <reference types="node" preserve="true" />
export { formatBoundary, formatOutcome } from './review/format-review.ts'
export { runCli } from './run-cli.ts'
export {
  type Colors,
  colorsFor,
  type ExitCode,
  type Terminal,
  type TerminalOutput,
} from './terminal/terminal.ts'
