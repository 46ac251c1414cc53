import type { Rule } from './rule.ts'
import { diffRules } from './rules/diff-rules.ts'
import { eslintRules } from './rules/eslint-rules.ts'
import { lineRules } from './rules/line-rules.ts'
import { proseRules } from './rules/prose-rules.ts'
import { pythonRules } from './rules/python-rules.ts'
import { syntaxRules } from './rules/syntax-rules.ts'

const rules = { ...eslintRules, ...syntaxRules, ...pythonRules, ...lineRules, ...diffRules, ...proseRules }

export type RuleId = keyof typeof rules

/** Every rule of the three lenses, by id. */
export const ruleCatalog: ReadonlyMap<string, Rule> = new Map(Object.entries(rules))

/** How a reviewer tells what it found: lines count from 1; a note adds what a rule's own words cannot know. */
export type Report = (rule: RuleId, line: number, note?: string) => void
