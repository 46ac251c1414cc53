import type { RunListener } from '@cordon/orchestrator'
import { colorsFor, type Terminal } from './terminal.ts'

/** Writes a line about the work to stderr, when that is a terminal. */
export function announce(terminal: Terminal, text: string): void {
  if (terminal.stderr.isTTY !== true) return
  terminal.stderr.write(colorsFor(terminal.stderr, terminal.env).dim(`${text}\n`))
}

/** Returns a listener that tells of a run on stderr, one line an event; silent unless that is a terminal. */
export function showProgress(terminal: Terminal): RunListener {
  const say = (text: string) => announce(terminal, text)
  return (event) => {
    switch (event.type) {
      case 'run-start':
        say(`asking three reviewers about ${event.inputBytes} bytes`)
        break
      case 'seat-retry':
        say(`${event.agent} tries again in ${seconds(event.delayMs)}`)
        break
      case 'seat-end':
        say(`${event.agent} says ${event.verdict} after ${seconds(event.durationMs)}`)
        break
      case 'seat-failed':
        say(`${event.agent} has no verdict after ${seconds(event.durationMs)}: ${event.message}`)
    }
  }
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}
