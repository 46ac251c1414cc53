import { readPolicy, type SanitizeOptions, type SanitizePolicy } from '../policy.ts'
import { createHeaderPass } from './header-pass.ts'
import { createNewlinePass, normalizeWhole } from './newline-pass.ts'
import { type Pass, runPass } from './pass.ts'
import { createQuotePass } from './quote-pass.ts'
import { createStandardStripPass } from './standard-strip-pass.ts'
import { mayHide } from './strict-candidates.ts'
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
function stripPasses(policy: SanitizePolicy): readonly NamedPass[] {
  if (readPolicy(policy) === 'standard') return [['strip', createStandardStripPass()]]
  return [
    ['surrogate', createSurrogatePass()],
    ['newline', createNewlinePass(true)],
    ['terminal', createTerminalPass()],
    ['strip', createStrictStripPass()],
  ]
}

/** Does the same to a whole string, with the engine's own means where there are; most hide nothing, which one look tells. */
export function stripWhole(text: string, policy: SanitizePolicy): string {
  if (policy === 'standard') return runPass(createStandardStripPass(), text)
  if (!mayHide(text)) return text
  const lines = normalizeWhole(text.toWellFormed(), true)
  return mayHide(lines) ? runPass(createStrictStripPass(), runPass(createTerminalPass(), lines)) : lines
}

/** All passes of a policy. Their order is part of it. */
export function policyPasses(policy: SanitizePolicy, options: SanitizeOptions): readonly NamedPass[] {
  const newline: readonly NamedPass[] = policy === 'standard' ? [['newline', createNewlinePass(false)]] : []
  return [...newline, ...stripPasses(policy), linePass(policy, options)]
}

/** The last pass, which looks at how lines begin. */
export function linePass(policy: SanitizePolicy, options: SanitizeOptions): NamedPass {
  const { keywords, match = policy === 'strict' ? 'fold' : 'exact', quoteLines = false } = options
  return quoteLines ? ['quote', createQuotePass()] : ['header', createHeaderPass(keywords, match)]
}
