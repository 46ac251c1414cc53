// A program may put the file's name before its text. The path has no blanks, so that prose is not taken for one.
const label = /^(?:File|Path|Filename): {0,4}([^\s:*?"<>|]{1,300})\n/

export interface LabelledText {
  readonly text: string
  readonly path?: string
}

/** Returns the content without a first line `File: path`, and the path; lines then count from the line after it. */
export function readLabel(content: string): LabelledText {
  const match = label.exec(content)
  return match?.[1] === undefined
    ? { text: content }
    : { text: content.slice(match[0].length), path: match[1] }
}
