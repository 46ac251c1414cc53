import { schemaFault } from '../contract/schema-fault.ts'

// Without the m flag, under which U+2028 would begin a line, too.
const OPENING = /^---[ \t]*(?:\n|$)/
const CLOSING = /(?:^|\n)---[ \t]*(?:\n\n?|$)/

/** Whether a file claims to be a persona; any other without frontmatter is a README or a note. */
const NAMED = /@[^/]*\.md$/
const MISPLACED = 'found a file not named id@version.md and without frontmatter; move it elsewhere'

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
  const opening = OPENING.exec(text)
  if (opening === null) {
    throw schemaFault(
      path,
      'missing_opening_fence',
      { line: 1 },
      NAMED.test(path) ? 'found no opening fence; write --- alone on line 1' : MISPLACED,
    )
  }
  const rest = text.slice(opening[0].length)
  const closing = CLOSING.exec(rest)
  if (closing === null) {
    throw schemaFault(
      path,
      'missing_closing_fence',
      { line: text.split('\n').length },
      'found no closing fence; write --- alone on the line after the frontmatter',
    )
  }
  return {
    // A copy: tool names are slices of it, and would keep all of the file in memory with them.
    frontmatter: rest.slice(0, closing.index).split('\n').join('\n'),
    body: rest.slice(closing.index + closing[0].length),
  }
}
