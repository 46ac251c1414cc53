export interface DiffLine {
  readonly sign: '+' | '-' | ' '
  readonly text: string
  /** Of the new file; for a removed line, the line that now stands in its place. */
  readonly newLine: number
}

export interface DiffFile {
  /** In the new tree, or in the old one when the file was deleted; at most 200 code units. */
  readonly path: string
  readonly oldPath: string
  readonly status: 'added' | 'deleted' | 'changed'
  readonly hunks: readonly (readonly DiffLine[])[]
}

export interface Diff {
  readonly files: readonly DiffFile[]
  /** The text with all lines of headers and hunks blank: what is no part of the diff, at its lines. */
  readonly rest: string
}

interface OpenFile {
  oldPath: string
  newPath: string
  status: DiffFile['status']
  readonly hunks: DiffLine[][]
}

interface OpenHunk {
  /** Columns of signs. */
  readonly parents: number
  readonly lines: DiffLine[]
  newLine: number
  oldLeft: number
  newLeft: number
}

// A merge is compared with each of its parents: one more `@`, and one more column of signs, for every further one.
const hunkHeader =
  /^(@{2,9}) -\d{1,9}(?:,(\d{1,9}))? (?:-\d{1,9}(?:,\d{1,9})? ){0,7}\+(\d{1,9})(?:,(\d{1,9}))? \1/
const fileHeader = /^diff --(?:git|cc|combined) /
const maxPathUnits = 200

/**
 * Returns the files of a unified diff, with or without git's headers, of a merge too, and the text around them. The
 * counts of hunk headers are a hint only: a wrong one must neither hide added lines nor swallow the next file.
 */
export function readDiff(text: string): Diff {
  const lines = text.split('\n')
  const rest = [...lines]
  const files: OpenFile[] = []
  let hunk: OpenHunk | undefined

  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ''
    const header = hunkHeader.exec(line)
    rest[index] = ''
    if (fileHeader.test(line)) {
      hunk = undefined
      files.push(openFile(line))
    } else if (header !== null) {
      if (files.length === 0) files.push(openFile(''))
      hunk = openHunk(header)
      files.at(-1)?.hunks.push(hunk.lines)
    } else if (startsFile(lines, index, hunk)) {
      // Without git's header line, the pair of names begins the file.
      if (hunk !== undefined || files.length === 0 || files.at(-1)?.hunks.length !== 0)
        files.push(openFile(''))
      hunk = undefined
      readNames(files.at(-1), line, lines[index + 1] ?? '')
      index += 1
      rest[index] = ''
    } else if (hunk === undefined || !readHunkLine(hunk, line)) {
      hunk = undefined
      if (!readExtendedHeader(files.at(-1), line)) rest[index] = line
    }
  }
  return { files: files.map(closeFile), rest: rest.join('\n') }
}

/** Two paths of Linux's 4,096 bytes. */
const MAX_HEADER_UNITS = 8_300

