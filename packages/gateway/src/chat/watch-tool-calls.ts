import type { ToolCallWatch } from '../answer/tool-guard.ts'
import type { GatewayCore } from '../gateway-core.ts'
import type { RequestRecord } from '../http/request-record.ts'
import type { PreparedChat } from './prepare-chat.ts'

/** Returns the policy that a tainted request is under; each refusal becomes a row, an event and a count. */
export function watchToolCalls(
  core: GatewayCore,
  record: RequestRecord,
  { caller, form, fenced }: PreparedChat,
): ToolCallWatch {
  const rows: Promise<void>[] = []
  const action = caller.refusesTaintedTools ? 'refused' : 'reported'
  const onRefused = (tool: string, choice: number): void => {
    const { requestId, traceId } = record
    const personaHandle = form.persona.handle
    core.metrics.countRefusal(action)
    core.emit({ type: 'tool_refused', severity: 'sev-2', requestId, personaHandle, tool, action })
    const row = core.audit.append('tool_refused', {
      persona_handle: personaHandle,
      request_id: requestId,
      trace_id: traceId,
      tenant: caller.name,
      tool,
      choice,
      action,
      untrusted_labels: fenced.labels,
    })
    row.catch(() => {})
    rows.push(row)
  }
  return {
    policy: { form, refuses: caller.refusesTaintedTools, labels: fenced.labels, onRefused },
    recorded() {
      return rows.length === 0 ? undefined : Promise.all(rows.splice(0)).then(() => undefined)
    },
  }
}
