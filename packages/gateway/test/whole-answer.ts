import type { ScriptedAnswer } from '@cordon/gateway/testing'

/** Returns a whole answer of an upstream, as `status` has it. */
export function whole(
  status: number,
  body: object | string = {},
  headers: Record<string, string> = {},
): ScriptedAnswer {
  return { kind: 'whole', status, body, headers }
}
