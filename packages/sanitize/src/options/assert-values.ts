import { assertOneOf } from './assert-one-of.ts'
import type { SanitizeOptions } from './policy.ts'

/** @throws TypeError unless each option that is given has one of its values; keywords are judged where they are read. */
export function assertValues({ policy, match, quoteLines }: SanitizeOptions): void {
  if (policy !== undefined) assertOneOf(policy, 'policy', ['standard', 'strict'])
  if (match !== undefined) assertOneOf(match, 'match', ['exact', 'fold'])
  if (quoteLines !== undefined) assertOneOf(quoteLines, 'quoteLines', [true, false])
}
