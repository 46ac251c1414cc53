import type { Lens, Mode, Severity } from './rule.ts'
import { type Report, type RuleId, ruleCatalog } from './rule-catalog.ts'

/** The contract's limit for one seat. */
const maxFindings = 100

export interface Finding {
  readonly rule: RuleId
  readonly severity: Severity
  /** Of the new side in a diff, or of the labelled file; absent when the content has no name. */
  readonly file?: string
  /** From 1. */
  readonly line: number
  readonly title: string
  readonly why: string
  readonly note?: string
}

/** What one lens found: at most 100 findings, and the true counts. */
export interface LensFindings {
  readonly findings: readonly Finding[]
  readonly counts: Readonly<Record<Severity, number>>
}

export interface FindingCollector {
  /** Returns the way to report for one file of the content, or for the content as a whole. */
  reportFor(file?: string): Report
  /** Returns what a lens found, worst first and then by line. */
  findingsOf(lens: Lens): LensFindings
}

const severityOrder: readonly Severity[] = ['critical', 'warning', 'info']

/** Returns a collector that keeps at most 100 findings a rule, drops repeats of a rule on one line, and counts all. */
export function collectFindings(mode: Mode): FindingCollector {
  const byRule = new Map<RuleId, { readonly kept: Finding[]; readonly places: Set<string> }>()
  // Of a flood of findings every place is kept: by number, since a path may be long.
  const fileNumbers = new Map<string | undefined, number>()

  return {
    reportFor(file) {
      const fileNumber = fileNumbers.get(file) ?? fileNumbers.size
      fileNumbers.set(file, fileNumber)
      return (rule, line, note) => {
        const entry = ruleCatalog.get(rule)
        if (entry === undefined || !entry.modes.includes(mode)) return
        const found = byRule.get(rule) ?? { kept: [], places: new Set() }
        byRule.set(rule, found)
        const key = `${fileNumber}:${line}`
        if (found.places.has(key)) return
        found.places.add(key)
        if (found.kept.length === maxFindings) return
        const { severity, title, why } = entry
        const place = { line, ...(file !== undefined && { file }) }
        found.kept.push({ rule, severity, ...place, title, why, ...(note !== undefined && { note }) })
      }
    },
    findingsOf(lens) {
      const counts = { critical: 0, warning: 0, info: 0 }
      const ofRules: Finding[][] = []
      for (const [rule, { kept, places }] of byRule) {
        const entry = ruleCatalog.get(rule)
        if (entry?.lens !== lens) continue
        counts[entry.severity] += places.size
        ofRules.push(kept)
      }
      return { findings: chooseFindings(ofRules), counts }
    },
  }
}

/** Returns at most 100 findings of all rules; a flood of one must not push out the first finding of another. */
function chooseFindings(findingsOfRules: readonly Finding[][]): readonly Finding[] {
  return findingsOfRules
    .flatMap((findings) => findings.toSorted(byPlace).map((finding, rank) => ({ finding, rank })))
    .sort((a, b) => bySeverity(a.finding, b.finding) || a.rank - b.rank || byPlace(a.finding, b.finding))
    .slice(0, maxFindings)
    .map(({ finding }) => finding)
    .sort((a, b) => bySeverity(a, b) || byPlace(a, b))
}

const bySeverity = (a: Finding, b: Finding): number =>
  severityOrder.indexOf(a.severity) - severityOrder.indexOf(b.severity)

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const byPlace = (a: Finding, b: Finding): number =>
  compareText(a.file ?? '', b.file ?? '') || a.line - b.line || compareText(a.rule, b.rule)
