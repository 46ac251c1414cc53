/** Answers, for growing offsets in a pass's output, the offsets in its input. */
export type OffsetReader = (outputOffset: number) => number

interface Shift {
  /** From this output offset on … */
  readonly from: number
  /** … the input lies this much further. */
  readonly distance: number
}

/** Where the units of a pass's output came from. Holds what its readers have not gone past. */
export class OffsetTrack {
  #shifts: Shift[] = []
  #distance = 0
  readonly #cursors: { next: number; distance: number }[] = []

  /** Notes an edit of `start..end` in the input that put `inserted` units in. Edits come in order. */
  note(start: number, end: number, inserted: number): void {
    const from = start - this.#distance + inserted
    this.#distance += end - start - inserted
    this.#shifts.push({ from, distance: this.#distance })
  }

  reader(): OffsetReader {
    const cursor = { next: 0, distance: 0 }
    this.#cursors.push(cursor)
    return (offset) => {
      for (let shift = this.#shifts[cursor.next]; shift !== undefined && shift.from <= offset; ) {
        cursor.distance = shift.distance
        shift = this.#shifts[++cursor.next]
      }
      return offset + cursor.distance
    }
  }

  /** Forgets what every reader has gone past. */
  trim(): void {
    const done = this.#cursors.reduce((least, { next }) => Math.min(least, next), this.#shifts.length)
    this.#shifts = this.#shifts.slice(done)
    for (const cursor of this.#cursors) cursor.next -= done
  }
}
