import type { Pass } from './pass.ts'
import { type UnitSet, unitSet } from './unit-set.ts'

/** A sequence that has not ended after this many units, or at a LF, loses its introducer only. */
const MAX_SEQUENCE_UNITS = 4096

const ESC = 0x1b
const BEL = 0x07
const LF = 0x0a

/** ESC, and the 8-bit forms of DCS, CSI, OSC. */
const introducers: UnitSet = /* @__PURE__ */ unitSet('\x1b\x90\x9b\x9d')

const isBetween = (unit: number, low: number, high: number): boolean => unit >= low && unit <= high

/**
 * Takes whole terminal sequences (ECMA-48) out: CSI, the strings OSC, DCS, SOS, PM and APC up to their terminator,
 * and the short escapes that end in punctuation or a digit or have intermediate bytes (`ESC 7`, `ESC ( B`).
 *
 * `ESC` before a letter loses only the ESC, and an 8-bit CSI needs a parameter to count as a sequence: both would
 * otherwise eat a letter of ordinary text (U+009B is a quotation mark of Windows-1252 that was decoded wrongly).
 */
export function createTerminalPass(): Pass {
  /** So many units of the open sequence that the next text begins with were looked at. */
  let seen = 0
  return (text, isLast, sink) => {
    const resume = seen
    seen = 0
    if (!introducers.isIn(text)) return text.length
    const find = introducers.createFind(text)
    const searchTerminator = createTerminatorSearch(text)
    const isOpenAt = (start: number): boolean => !isLast && text.length - start < MAX_SEQUENCE_UNITS
    for (let i = find(text, 0); i < text.length; ) {
      const end = sequenceEnd(text, i, i === 0 ? resume : 0, searchTerminator)
      if (end === OPEN && isOpenAt(i)) {
        seen = text.length - i
        return i
      }
      const next = end > 0 ? end : i + introducerLength(text, i)
      sink.edit(i, next, '')
      i = find(text, next)
    }
    return text.length
  }
}

/** The text ended before the sequence did. */
const OPEN = -1
/** No sequence: malformed, too long, or cut by a LF. */
const NONE = 0

/** `ESC [`, `ESC ]`, `ESC P`, `ESC X`, `ESC ^`, `ESC _` open a sequence with two units; everything else with one. */
function introducerLength(text: string, start: number): number {
  return text.charCodeAt(start) === ESC && '[]PX^_'.includes(text.charAt(start + 1) || '-') ? 2 : 1
}

/** Units before `resume` were looked at in an earlier call and did not end the sequence. */
function sequenceEnd(text: string, start: number, resume: number, search: TerminatorSearch): number {
  const first = text.charCodeAt(start)
  if (first === 0x9b) return controlEnd(text, start, start + 1, resume)
  if (first === 0x9d) return search(start, resume, true)
  if (first === 0x90) return search(start, resume, false)
  if (start + 1 === text.length) return OPEN
  const second = text.charAt(start + 1)
  if (second === '[') return controlEnd(text, start, start + 2, resume)
  if (second === ']') return search(start, resume, true)
  if ('PX^_'.includes(second)) return search(start, resume, false)
  return escapeEnd(text, start, resume)
}

const isIntermediate = (unit: number): boolean => isBetween(unit, 0x20, 0x2f)

/** CSI: parameters, of which the 8-bit form needs one, intermediates, one final byte. */
function controlEnd(text: string, start: number, body: number, resume: number): number {
  const limit = Math.min(text.length, start + MAX_SEQUENCE_UNITS)
  let i = Math.max(body, resume)
  const isInParameters = i === body || !isIntermediate(text.charCodeAt(i - 1))
  while (isInParameters && i < limit && isBetween(text.charCodeAt(i), 0x30, 0x3f)) i++
  if (body === start + 1 && i === body && i < limit) return NONE
  while (i < limit && isIntermediate(text.charCodeAt(i))) i++
  if (i === limit) return i === text.length ? OPEN : NONE
  return isBetween(text.charCodeAt(i), 0x40, 0x7e) ? i + 1 : NONE
}

/** `ESC` with intermediates and a final byte, or with one final byte that is no letter. */
function escapeEnd(text: string, start: number, resume: number): number {
  const limit = Math.min(text.length, start + MAX_SEQUENCE_UNITS)
  let i = Math.max(start + 1, resume)
  while (i < limit && isIntermediate(text.charCodeAt(i))) i++
  if (i === limit) return i === text.length ? OPEN : NONE
  const final = text.charCodeAt(i)
  const isShort = i === start + 1
  return isBetween(final, 0x30, 0x3f) || final === 0x5c || (!isShort && isBetween(final, 0x40, 0x7e))
    ? i + 1
    : NONE
}

type TerminatorSearch = (start: number, resume: number, endsAtBel: boolean) => number

/**
 * Answers the end of the string sequence that opens at `start`. What was searched once is not searched again: a run
 * of openers without a terminator would otherwise cost 4,096 units each.
 */
function createTerminatorSearch(text: string): TerminatorSearch {
  const search = (isEnd: (i: number) => number) => {
    let known = 0
    let end = NONE
    return (start: number, resume: number): number => {
      const limit = Math.min(text.length, start + MAX_SEQUENCE_UNITS)
      if (end !== NONE && end > start) return end <= limit && end > 0 ? end : NONE
      // One unit back: it may be the ESC of a terminator.
      for (let i = Math.max(known, start + 1, resume - 1); i < limit; i++) {
        if (text.charCodeAt(i) === LF) {
          known = i
          return NONE
        }
        const found = isEnd(i)
        if (found > 0) {
          known = i
          end = found
          return found <= limit ? found : NONE
        }
      }
      known = Math.max(known, limit - 1)
      return limit === text.length ? OPEN : NONE
    }
  }
  const stringTerminator = (i: number): number => {
    const unit = text.charCodeAt(i)
    if (unit === 0x9c) return i + 1
    return unit === ESC && text.charCodeAt(i + 1) === 0x5c ? i + 2 : NONE
  }
  const toTerminator = search(stringTerminator)
  const toBel = search((i) => (text.charCodeAt(i) === BEL ? i + 1 : stringTerminator(i)))
  return (start, resume, endsAtBel) => (endsAtBel ? toBel : toTerminator)(start, resume)
}
