import { isBetween } from '../characters/is-between.ts'
import { pointAt } from '../characters/point-at.ts'
import { hasHeader, isBlank, mayOpenHeader, opensHeader, skipBlanks } from './header-pass.ts'
import { UNSURE } from './strict-strip-pass.ts'

const LF = 0x0a

/** A header may begin with it. Found out only where it begins a line, since that takes microseconds. */
const MAY_OPEN = 1
/** One of a pair, or a lone one. */
const SURROGATE = 2
/** Not met yet; or LF; or what some pass may change. */
const UNSURE_UNIT = 4

/** What is in doubt about each unit; of a text without doubts, `strict` changes nothing. */
const doubts = /* @__PURE__ */ new Uint8Array(0x10000).fill(UNSURE_UNIT)

/** Looks at an unsure unit; answers whether it is sure from now on. */
function learn(unit: number): boolean {
  if (UNSURE.test(String.fromCharCode(unit))) return false
  doubts[unit] = isBetween(unit, 0xd800, 0xdfff) ? MAY_OPEN | SURROGATE : MAY_OPEN
  return true
}

/** Whether a header opens a line whose blanks end before `start`. */
function hasHeaderAt(text: string, start: number): boolean {
  const point = pointAt(text, start)
  if (doubts[point] === MAY_OPEN && !mayOpenHeader(point)) doubts[point] = 0
  return doubts[point] !== 0 && opensHeader(text, start)
}

/** So many units are copied at once; more do not stay in the cache. */
const CHUNK_UNITS = 8192
/** So many are looked at in one step. */
const STEP = 8
/** Up to here a RegExp takes less time than the copy. */
const SHORT_UNITS = 80

/** Units are read from a copy: out of a string each read costs V8 three times as much. */
const units = /* @__PURE__ */ new Uint16Array(CHUNK_UNITS + STEP)

/** What is used of Node, where there is one. */
interface Platform {
  readonly process?: {
    getBuiltinModule?(name: 'node:buffer'): { Buffer: { from(bytes: ArrayBufferLike): Utf16Writer } }
  }
}
interface Utf16Writer {
  write(text: string, start: number, length: number, encoding: 'utf16le'): number
}

/** Only Node's own `Buffer` copies fast; it stores the low byte first, which not every machine does. */
function openCopy() {
  const { process } = globalThis as Platform
  const bytes = process?.getBuiltinModule?.('node:buffer').Buffer.from(units.buffer)
  // Bound, since whoever patches `Buffer` later, to trace or to mock, could leave an earlier text here.
  const write = bytes?.write.bind(bytes)
  write?.('\u0102', 0, 2, 'utf16le')
  return units[0] === 0x0102 ? write : undefined
}
const copy = /* @__PURE__ */ openCopy()

/** Copies a text from a place on, and something unsure behind it; answers how many units it copied. */
function copyUnits(text: string, from: number): number {
  const part = text.slice(from, from + CHUNK_UNITS)
  copy?.(part, 0, 2 * CHUNK_UNITS, 'utf16le')
  for (let i = 0; i < STEP; i++) units[part.length + i] = 0
  return part.length
}

/** Whether there was a surrogate among the units that were looked at. */
let hasSurrogates = false

/** Returns where the first unsure unit stands from a place on. */
function findUnsure(from: number): number {
  // Locals, since some bundlers make variables of constants, which V8 reads anew each time.
  const [unit, at] = [units, doubts]
  let i = from
  let all = 0
  for (;;) {
    const some =
      (at[unit[i] as number] as number) |
      (at[unit[i + 1] as number] as number) |
      (at[unit[i + 2] as number] as number) |
      (at[unit[i + 3] as number] as number) |
      (at[unit[i + 4] as number] as number) |
      (at[unit[i + 5] as number] as number) |
      (at[unit[i + 6] as number] as number) |
      (at[unit[i + 7] as number] as number)
    all |= some
    if (some >= UNSURE_UNIT) break
    i += STEP
  }
  if ((all & SURROGATE) !== 0) hasSurrogates = true
  while ((at[unit[i] as number] as number) < UNSURE_UNIT) i++
  return i
}

/** Returns up to where the copied units are clean, which may be behind the last of them, or -1. */
function scanUnits(text: string, from: number, end: number): number {
  let i = 0
  while (i < end) {
    i = findUnsure(i)
    if (i === end) break
    const unit = units[i] as number
    if (unit === LF) {
      do i++
      while (isBlank(units[i] as number))
      if (i === end) i = skipBlanks(text, from + i) - from
      if (hasHeaderAt(text, from + i)) return -1
    } else if (!learn(unit)) return -1
  }
  return i
}

/** Whether `strict` would beyond doubt leave a text as it is; of a long one each unit is looked at once. */
export function isCleanByUnit(text: string): boolean {
  if (copy === undefined || text.length <= SHORT_UNITS)
    return text.isWellFormed() && !UNSURE.test(text) && !hasHeader(text)
  hasSurrogates = false
  let from = skipBlanks(text, 0)
  if (hasHeaderAt(text, from)) return false
  while (from < text.length) {
    const clean = scanUnits(text, from, copyUnits(text, from))
    if (clean === -1) return false
    from += clean
  }
  return !hasSurrogates || text.isWellFormed()
}
