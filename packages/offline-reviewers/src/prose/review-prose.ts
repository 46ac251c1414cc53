import type { Report } from '../rules/rule-catalog.ts'
import type { SourceContext } from '../source/source-context.ts'
import { readDocument } from './read-document.ts'
import { reviewCompleteness } from './review-completeness.ts'
import { reviewPassages } from './review-passages.ts'
import { reviewStructure } from './review-structure.ts'

/** Reports what a Markdown or plain text shows: its outline and links, its sentences, and what it leaves out. */
export function reviewProse(text: string, report: Report, { part }: SourceContext): void {
  const document = readDocument(text)
  reviewPassages(document.passages, report)
  if (part) return
  reviewStructure(document, report)
  reviewCompleteness(document, report)
}
