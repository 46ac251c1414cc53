import { type GatewayEvent, logEvents } from '@cordon/gateway'
import { expect, test, vi } from 'vitest'

test.each([
  ['refused', 'tool_refused'],
  ['reported', 'tool_reported'],
] as const)('GAT-431 a call that is %s is logged as %s', (action, message) => {
  const warn = vi.fn()
  const fields = { severity: 'sev-2', requestId: 'r', personaHandle: 'a@1.0.0', tool: 't', action } as const
  const event: GatewayEvent = { type: 'tool_refused', ...fields }
  logEvents({ info: vi.fn(), warn, error: vi.fn() })(event)
  expect(warn.mock.calls).toEqual([[fields, message]])
})
