import { assertOneOf } from './assert-one-of.ts'
import { assertOptions } from './assert-options.ts'
import { SANITIZE_OPTIONS, type SanitizeOptions } from './policy.ts'

/** @throws TypeError unless the options have these names and their values; keywords are judged where they are read. */
export function assertSanitizeOptions(
  options: SanitizeOptions,
  names: readonly string[] = SANITIZE_OPTIONS,
): void {
  assertOptions(options, names)
  const { policy, match, quoteLines } = options
  if (policy !== undefined) assertOneOf(policy, 'policy', ['standard', 'strict'])
  if (match !== undefined) assertOneOf(match, 'match', ['exact', 'fold'])
  if (quoteLines !== undefined) assertOneOf(quoteLines, 'quoteLines', [true, false])
}
