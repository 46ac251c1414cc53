import type { LensFindings } from './rules/collect-findings.ts'
import type { Lens, Mode } from './rules/rule.ts'

export interface AnalysisInput {
  readonly mode: Mode
  readonly content: string
}

/** All that the three seats need for their answers; plain data, so that it crosses threads. */
export interface Analysis {
  /** What the content was taken for, in words. */
  readonly kind: string
  readonly lines: number
  /** Whether the tree of a program or of a document was read, only lines, or nothing that could be understood. */
  readonly reading: 'parsed' | 'prose' | 'lines' | 'none'
  readonly lenses: Readonly<Record<Lens, LensFindings>>
}
