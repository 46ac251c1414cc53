import type { Logger } from 'pino'
import type { GatewayEvent, GatewayListener } from './events.ts'
import { DEFAULT_NAMES, type GatewayNames } from './names.ts'

/** What a gateway needs of a `pino` logger. */
export type EventLogger = Pick<Logger, 'info' | 'warn' | 'error'>

/**
 * Returns a listener that writes each event as one JSON line; the line's message is the event's type, that of a tampered
 * persona with the prefix of the persona metrics in front.
 */
export function logEvents(
  logger: EventLogger,
  { metricPrefix = DEFAULT_NAMES.metricPrefix }: Partial<GatewayNames> = {},
): GatewayListener {
  return (event) => {
    const told = event.type === 'persona_event' ? event.event : event
    const { type, ...fields } = told
    // The gateway tells of both itself, with the request's id.
    if (event.type === 'persona_event' && (type === 'persona_load' || type === 'persona_tampered')) return
    logger[levelOf(event)](fields, type === 'persona_tampered' ? `${metricPrefix}_${type}` : type)
  }
}

function levelOf(event: GatewayEvent): 'info' | 'warn' | 'error' {
  const told = event.type === 'persona_event' ? event.event : event
  switch ('severity' in told ? told.severity : undefined) {
    case undefined:
      return 'info'
    case 'sev-1':
      return 'error'
    default:
      return 'warn'
  }
}
