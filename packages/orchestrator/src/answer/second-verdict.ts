import { stripInvisibles } from '@cordon/sanitize'
import { VERDICTS, type Verdict } from '../contract/agent-output.ts'

const escapedAscii = /&quot;|\\u00([2-7][\da-f])/gi

/** Returns the text with its escapes undone, its letters and marks of one width, and nothing invisible in it. */
function plainText(text: string): string {
  const unescaped = text.replace(escapedAscii, (_, hex?: string) =>
    hex === undefined ? '"' : String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return stripInvisibles(unescaped.normalize('NFKC'), { policy: 'strict' })
}

// A verdict's key in JSON, escaped or not, in whatever quotes.
const verdictKey = /["'`\p{Pi}\p{Pf}\u201a\u201e]verdict\\{0,8}["'`\p{Pi}\p{Pf}]{1,2}\s*:/iu

/**
 * Returns whether the text around a verdict block holds another verdict: one in JSON, however its key is spelt, or one
 * in words that is worse than `verdict`. A better one in words was thought of, or read in the content, and rejected.
 */
export function holdsSecondVerdict(text: string, verdict: Verdict): boolean {
  const plain = plainText(text)
  if (verdictKey.test(plain)) return true
  const worse: readonly string[] = VERDICTS.slice(VERDICTS.indexOf(verdict) + 1)
  // The word and a vote behind it, with no end of a clause and hardly a word between: `Verdict: **REJECTED**`, YAML, a
  // heading. An approval is never the worse of two.
  const stated = plain.matchAll(
    /(?<!\p{L})verdict[^\p{L}\p{N}.,;?!]{0,24}(?:(?:is|to)[^\p{L}\p{N}.,;?!]{1,8}){0,2}(conditional|reject)/giu,
  )
  for (const [, vote = ''] of stated) if (worse.includes(vote.toLowerCase())) return true
  return false
}
