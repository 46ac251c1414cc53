import { readKeywords } from './header/header-keywords.ts'
import { assertSanitizeOptions } from './options/assert-sanitize-options.ts'
import { assertType } from './options/assert-type.ts'
import type { SanitizeOptions } from './options/policy.ts'
import { feed } from './passes/pass.ts'
import { openStages, policyPasses } from './passes/policy-passes.ts'

/** Sanitizes a text that comes in chunks. */
export interface Sanitizer {
  /** Takes the next chunk; returns what is decided by now, which may be empty. */
  push(chunk: string): string
  /** Returns the rest. Afterwards the sanitizer takes a new text. */
  end(): string
}

/**
 * Returns a sanitizer whose outputs, joined, are what `sanitize` gives for the chunks, joined, wherever they were cut.
 *
 * It holds back what depends on text to come: at most 4,096 UTF-16 units of a terminal sequence that has not ended,
 * and 64 code points of a line. Policy `strict` by default.
 *
 * @throws TypeError or RangeError when an option is not what its type says.
 */
export function createSanitizer(options: SanitizeOptions = {}): Sanitizer {
  assertSanitizeOptions(options)
  const { policy = 'strict', match, quoteLines } = options
  const keywords = options.keywords === undefined ? undefined : readKeywords(options.keywords)
  const open = () => openStages(policyPasses(policy, { keywords, match, quoteLines }))
  let stages = open()
  return {
    push(chunk) {
      assertType(chunk, 'string', 'chunk')
      return feed(stages, chunk, false)
    },
    end() {
      const rest = feed(stages, '', true)
      stages = open()
      return rest
    },
  }
}
