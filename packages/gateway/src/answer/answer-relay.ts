import type { PersonaForm } from '../persona/persona-form.ts'
import type { ToolCallWatch } from './tool-guard.ts'

/** What sending an upstream's answer on takes, whole or streamed. */
export interface AnswerRelay {
  readonly upstream: string
  readonly form: PersonaForm
  readonly badgeField: string
  /** Given when the conversation is tainted. */
  readonly watch: ToolCallWatch | undefined
  /** Response headers, made when the first byte goes out. */
  readonly headers: () => readonly string[]
}
