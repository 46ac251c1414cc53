import type { RunListener } from '@cordon/orchestrator'
import { colorsFor, type Terminal } from './terminal.ts'

/** Returns a listener that tells of a run on stderr, one line an event; silent unless stderr is a terminal. */
export function showProgress(terminal: Terminal): RunListener {
  if (terminal.stderr.isTTY !== true) return () => {}
  const colors = colorsFor(terminal.stderr, terminal.env)
  const say = (text: string) => terminal.stderr.write(colors.dim(`${text}\n`))
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
