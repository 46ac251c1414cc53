import type { SanitizeOptions, SanitizePolicy } from '../options/policy.ts'
import { createHeaderPass } from './header-pass.ts'
import { createNewlinePass } from './newline-pass.ts'
import { type Pass, Stage } from './pass.ts'
import { createQuotePass } from './quote-pass.ts'
import { createStandardStripPass } from './standard-strip-pass.ts'
import { createStrictStripPass } from './strict-strip-pass.ts'
import { createSurrogatePass } from './surrogate-pass.ts'
import { createTerminalPass } from './terminal-pass.ts'

/** Which pass it is; a report tells changes apart by it. */
type PassName = 'surrogate' | 'newline' | 'terminal' | 'strip' | 'header' | 'quote'

/** In the order in which they run. */
export type Passes = { readonly [name in PassName]?: Pass }

/**
 * The passes that take out what cannot be seen. Under `strict` their order needs the newline pass among them: a
 * terminal sequence ends at a line's end, and a separator is a control that must not be lost.
 */
export const stripPasses = (policy: SanitizePolicy): Passes =>
  policy === 'standard'
    ? { strip: createStandardStripPass() }
    : {
        surrogate: createSurrogatePass(),
        newline: createNewlinePass(true),
        terminal: createTerminalPass(),
        strip: createStrictStripPass(),
      }

/** All passes of a policy. Their order is part of it. */
export function policyPasses(policy: SanitizePolicy, options: SanitizeOptions): Passes {
  const isStandard = policy === 'standard'
  const { keywords, match = isStandard ? 'exact' : 'fold', quoteLines } = options
  return {
    ...(isStandard && { newline: createNewlinePass(false) }),
    ...stripPasses(policy),
    ...(quoteLines
      ? { quote: createQuotePass() }
      : { header: createHeaderPass(keywords, match, match === 'fold' || !isStandard) }),
  }
}

export const openStages = (passes: Passes): readonly Stage[] =>
  Object.values(passes).map((pass) => new Stage(pass))
