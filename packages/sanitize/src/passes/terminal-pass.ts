import { APC, CSI, DCS, ESC, LF, OSC, SOS, TO_8_BIT } from '../characters/code-points.ts'
import { isBetween } from '../characters/is-between.ts'
import { MAX_SEQUENCE_UNITS } from '../characters/limits.ts'
import { pointAt } from '../characters/point-at.ts'
import type { Pass } from './pass.ts'

/** SOS, DCS, OSC, PM and APC: text up to a terminator. */
const opensString = (opener: number): boolean =>
  opener === DCS || opener === SOS || isBetween(opener, OSC, APC)

const isIntroducer = (unit: number): boolean =>
  unit === ESC || unit - TO_8_BIT === CSI || (unit >= 0x80 && opensString(unit - TO_8_BIT))

const INTRODUCERS = '\x1b\x90\x98\x9b\x9d-\x9f'

/** ST in both forms, or LF. */
const STRING_TERMINATOR = '[\n\x9c]|\x1b\\\\'

/** The text ended before the sequence did. No text is that long, and V8 keeps it as a small integer. */
const OPEN = 0x3fff_ffff
/** Malformed. */
const NONE = 0

/** Behind the units from `low` to `high` that stand at `start`. */
function skip(text: string, start: number, low: number, high: number): number {
  let i = start
  while (isBetween(pointAt(text, i), low, high)) i++
  return i
}

/**
 * The end of a control sequence: parameters, of which the 8-bit form needs one, intermediates, a final byte. Or of a
 * short escape: intermediates and a final byte, which without them is no letter.
 */
function sequenceEnd(text: string, body: number, isControl: boolean, isEscape: boolean): number {
  const parameters = isControl ? skip(text, body, 0x30, 0x3f) : body
  const final = skip(text, parameters, 0x20, 0x2f)
  if (final === text.length) return OPEN
  const unit = text.charCodeAt(final)
  const endsLong = isBetween(unit, 0x40, 0x7e) && (isControl ? isEscape || parameters > body : final > body)
  const endsShort = !isControl && (isBetween(unit, 0x30, 0x3f) || unit === 0x5c)
  return endsLong || endsShort ? final + 1 : NONE
}

/**
 * Returns where the first terminator or LF behind a place ends. Asked at growing places it searches once for all
 * openers before a terminator: each for itself, a run of them would cost its square.
 */
function createSearch(text: string, terminator: string): (from: number) => number {
  const pattern = new RegExp(terminator, 'g')
  let end = 0
  return (from) => {
    if (end <= from) {
      pattern.lastIndex = from
      end = pattern.test(text) ? pattern.lastIndex : OPEN
    }
    return end < OPEN && text.charCodeAt(end - 1) === LF ? NONE : end
  }
}

/**
 * Takes whole terminal sequences (ECMA-48) out: CSI, the strings OSC, DCS, SOS, PM and APC up to their terminator,
 * and the short escapes that end in punctuation or a digit or have intermediate bytes (`ESC 7`, `ESC ( B`).
 *
 * `ESC` before a letter loses only the ESC, and an 8-bit CSI needs a parameter to count as a sequence: both would
 * otherwise eat a letter of ordinary text (U+009B is a quotation mark of Windows-1252 that was decoded wrongly).
 */
export function createTerminalPass(): Pass {
  const introducer = new RegExp(`[${INTRODUCERS}]`)
  return (text, isLast, sink) => {
    if (!introducer.test(text)) return text.length
    const stringEnd = createSearch(text, STRING_TERMINATOR)
    const commandEnd = createSearch(text, `\x07|${STRING_TERMINATOR}`)
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i)
      if (!isIntroducer(unit)) continue
      const isEscape = unit === ESC
      const opener = isEscape ? pointAt(text, i + 1) : unit - TO_8_BIT
      const isString = opensString(opener)
      const isControl = opener === CSI
      const body = isEscape && (isString || isControl) ? i + 2 : i + 1
      let end = isString
        ? (opener === OSC ? commandEnd : stringEnd)(body)
        : sequenceEnd(text, body, isControl, isEscape)
      if (end === OPEN && !isLast && text.length - i < MAX_SEQUENCE_UNITS) return i
      if (end === NONE || end - i > MAX_SEQUENCE_UNITS) end = body
      sink.edit(i, end, '')
      i = end - 1
    }
    return text.length
  }
}
