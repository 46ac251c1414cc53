import type { Report } from '../rules/rule-catalog.ts'
import type { Heading, ProseDocument } from './read-document.ts'

/** Reports faults of the outline and of the links within a document. */
export function reviewStructure(document: ProseDocument, report: Report): void {
  reviewHeadings(document, report)
  const anchors = new Set([
    ...document.anchors.map((anchor) => anchor.toLowerCase()),
    ...anchorsOf(document.headings),
    'top',
  ])
  for (const { url, line } of document.links) {
    if (url === '' || url === '#') report('prose/empty-link', line)
    else if (url.startsWith('#') && !anchors.has(decodeAnchor(url.slice(1))))
      report('prose/broken-anchor', line)
  }
}

function reviewHeadings({ headings, contentLines }: ProseDocument, report: Report): void {
  const seen = new Set<string>()
  const path: Heading[] = []
  let nextContent = 0
  for (const [index, heading] of headings.entries()) {
    const previous = headings[index - 1]
    if (previous !== undefined && heading.depth > previous.depth + 1)
      report('prose/heading-jump', heading.line)

    while ((path.at(-1)?.depth ?? 0) >= heading.depth) path.pop()
    const key = `${path.at(-1)?.line ?? 0} ${heading.depth} ${heading.text.toLowerCase()}`
    if (seen.has(key)) report('prose/duplicate-heading', heading.line)
    seen.add(key)
    path.push(heading)

    const next = headings[index + 1]
    while ((contentLines[nextContent] ?? Number.POSITIVE_INFINITY) <= heading.line) nextContent += 1
    const empty =
      (contentLines[nextContent] ?? Number.POSITIVE_INFINITY) > (next?.line ?? Number.MAX_SAFE_INTEGER)
    if (empty && (next?.depth ?? 0) <= heading.depth) report('prose/empty-section', heading.line)
  }
}

/** The anchors that code hosts give headings: lower case, blanks to hyphens, punctuation out, repeats numbered. */
function anchorsOf(headings: readonly Heading[]): readonly string[] {
  const counts = new Map<string, number>()
  return headings.map(({ text }) => {
    const slug = text
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-')
    const count = counts.get(slug) ?? 0
    counts.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  })
}

function decodeAnchor(anchor: string): string {
  try {
    return decodeURIComponent(anchor).toLowerCase()
  } catch {
    return anchor.toLowerCase()
  }
}
