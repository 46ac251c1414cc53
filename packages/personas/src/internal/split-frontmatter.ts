import { schemaFault } from './schema-fault.ts'

const FENCE = /^---[ \t]*$/

export interface SplitSource {
  /** The lines between the fences. The first one is line 2 of the file. */
  readonly frontmatter: string
  readonly body: string
}

/**
 * Cuts a persona's text at its first two fences. A fence is `---` plus blanks and nothing else; one empty line after
 * the closing fence is a separator and belongs to neither part.
 */
export function splitFrontmatter(path: string, text: string): SplitSource {
  const lines = text.split('\n')
  if (!FENCE.test(lines[0] ?? '')) {
    throw schemaFault(
      path,
      'missing_opening_fence',
      { line: 1 },
      'found no opening fence; write --- alone on line 1',
    )
  }
  const closing = lines.findIndex((line, index) => index > 0 && FENCE.test(line))
  if (closing === -1) {
    throw schemaFault(
      path,
      'missing_closing_fence',
      { line: lines.length },
      'found no closing fence; write --- alone on the line after the frontmatter',
    )
  }
  const bodyStart = lines[closing + 1] === '' ? closing + 2 : closing + 1
  return {
    frontmatter: lines.slice(1, closing).join('\n'),
    body: lines.slice(bodyStart).join('\n'),
  }
}
