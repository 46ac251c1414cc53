import { Stage } from '../passes/pass.ts'
import type { Passes } from '../passes/policy-passes.ts'
import type { ChangeLog, ChangeReport } from './change-log.ts'
import { OffsetTrack } from './offset-track.ts'

/** By the character after ESC; the 8-bit form of each is the control 0x40 above it. */
const SEQUENCES = new Map([
  ['[', 'control sequence (CSI)'],
  [']', 'operating system command (OSC)'],
  ['P', 'device control string (DCS)'],
  ['X', 'start of string (SOS)'],
  ['^', 'privacy message (PM)'],
  ['_', 'application program command (APC)'],
])

function logEdit(log: ChangeLog, name: string, removed: string, offset: number): void {
  const point = removed.codePointAt(0) ?? 0
  if (name === 'header') log.addWhole(offset, 'header', 'header keyword')
  else if (name === 'newline' || name === 'surrogate') log.addPoint(offset, name, point, removed.length)
  else if (name === 'strip') log.addStripped(offset, point)
  else if (name === 'terminal') {
    const opener = point === 0x1b ? removed.charAt(1) : String.fromCharCode(point - 0x40)
    if (removed.length === 1) log.addPoint(offset, 'control', point, 1)
    else log.addWhole(offset, 'terminal-sequence', SEQUENCES.get(opener) ?? 'escape sequence')
  }
}

/** Builds the stages of a policy with a log behind each: offsets are carried back, pass by pass, to the raw input. */
export function createTracedStages(passes: Passes, report: ChangeReport): readonly Stage[] {
  const tracks: OffsetTrack[] = []
  return Object.entries(passes).map(([name, pass]) => {
    const readers = tracks.map((track) => track.reader()).reverse()
    const toRaw = (offset: number): number => readers.reduce((at, read) => read(at), offset)
    const track = new OffsetTrack()
    const log = report.open()
    tracks.push(track)
    let base = 0
    return new Stage((text, isLast, output) => {
      const edit = (start: number, end: number, replacement: string): void => {
        logEdit(log, name, text.slice(start, end), toRaw(base + start))
        track.note(base + start, base + end, replacement.length)
        output.edit(start, end, replacement)
      }
      const consumed = pass(text, isLast, { edit })
      base += consumed
      toRaw(base)
      track.trim()
      return consumed
    })
  })
}
