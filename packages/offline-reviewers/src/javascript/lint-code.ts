import type { Linter as LinterType } from 'eslint'
import { Linter } from 'eslint/universal'
import security from 'eslint-plugin-security'
import type { Report, RuleId } from '../rule-catalog.ts'
import {
  type EslintRuleId,
  eslintOptions,
  eslintRules,
  javascriptOnlyRules,
  wholeFileRules,
  wholeFunctionRules,
} from '../rules/eslint-rules.ts'
import { type SyntaxRuleId, syntaxRules, syntaxSelectors } from '../rules/syntax-rules.ts'
import { describeMessage } from './describe-message.ts'
import { type Language, languagesFor } from './languages.ts'

interface CodeTraits {
  readonly kind: 'javascript' | 'typescript'
  /** A complete file, whole statements of one, or a fragment that was completed after its last line. */
  readonly extent: 'file' | 'chunk' | 'fragment'
  /** Lines of a fragment's own. */
  readonly lines?: number
}

/** Where the best parser gave up. */
export interface ParseFailure {
  readonly line: number
}

const linter = new Linter({ configType: 'flat' })

/**
 * Reports what ESLint's rules find; returns undefined, or the failure when no parser accepts the code.
 * Comments in the code configure nothing, and no configuration or plugin is looked for.
 */
export function lintCode(code: string, traits: CodeTraits, report: Report): ParseFailure | undefined {
  let failure: ParseFailure | undefined
  for (const language of languagesFor(traits.kind)) {
    const messages = linter.verify(code, configure(language, traits), { filename: language.filename })
    const fatal = messages.find((message) => message.fatal)
    if (fatal === undefined) {
      for (const message of messages) if (isInside(message, traits.lines)) reportMessage(message, report)
      return undefined
    }
    if (failure === undefined || fatal.line > failure.line) failure = { line: Math.max(fatal.line ?? 1, 1) }
  }
  return failure
}

function configure({ languageOptions, typed }: Language, { extent }: CodeTraits): LinterType.Config[] {
  const rules: LinterType.RulesRecord = { 'no-restricted-syntax': ['error', ...restrictions] }
  for (const id of Object.keys(eslintRules) as EslintRuleId[]) {
    if (typed && javascriptOnlyRules.has(id)) continue
    if (extent !== 'file' && wholeFileRules.has(id)) continue
    if (extent === 'fragment' && wholeFunctionRules.has(id)) continue
    rules[id] = ['error', ...(eslintOptions[id] ?? [])]
  }
  return [
    {
      files: ['**/*.{js,ts,tsx}'],
      linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' },
      plugins: { security },
      languageOptions,
      rules,
    },
  ]
}

// The message carries the rule's id, so that one ESLint rule serves all of them.
const restrictions = (Object.keys(syntaxRules) as SyntaxRuleId[]).flatMap((id) =>
  syntaxSelectors[id].map((selector) => ({ selector, message: id })),
)

/** What ends in the completion after a fragment's last line was not seen whole: an empty block may be a cut one. */
function isInside({ line, endLine }: LinterType.LintMessage, lines = Number.POSITIVE_INFINITY): boolean {
  return (endLine ?? line) <= lines
}

function reportMessage({ ruleId, message, line }: LinterType.LintMessage, report: Report): void {
  if (ruleId === null) return
  if (ruleId === 'no-restricted-syntax') report(message as RuleId, line)
  // The security plugin's messages speak of syntax nodes, not of the reader's code.
  else if (ruleId.startsWith('security/')) report(ruleId as RuleId, line)
  else report(ruleId as RuleId, line, describeMessage(message))
}
