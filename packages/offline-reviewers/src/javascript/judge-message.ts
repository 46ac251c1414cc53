import type { Linter } from 'eslint'
import type { RuleId } from '../rules/rule-catalog.ts'

const typeName = 'type-name'

/**
 * Names that ESLint's scopes know and that are not meant to be read in their file: members of enums, keys of mapped
 * types, and what is declared for elsewhere.
 */
export const typeNameSelectors: readonly { readonly selector: string; readonly message: string }[] = [
  'TSEnumMember > Identifier.id',
  'TSMappedType > Identifier.key',
  'TSModuleDeclaration Identifier',
  '[declare=true] Identifier',
].map((selector) => ({ selector, message: typeName }))

type Lines = readonly string[]

/** Where the code itself says that what a rule finds is meant. */
const excuses: ReadonlyMap<string, (message: Linter.LintMessage, lines: Lines) => boolean> = new Map([
  [
    // A placeholder of an environment variable is filled in by whoever reads the string.
    'no-template-curly-in-string',
    (message, lines) => /^(?:[^$]|\$(?!\{)|\$\{[A-Z][A-Z0-9_]*\})*$/.test(spanOf(message, lines)),
  ],
  [
    // An expression made of others, or of constants, is still the program's own; a comment or a string is no expression.
    'security/detect-non-literal-regexp',
    (message, lines) =>
      /\.source\b|^new RegExp\([A-Z][A-Z0-9_]*[,)]/.test(
        spanOf(message, lines).replace(/\/\*.*?\*\/|\/\/.*|(["'`]).*?\1/gs, ''),
      ),
  ],
  [
    // A suite is a list of tests, not one piece of work.
    'max-lines-per-function',
    ({ line }, lines) => /^\s*(?:describe|suite|context)\b/.test(lines[line - 1] ?? ''),
  ],
])

// In a block without a statement; a word to a tool is no reason.
const remark = /^\{\s*(?!\/[/*]\s*(?:eslint|biome|istanbul|c8|v8|@ts)\b)\/[/*][^\w}]*\w/

/** Returns the rule that a message of the linter stands for, or undefined when the code shows that it is meant. */
export function judgeMessage(
  message: Linter.LintMessage,
  all: readonly Linter.LintMessage[],
  lines: Lines,
): RuleId | undefined {
  const { ruleId } = message
  if (ruleId === null || message.message === typeName || excuses.get(ruleId)?.(message, lines))
    return undefined
  if (ruleId === 'no-unused-vars' && all.some((other) => isTypeName(other, message))) return undefined
  if (ruleId !== 'no-restricted-syntax') return ruleId as RuleId
  if (message.message !== 'js/swallowed-error') return message.message as RuleId
  return remark.test(spanOf(message, lines)) ? 'js/explained-catch' : 'js/swallowed-error'
}

function isTypeName(other: Linter.LintMessage, { line, column }: Linter.LintMessage): boolean {
  return other.message === typeName && other.line === line && other.column === column
}

/** The source from a message's beginning to its end. */
function spanOf({ line, column, endLine = line, endColumn }: Linter.LintMessage, lines: Lines): string {
  const span = lines.slice(line - 1, endLine)
  span.push(span.pop()?.slice(0, endColumn === undefined ? undefined : endColumn - 1) ?? '')
  return span.join('\n').slice(column - 1)
}