function openFile(gitHeader: string): OpenFile {
  // Nothing marks where the first of two names with blanks ends, but both are the same save after a rename.
  // Longer names are no file's, and the expression compares each cut of a line with its other half.
  const names =
    gitHeader.length > MAX_HEADER_UNITS ? null : /^diff --git ("?)\w\/(.+)\1 "?\w\/\2"?$/.exec(gitHeader)
  const path = cleanPath(names?.[2] ?? gitHeader.replace(/^diff --(?:git .* |\w+ )/, ''))
  return { oldPath: path, newPath: path, status: 'changed', hunks: [] }
}

function openHunk([, marks = '', oldCount, newStart, newCount]: RegExpExecArray): OpenHunk {
  return {
    parents: marks.length - 1,
    lines: [],
    newLine: Number(newStart),
    oldLeft: Number(oldCount ?? 1),
    newLeft: Number(newCount ?? 1),
  }
}

/** A removed line may begin with `-- ` too: only names above a hunk header are a file's, or any outside a hunk. */
function startsFile(lines: readonly string[], index: number, hunk: OpenHunk | undefined): boolean {
  if (!lines[index]?.startsWith('--- ') || !lines[index + 1]?.startsWith('+++ ')) return false
  if (hunkHeader.test(lines[index + 2] ?? '')) return true
  return !(lines[index + 2] || (hunk !== undefined && isCounted(hunk)))
}

function readNames(file: OpenFile | undefined, oldLine: string, newLine: string): void {
  if (file === undefined) return
  file.oldPath = cleanPath(oldLine.slice(4))
  file.newPath = cleanPath(newLine.slice(4))
  if (file.oldPath === '/dev/null') file.status = 'added'
  if (file.newPath === '/dev/null') file.status = 'deleted'
}

const extendedHeader =
  /^(?:index [\da-f,]+\.\.[\da-f]+(?: \d{6})?|(?:old |new |new file |deleted file )?mode [\d,.]+|(?:dis)?similarity index \d+%|(?:rename|copy) (?:from|to) .*|Binary files .* differ)$/

/** Returns whether the line is one of git's headers. */
function readExtendedHeader(file: OpenFile | undefined, line: string): boolean {
  if (file === undefined || !extendedHeader.test(line)) return false
  if (line.startsWith('new file mode ')) file.status = 'added'
  else if (line.startsWith('deleted file mode ')) file.status = 'deleted'
  else if (line.startsWith('rename to ')) file.newPath = cleanPath(line.slice('rename to '.length))
  return true
}

const isCounted = ({ oldLeft, newLeft }: OpenHunk): boolean => oldLeft > 0 || newLeft > 0

/** Returns whether the line belongs to the hunk. */
function readHunkLine(hunk: OpenHunk, line: string): boolean {
  const counted = isCounted(hunk)
  // Mail programs and editors drop the blank of an empty context line; `-- ` ends a mailed patch.
  if (!counted && (line === '' || line === '-- ')) return false
  const signs = line.slice(0, hunk.parents)
  if (signs.startsWith('\\')) return true
  if (/[^ +-]/.test(signs)) return false
  const sign = signs.includes('-') ? '-' : signs.includes('+') ? '+' : ' '
  hunk.lines.push({ sign, text: line.slice(hunk.parents), newLine: hunk.newLine })
  if (sign !== '+') hunk.oldLeft -= 1
  if (sign !== '-') {
    hunk.newLeft -= 1
    hunk.newLine += 1
  }
  return true
}

/** Without quotes, timestamp and the `a/` or `b/` that git puts before. */
function cleanPath(path: string): string {
  const bare = path.slice(0, 1000).replace(/\t.*$/, '').trim()
  return (/^".*"$/.test(bare) ? unquote(bare.slice(1, -1)) : bare)
    .replace(/^[abciow12]\//, '')
    .slice(0, maxPathUnits)
    .toWellFormed()
}

/** Git quotes a name as C does, and each byte beyond ASCII in octal. */
function unquote(name: string): string {
  const bytes = name.match(/(?:\\[0-7]{3})+|\\.|[^\\]+/g) ?? []
  return bytes
    .map((part) =>
      /^\\\d/.test(part)
        ? new TextDecoder().decode(
            Uint8Array.from(part.split('\\').slice(1), (octal) => Number.parseInt(octal, 8)),
          )
        : part.replace(/^\\(.)/, '$1'),
    )
    .join('')
}

/** A header may claim that the file is deleted; one with added lines is not. */
function closeFile({ oldPath, newPath, status, hunks }: OpenFile): DiffFile {
  const isGone = status === 'deleted' && !hunks.flat().some(({ sign }) => sign === '+')
  const path = isGone || newPath === '/dev/null' ? oldPath : newPath
  return {
    path: path === '' || path === '/dev/null' ? 'unnamed' : path,
    oldPath,
    status: isGone || status !== 'deleted' ? status : 'changed',
    hunks,
  }
}
