import { pointAt } from '../characters/point-at.ts'
import { hasHeader, isBlank, mayOpenHeader, opensHeader, skipBlanks } from './header-pass.ts'
import { UNSURE } from './strict-strip-pass.ts'

const LF = 0x0a

/** No pass changes the unit, whatever stands around it, in a text without lone surrogates. */
const SURE = 1
/** Nor does a header begin with it; asked only where it begins a line, since that takes microseconds. */
const SURE_OPENING = 3

/** What was found out about each unit that was met; nothing about LF and what a pass could change. */
const known = /* @__PURE__ */ new Uint8Array(0x10000)

/** Looks at a unit of which nothing is known; answers whether it is sure. */
function learn(unit: number): boolean {
  if (UNSURE.test(String.fromCharCode(unit))) return false
  known[unit] = SURE
  return true
}

/** Whether a header opens a line whose blanks end before `start`. */
function hasHeaderAt(text: string, start: number): boolean {
  const point = pointAt(text, start)
  if (known[point] === SURE && !mayOpenHeader(point)) known[point] = SURE_OPENING
  return known[point] !== SURE_OPENING && opensHeader(text, start)
}

/** So many units are copied at once; more do not stay in the cache. */
const CHUNK_UNITS = 8192
/** So many are looked at in one step. */
const STEP = 8
/** Up to here a RegExp takes less time than the copy. */
const SHORT_UNITS = 80

/** Units are read from a copy: out of a string each read costs V8 three times as much. */
const units = /* @__PURE__ */ new Uint16Array(CHUNK_UNITS + STEP)

/** Only Node's own `Buffer` copies fast; it stores the low byte first, which not every machine does. */
function openCopy() {
  const { process } = globalThis as { process?: NodeJS.Process }
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

/** Returns where the first unit stands, from a place on, that is not known to be sure. */
function findUnknown(from: number): number {
  // Locals, since some bundlers make variables of constants, which V8 reads anew each time.
  const [unit, at] = [units, known]
  let i = from
  while (
    ((at[unit[i] as number] as number) &
      (at[unit[i + 1] as number] as number) &
      (at[unit[i + 2] as number] as number) &
      (at[unit[i + 3] as number] as number) &
      (at[unit[i + 4] as number] as number) &
      (at[unit[i + 5] as number] as number) &
      (at[unit[i + 6] as number] as number) &
      (at[unit[i + 7] as number] as number)) !==
    0
  ) {
    i += STEP
  }
  while (at[unit[i] as number] !== 0) i++
  return i
}

/** Returns up to where the copied units are clean, which may be behind the last of them, or -1. */
function scanUnits(text: string, from: number, end: number): number {
  let i = 0
  while (i < end) {
    i = findUnknown(i)
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
  if (!text.isWellFormed()) return false
  if (copy === undefined || text.length <= SHORT_UNITS) return !UNSURE.test(text) && !hasHeader(text)
  let from = skipBlanks(text, 0)
  if (hasHeaderAt(text, from)) return false
  while (from < text.length) {
    const clean = scanUnits(text, from, copyUnits(text, from))
    if (clean === -1) return false
    from += clean
  }
  return true
}
