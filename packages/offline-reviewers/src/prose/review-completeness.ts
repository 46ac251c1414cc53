import type { Report, RuleId } from '../rules/rule-catalog.ts'
import type { ProseDocument } from './read-document.ts'

/** A shorter text is a note, from which nobody expects every part of a plan. */
const enoughWords = 60

/**
 * What a plan or an analysis must speak of, and the words that show that it does. A single mention silences the rule:
 * it finds what was forgotten, not what was treated badly.
 */
const topics: readonly (readonly [RuleId, RegExp])[] = [
  ['prose/no-risks', /\brisk|\bthreat|failure mode|\bdanger|\bhazard|what (?:can|could|may|might) go wrong/i],
  [
    'prose/no-rollback',
    /\broll(?:ing|ed|s)?[ -]?back|\brevert|\bback(?:ing|ed)?[ -]?out|\bfall(?:ing|s)?[ -]?back|\bundo|kill switch|feature flag/i,
  ],
  [
    'prose/no-owner',
    /\bowner|\bowned by|\bresponsible|\bassignee|\baccountable|\bauthor|\bmaintain(?:er|ed by)|\blead\b|(?:^|\s)@\w/i,
  ],
  [
    'prose/no-measure',
    /\bmetric|\bmeasur|\bKPI|\bSL[OI]s?\b|success criteri|\bp\d\d\b|\bbenchmark|\bbaseline/i,
  ],
  [
    'prose/no-alternatives',
    /\balternativ|\boptions?\b|\bconsidered|\binstead of|\brather than|trade-?off|\bversus\b|\bvs\b/i,
  ],
  ['prose/no-security', /\bsecur|\bthreat|\battack|\bauth|\bprivacy|\bencrypt|\bpermission|\buntrusted/i],
  ['prose/no-evidence', /\d/],
  [
    'prose/no-limits',
    /\blimit|\bassum|\bcaveat|\bcannot|\buncertain|out of scope|\bvalidity|does not (?:show|prove|cover)/i,
  ],
  [
    'prose/no-conclusion',
    /\bconclu|\brecommend|\btherefore|\bsummary|\bnext steps?\b|\bin short\b|\bwe (?:should|will)\b/i,
  ],
]

/** Reports, on the first line, the topics that a document of 60 or more words never mentions. */
export function reviewCompleteness({ headings, passages }: ProseDocument, report: Report): void {
  const texts = [...headings, ...passages].map(({ text }) => text)
  const words = texts.reduce((sum, text) => sum + (text.match(/\S+/g)?.length ?? 0), 0)
  if (words < enoughWords) return
  for (const [rule, mention] of topics) if (!texts.some((text) => mention.test(text))) report(rule, 1)
}
