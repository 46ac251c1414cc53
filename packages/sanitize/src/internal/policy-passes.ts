import { readPolicy, type SanitizeOptions, type SanitizePolicy } from '../policy.ts'
import { createHeaderPass } from './header-pass.ts'
import { createNewlinePass } from './newline-pass.ts'
import { type Pass, Stage } from './pass.ts'
import { createQuotePass } from './quote-pass.ts'
import { createStandardStripPass } from './standard-strip-pass.ts'
import { createStrictStripPass } from './strict-strip-pass.ts'
import { createSurrogatePass } from './surrogate-pass.ts'
import { createTerminalPass } from './terminal-pass.ts'

/** Which pass it is; a report tells changes apart by it. */
export type PassName = 'surrogate' | 'newline' | 'terminal' | 'strip' | 'header' | 'quote'

export type NamedPass = readonly [name: PassName, pass: Pass]

/**
 * The passes that take out what cannot be seen. Under `strict` their order needs the newline pass among them: a
 * terminal sequence ends at a line's end, and a separator is a control that must not be lost.
 */
export function stripPasses(policy: SanitizePolicy): readonly NamedPass[] {
  if (readPolicy(policy) === 'standard') return [['strip', createStandardStripPass()]]
  return [
    ['surrogate', createSurrogatePass()],
    ['newline', createNewlinePass(true)],
    ['terminal', createTerminalPass()],
    ['strip', createStrictStripPass()],
  ]
}

/** All passes of a policy. Their order is part of it. */
export function policyPasses(policy: SanitizePolicy, options: SanitizeOptions): readonly NamedPass[] {
  const { keywords, match = policy === 'strict' ? 'fold' : 'exact', quoteLines = false } = options
  return [
    ...(policy === 'standard' ? [['newline', createNewlinePass(false)] as const] : []),
    ...stripPasses(policy),
    quoteLines ? ['quote', createQuotePass()] : ['header', createHeaderPass(keywords, match)],
  ]
}

export const openStages = (passes: readonly NamedPass[]): readonly Stage[] =>
  passes.map(([, pass]) => new Stage(pass))
