import { diffRules } from './diff-rules.ts'
import { eslintRules } from './eslint-rules.ts'
import { lineRules } from './line-rules.ts'
import { proseRules } from './prose-rules.ts'
import { pythonRules } from './python-rules.ts'
import { type Lens, MODES, type Mode, type RuleRow, type Severity } from './rule.ts'
import { syntaxRules } from './syntax-rules.ts'

export type RuleId =
  | keyof typeof eslintRules
  | keyof typeof syntaxRules
  | keyof typeof pythonRules
  | keyof typeof lineRules
  | keyof typeof diffRules
  | keyof typeof proseRules

export interface Rule {
  readonly lens: Lens
  readonly severity: Severity
  readonly title: string
  readonly why: string
  readonly modes: readonly Mode[]
}

const rows: Readonly<Record<RuleId, RuleRow>> = {
  ...eslintRules,
  ...syntaxRules,
  ...pythonRules,
  ...lineRules,
  ...diffRules,
  ...proseRules,
}

/** Every rule of the three lenses, by id. */
export const ruleCatalog: ReadonlyMap<string, Rule> = new Map(
  Object.entries(rows).map(([id, [lens, severity, title, why, modes = MODES]]) => [
    id,
    { lens, severity, title, why, modes },
  ]),
)

/** How a reviewer tells what it found: lines count from 1; a note adds what a rule's own words cannot know. */
export type Report = (rule: RuleId, line: number, note?: string) => void
