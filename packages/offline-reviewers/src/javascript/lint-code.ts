import type { Linter as LinterType } from 'eslint'
import { Linter } from 'eslint/universal'
import security from 'eslint-plugin-security'
import {
  type EslintRuleId,
  eslintOptions,
  eslintRules,
  javascriptOnlyRules,
  wholeFileRules,
  wholeFunctionRules,
} from '../rules/eslint-rules.ts'
import type { Report } from '../rules/rule-catalog.ts'
import { type SyntaxRuleId, syntaxRules, syntaxSelectors } from '../rules/syntax-rules.ts'
import { describeMessage } from './describe-message.ts'
import { isDeep } from './is-deep.ts'
import { judgeMessage, typeNameSelectors } from './judge-message.ts'
import { type Language, languagesFor } from './languages.ts'
import { superLinearRegex } from './super-linear-regex.ts'

export interface CodeTraits {
  /** `untyped` is JavaScript for which TypeScript's parser is not asked. */
  readonly kind: 'javascript' | 'typescript' | 'untyped'
  /** A complete file, whole statements of one, or a fragment that was completed after its last line. */
  readonly extent: 'file' | 'chunk' | 'fragment'
  /** Lines of a fragment's own. */
  readonly lines?: number
}

/** Where parsers gave up. */
export interface ParseFailure {
  /** Of the parser that came furthest. */
  readonly line: number
  /** Of the first parser: where a template or comment begins that nothing ends. */
  readonly start: number
  /** The tree is too deep to be walked; no other parser was asked. */
  readonly deep: boolean
}

const linter = new Linter({ configType: 'flat' })

/**
 * Reports what ESLint's rules find; returns undefined, or the failure when no parser accepts the code.
 * Comments in the code configure nothing, and no configuration or plugin is looked for.
 */
export function lintCode(code: string, traits: CodeTraits, report: Report): ParseFailure | undefined {
  let failure: ParseFailure | undefined
  for (const language of languagesFor(traits.kind)) {
    const messages = verify(code, configure(language, traits), language.filename)
    if (messages === undefined) return { line: 1, start: 1, deep: true }
    const fatal = messages.find((message) => message.fatal)
    if (fatal === undefined) {
      const lines = code.split('\n')
      for (const message of messages.filter((message) => isInside(message, traits.lines))) {
        const rule = judgeMessage(message, messages, lines)
        if (rule !== undefined) report(rule, message.line, noteOf(message))
      }
      return undefined
    }
    const line = Math.max(fatal.line ?? 1, 1)
    failure = { line: Math.max(line, failure?.line ?? 1), start: failure?.start ?? line, deep: false }
  }
  return failure
}

// A parser that runs out of stack says so as of any other fault.
const stackFault = /^Parsing error: (?:Not enough stack space|Maximum call stack size)/

/**
 * Returns undefined for a tree too deep for the stack or for rules that look up and down it: the rest of the content
 * must still be read.
 */
function verify(
  code: string,
  config: LinterType.Config[],
  filename: string,
): LinterType.LintMessage[] | undefined {
  try {
    const faults = linter.verify(
      code,
      config.map((each) => ({ ...each, rules: {} })),
      { filename },
    )
    if (faults.some(({ message }) => stackFault.test(message))) return undefined
    if (faults.some(({ fatal }) => fatal)) return faults
    const source = linter.getSourceCode()
    return isDeep(source) ? undefined : linter.verify(source, config, { filename })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return undefined
  }
}

function configure({ languageOptions, typed }: Language, { extent }: CodeTraits): LinterType.Config[] {
  const selectors = typed ? [...restrictions, ...typeNameSelectors] : restrictions
  const rules: LinterType.RulesRecord = { 'no-restricted-syntax': ['error', ...selectors] }
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
      plugins: { security, js: { rules: { 'super-linear-regex': superLinearRegex } } },
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

/** The messages of plugins speak of syntax nodes, not of the reader's code. */
function noteOf({ ruleId, message }: LinterType.LintMessage): string | undefined {
  return ruleId === 'no-restricted-syntax' || ruleId?.includes('/') ? undefined : describeMessage(message)
}
