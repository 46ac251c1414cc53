import type { AuditError } from './errors.ts'

/** What a log tells while it runs. A listener that throws changes nothing. */
export type AuditEvent =
  /** A segment was created and its first row is on disk. `tornBytes` is what a crash left before it. */
  | {
      readonly type: 'segment-open'
      readonly chain: string
      readonly segment: number
      readonly tornBytes: number
    }
  /** A batch is on disk. `durationMs` runs from handing it to the system until it was durable. */
  | {
      readonly type: 'batch-sync'
      readonly chain: string
      readonly rows: number
      readonly bytes: number
      readonly durationMs: number
    }
  /** The log is dead: nothing more is written until it is opened again. */
  | { readonly type: 'log-stop'; readonly chain: string; readonly error: AuditError }
