import { stripInvisibles } from '@cordon/sanitize'
import type { Analysis } from './analysis.ts'
import type { Finding, LensFindings } from './rules/collect-findings.ts'
import type { Lens, Mode } from './rules/rule.ts'

const lensNames: Readonly<Record<Lens, string>> = {
  melchior: 'correctness',
  balthasar: 'practice',
  caspar: 'risk',
}

const disclaimer =
  'This is an offline check by fixed rules, not the judgement of a model: it sees patterns, not intent, and the absence of findings proves nothing beyond the rules.'

/**
 * Returns one seat's answer: the verdict block of the council's format, and nothing around it.
 *
 * Any critical finding rejects; a warning, or a critical finding of another lens, makes the verdict conditional;
 * anything else approves. So nothing critical is outvoted by lenses that do not look for it. Confidence says how the
 * content was read (see {@link confidenceOf}).
 */
export function writeVerdict(agent: Lens, mode: Mode, analysis: Analysis): string {
  const found = analysis.lenses[agent]
  const criticalElsewhere = isCriticalElsewhere(agent, analysis)
  const verdict = {
    agent,
    verdict: verdictOf(found, criticalElsewhere),
    confidence: confidenceOf(analysis, found),
    summary: `offline: ${lensNames[agent]} rules read ${countOf(analysis.lines, 'line')} of ${analysis.kind} and found ${describeCounts(found)}.`,
    reasoning: `offline: ${agent} applied its ${lensNames[agent]} rules in ${mode} mode. ${readings[analysis.reading]} ${disclaimer}${describeLeftOut(found)}`,
    findings: found.findings.map((finding) => ({
      severity: finding.severity,
      title: `${placeOf(finding)}: ${finding.title}`,
      detail: `${finding.why}${finding.note === undefined ? '' : ` ${finding.note}`} (offline rule ${finding.rule})`,
    })),
    recommendation: recommend(found, criticalElsewhere),
  }
  return `<MAGI_VERDICT>\n${JSON.stringify(verdict, null, 2)}\n</MAGI_VERDICT>`
}

const readings: Readonly<Record<Analysis['reading'], string>> = {
  parsed: 'All code in it was parsed and its syntax tree checked.',
  prose: 'It was read as a document: outline, links and sentences, and its lines one by one.',
  lines: 'No parser was applied to all of it; its lines were checked one by one.',
  none: 'The content could not be understood.',
}

function isCriticalElsewhere(agent: Lens, { lenses }: Analysis): boolean {
  return Object.entries(lenses).some(([lens, { counts }]) => lens !== agent && counts.critical > 0)
}

function verdictOf(
  { counts }: LensFindings,
  criticalElsewhere: boolean,
): 'approve' | 'conditional' | 'reject' {
  if (counts.critical > 0) return 'reject'
  return counts.warning > 0 || criticalElsewhere ? 'conditional' : 'approve'
}

/** A match is better evidence than none; a syntax tree is better than lines; unread content allows next to nothing. */
function confidenceOf({ reading }: Analysis, { counts }: LensFindings): number {
  if (reading === 'none') return 0.1
  const matched = counts.critical + counts.warning > 0
  if (reading === 'parsed' || reading === 'prose') return matched ? 0.8 : 0.6
  return matched ? 0.6 : 0.4
}

const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

function describeCounts({ counts }: LensFindings): string {
  const parts = [
    counts.critical > 0 && `${counts.critical} critical`,
    counts.warning > 0 && countOf(counts.warning, 'warning'),
    counts.info > 0 && `${counts.info} info`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? 'nothing' : parts.join(', ')
}

function describeLeftOut({ counts, findings }: LensFindings): string {
  const leftOut = counts.critical + counts.warning + counts.info - findings.length
  return leftOut === 0 ? '' : ` ${countOf(leftOut, 'further finding')} left out: a seat reports at most 100.`
}

/** A path is as untrusted as the text it came with: nothing invisible may make one file look like another. */
const placeOf = ({ file, line }: Finding): string =>
  file === undefined ? `Line ${line}` : `${stripInvisibles(file, { policy: 'strict' })}:${line}`

function recommend({ counts, findings }: LensFindings, criticalElsewhere: boolean): string {
  const [first] = findings
  if (first === undefined || first.severity === 'info') {
    return criticalElsewhere
      ? 'offline: nothing more to do by these rules; see what another reviewer found critical.'
      : 'offline: nothing here stands in the way by these rules.'
  }
  const deed = counts.critical > 0 ? 'Do not accept this yet. Begin with' : 'Look first at'
  return `offline: ${deed} ${placeOf(first)} (${first.title.toLowerCase()}).`
}
