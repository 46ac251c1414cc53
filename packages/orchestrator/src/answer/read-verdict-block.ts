import { MagiError } from '../contract/errors.ts'
import { trimWhiteSpace } from '../text/white-space.ts'

const OPENER = '<magi_verdict>'
const CLOSER = '</magi_verdict>'

/** Offsets of a line; `start` is before the line break that it follows. */
interface Place {
  readonly start: number
  readonly end: number
}

/** Where the markers of a text stand, by what a reader would take for one. */
interface Markers {
  /** Each opener that is alone on its line. */
  readonly openers: readonly Place[]
  /** Each closer that is alone on its line. */
  readonly closers: readonly Place[]
  /** Whether one bears more than itself: quote marks, emphasis, a list's hyphen, brackets of another width or none. */
  readonly decorated: boolean
}

/** What stands between the markers, and around them. */
export interface VerdictBlock {
  readonly inside: string
  readonly before: string
  readonly after: string
}

/**
 * Returns the one verdict block of an answer, or `undefined` when there is no marker at all.
 *
 * A marker is alone on its line, in any ASCII case, with blanks around it and invisible characters within. A line that
 * only resembles one makes the answer ambiguous: the model may have dressed its own markers and quoted plain ones. Not
 * so a heading right above the opener: what a model writes under its own heading is its own.
 *
 * @throws {@link MagiError} `ERR_MAGI_INVALID_OUTPUT` with `unterminated_block` when one kind of marker is missing,
 * `ambiguous_block` when there is not exactly one plain pair, in order, and nothing like it.
 */
export function readVerdictBlock(text: string): VerdictBlock | undefined {
  const markers = findMarkers(text)
  const { openers, closers, decorated } = markers
  if (openers.length + closers.length === 0 && !decorated) return undefined
  if (!decorated && (openers.length === 0 || closers.length === 0)) {
    throw new MagiError('ERR_MAGI_INVALID_OUTPUT', 'the verdict block has only one of its two markers', {
      reason: 'unterminated_block',
    })
  }
  const block = decorated ? undefined : blockBetween(text, markers)
  if (block === undefined) {
    throw new MagiError('ERR_MAGI_INVALID_OUTPUT', 'there is not exactly one verdict block', {
      reason: 'ambiguous_block',
    })
  }
  return block
}

/** Returns what stands between the one plain pair of a prompt, whatever else the prompt says of markers. */
export function readExampleBlock(prompt: string): string | undefined {
  return blockBetween(prompt, findMarkers(prompt))?.inside
}

function blockBetween(text: string, { openers, closers }: Markers): VerdictBlock | undefined {
  const [[open, secondOpen], [close, secondClose]] = [openers, closers]
  if (open === undefined || close === undefined || close.start < open.end) return undefined
  if (secondOpen !== undefined || secondClose !== undefined) return undefined
  return {
    inside: text.slice(open.end, close.start),
    before: text.slice(0, open.start),
    after: text.slice(close.end),
  }
}

/** Only CR and LF end a line here, since U+2028 may stand inside a JSON string. */
function findMarkers(text: string): Markers {
  const openers: Place[] = []
  const closers: Place[] = []
  let decorated = false
  let headingEnd: number | undefined
  // Other lines are never cut out: an answer of ten million line breaks would become as many strings. The class holds
  // every low line that NFKC makes one.
  for (const { 0: match, 1: line = '', index: start } of text.matchAll(
    /(?:^|[\r\n])([^\r\n_\ufe33\ufe34\ufe4d-\ufe4f\uff3f]*[_\ufe33\ufe34\ufe4d-\ufe4f\uff3f][^\r\n]*)/g,
  )) {
    if (!resemblesMarker(line)) continue
    const marker = trimWhiteSpace(line.replace(invisible, '')).toLowerCase()
    const place = { start, end: start + match.length }
    const belowHeading =
      headingEnd !== undefined && marker === OPENER && /^\s*$/.test(text.slice(headingEnd, start))
    if (headingEnd !== undefined && !belowHeading) decorated = true
    headingEnd = undefined
    if (marker === OPENER) openers.push(place)
    else if (marker === CLOSER) closers.push(place)
    else if (heading.test(marker)) headingEnd = place.end
    else decorated = true
  }
  return { openers, closers, decorated: decorated || headingEnd !== undefined }
}

const heading = /^[#*_`\s]*magi_verdict[#*_`:\s]*$/

const invisible = /[\p{Cc}\p{Cf}\p{Mn}\p{Me}\p{Default_Ignorable_Code_Point}]/gu

const WORD = 'magi_verdict'
const brackets = /&(?:lt|gt|#\d{1,4}|#x[\da-f]{1,4});/g

/** Whether a line has the letters of a marker, in any width, and no others. */
function resemblesMarker(line: string): boolean {
  let found = 0
  // The first letter decides for most lines.
  for (const character of line.toLowerCase().replace(brackets, '')) {
    for (const letter of character < '\x80' ? character : character.normalize('NFKD').toLowerCase()) {
      if (letter === WORD[found]) found++
      else if (/(?!\p{Default_Ignorable_Code_Point})\p{L}/u.test(letter)) return false
    }
  }
  return found === WORD.length
}
