import type { Report } from '../rules/rule-catalog.ts'
import { findJsonFault } from './find-json-fault.ts'

/** Reports JSON that a strict parser rejects, at the line where it stops being JSON. */
export function reviewJson(text: string, report: Report): void {
  try {
    JSON.parse(text)
  } catch {
    // The parser names the place of some faults only, and in the message of others quotes the text.
    report('json/syntax', text.slice(0, findJsonFault(text.trimEnd())).split('\n').length)
  }
}
