import { stripInvisibles } from '@cordon/sanitize'
import type { Verdict } from '../contract/agent-output.ts'

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
  const decided = plain.replace(allOptions, '')
  return WORSE[verdict].some((statement) => statement.test(decided))
}

const option = '(?:approve|conditional|reject)'
const quotes = '["\'`*_\\p{Pi}\\p{Pf}]{0,2}'
const or = String.raw`\s{0,2}(?:[/|,]\s{0,2}(?:(?:or|and)\s{1,2})?|(?:or|and)\s{1,2})`

/**
 * All three options in one list, in the same quotes: what can be chosen. One that is missing or stands out was chosen, and
 * what follows the list is read as if the list were not there: `Verdict (approve/conditional/reject): reject`.
 */
const allOptions = new RegExp(
  String.raw`(?<!\p{L})(?<open>${quotes})(?<first>${option})(?<close>${quotes})` +
    String.raw`${or}\k<open>(?!\k<first>)(?<second>${option})\k<close>` +
    String.raw`${or}\k<open>(?!\k<first>|\k<second>)${option}\k<close>(?!\p{L})`,
  'giu',
)

// Between words, and no end of a clause.
const marks = String.raw`[^\p{L}\p{N}.,;?!]`
const article = String.raw`an?(?: (?!no[nt]?\b)\p{L}{1,16})?`
const link =
  '(?:is|to|be|has|must|should|can only|clearly|definitely|strong|hard|firm|here|one of|remains|stays|still|therefore|thus|this|it|I|' +
  `${article})${marks}{1,8}`
// What is no part of a longer name, and whose: `Verdict (final)`, `Verdict on this change`.
const label = String.raw`(?<!\p{L})verdict(?!_?\p{L})(?: \(\p{L}{1,16}\))?(?: (?:for|of|on) (?:it|(?:the|this) \p{L}{1,16}))?`
const answer = 'answer|assessment|conclusion|decision|judge?ment|outcome|recommendation|ruling|vote'
// Within a line.
const blank = String.raw`[^\p{L}\p{N}\n]{0,8}`
const emptyLine = String.raw`\n[^\S\n]{0,8}\n`
const work =
  '(?:changes?|patch|diff|commit|PR|pull request|proposal|design|plan|submission|code|draft|document)'
const subject = `(?:it|this|(?:the|this) ${work})`
const unsure = 'could|did|do|does|had|if|nor|should|that|unless|when|whether|which|would'
const firmly = String.raw`(?:(?:am|decided|firmly|for|going|have|hereby|must|recommend|strongly|therefore|thus|to|vote|will)\s){0,4}`
const reason = 'as it|because|completely|due to|entirely|in this|outright|since|until'

/** What says that the verdict is a worse one. */
const WORSE: Readonly<Record<Verdict, readonly RegExp[]>> = {
  approve: [
    ...statementsOf(
      String.raw`(?:conditional|reject|(?:not|do not|don['’]t|cannot|can['’]t) (?:be )?approved?\b)`,
    ),
    new RegExp(String.raw`\bI\s(?:can|do|will|wo)(?:n['’]?t|\s?not|['’]t)\sapprove\s${subject}`, 'iu'),
  ],
  conditional: statementsOf('reject'),
  reject: [],
}

/** Returns how a vote is stated in words. No negation, question or case that is not given is among it. */
function statementsOf(vote: string): RegExp[] {
  return [
    // `Verdict: **REJECTED**`, YAML, a heading, `My verdict is a clear reject`.
    `${label}${marks}{0,24}(?:${link}){0,5}${vote}(?!s)`,
    // `Verdict: approve / conditional / **reject**`, and a ticked box.
    `${label}${marks}{0,24}(?:${option}${or}){1,2}[*_[]{1,2}${vote}`,
    String.raw`\[x\]\s{1,3}${vote}${blank}$`,
    // `Decision: reject` as a line begins, and not `Decision: reject unknown keys`.
    `^${blank}(?:my |final |thus |so ){0,3}(?:${answer})${marks}{1,24}(?:${link}){0,5}` +
      String.raw`${vote}(?:ed|ion)?(?: ${subject})?(?! ?\p{L})`,
    // `REJECT`, a paragraph of its own, and `REJECT: it leaks`, the beginning of one.
    String.raw`(?:(?<![^])\n?|${emptyLine})${blank}${vote}(?:ed)?` +
      String.raw`(?:${blank}(?=\n?(?![^])|${emptyLine})|[*_]{0,3}(?: ?[:—–]| -)[*_]{0,3} (?!(?:if|no|none|when)\b))`,
    // `I must reject this change`, and not `I reject this claim`: of code that is right, much is rejected.
    String.raw`(?<!\b(?:${unsure})\s)\bI(?:['’](?:m|ve|ll))?\s${firmly}${quotes}${vote}(?:ing|ion)?` +
      String.raw`(?:\s${subject}(?!['’?-]|\s(?!(?:${reason})\b)\p{L})|${blank}[.:!])`,
  ].map((source) => new RegExp(source, 'imu'))
}
