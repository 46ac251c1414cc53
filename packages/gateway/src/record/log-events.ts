import type { PersonaEvent } from '@cordon/personas/registry'
import type { Logger } from 'pino'
import { DEFAULT_NAMES, type GatewayNames } from '../options/names.ts'
import type { GatewayEvent, GatewayListener } from './events.ts'

/** What a gateway needs of a `pino` logger. */
export type EventLogger = Pick<Logger, 'info' | 'warn' | 'error'>

/**
 * Returns a listener that writes each event as one JSON line; the line's message is the event's type, that of a tampered
 * persona with the prefix of the persona metrics in front, and `tool_reported` of a call that was not refused.
 */
export function logEvents(
  logger: EventLogger,
  { metricPrefix = DEFAULT_NAMES.metricPrefix }: Partial<GatewayNames> = {},
): GatewayListener {
  return (event) => {
    const told = event.type === 'persona_event' ? event.event : event
    // The gateway tells of both itself, with the request's id.
    if (event !== told && (told.type === 'persona_load' || told.type === 'persona_tampered')) return
    const { type, ...fields } = told
    logger[levelOf(told)](fields, messageOf(told, metricPrefix))
  }
}

function messageOf(told: GatewayEvent | PersonaEvent, metricPrefix: string): string {
  if (told.type === 'persona_tampered') return `${metricPrefix}_${told.type}`
  return told.type === 'tool_refused' && told.action === 'reported' ? 'tool_reported' : told.type
}

function levelOf(told: GatewayEvent | PersonaEvent): 'info' | 'warn' | 'error' {
  switch ('severity' in told ? told.severity : undefined) {
    case undefined:
      return 'info'
    case 'sev-1':
      return 'error'
    default:
      return 'warn'
  }
}
