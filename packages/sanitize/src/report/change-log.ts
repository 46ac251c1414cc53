import { isTag, isVariationSelector, kindOfStripped, type SanitizeChangeKind } from './change-kind.ts'
import { nameOf } from './name-of.ts'

/** A change, at an offset in UTF-16 units of the raw input. */
export interface LoggedChange {
  readonly offset: number
  readonly kind: SanitizeChangeKind
  readonly codePoint: number | null
  readonly name: string
  readonly count: number
  readonly decoded?: string
}

/** So many changes of a kind are listed one by one: the line ends of a long file must not push out a hidden text. */
const MAX_CHANGES_OF_KIND = 10_000

/** A run of tag characters or selectors is one change up to this length. */
const MAX_RUN_POINTS = 4096

const isPrintable = (byte: number): boolean => (byte >= 0x20 && byte < 0x7f) || byte === 0x09 || byte === 0x0a

/** The ASCII character that a code point carries: `undefined` for none, empty for one that only frames. */
function carriedBy(point: number): string | undefined {
  if (isTag(point)) return isPrintable(point - 0xe0000) ? String.fromCharCode(point - 0xe0000) : ''
  const byte = point <= 0xfe0f ? point - 0xfe00 : point - 0xe0100 + 16
  return isPrintable(byte) ? String.fromCharCode(byte) : undefined
}

interface Run {
  readonly offset: number
  end: number
  readonly isTags: boolean
  readonly points: number[]
}

/** Collects the changes of all passes; what is too much is counted. */
export class ChangeReport {
  readonly #logs: ChangeLog[] = []
  readonly #changes: LoggedChange[] = []
  readonly #listed = new Map<SanitizeChangeKind, number>()
  readonly #omitted = new Map<SanitizeChangeKind, number>()

  /** A log for one pass: what is a neighbour must not depend on what other passes log in between. */
  open(): ChangeLog {
    const log = new ChangeLog((change) => this.#store(change))
    this.#logs.push(log)
    return log
  }

  /** Returns everything, in the order of the input. */
  finish(): { changes: readonly LoggedChange[]; omitted: ReadonlyMap<SanitizeChangeKind, number> } {
    for (const log of this.#logs) log.close()
    return { changes: this.#changes.sort((a, b) => a.offset - b.offset), omitted: this.#omitted }
  }

  #store(change: LoggedChange): void {
    const { kind, count } = change
    const listed = this.#listed.get(kind) ?? 0
    if (listed === MAX_CHANGES_OF_KIND) {
      this.#omitted.set(kind, (this.#omitted.get(kind) ?? 0) + count)
      return
    }
    this.#listed.set(kind, listed + 1)
    this.#changes.push(change)
  }
}

/** Logs the changes of one pass: equal neighbours become one, a run that carries ASCII becomes one. */
export class ChangeLog {
  readonly #store: (change: LoggedChange) => void
  #last: { offset: number; end: number; kind: SanitizeChangeKind; point: number; count: number } | undefined
  #run: Run | undefined

  constructor(store: (change: LoggedChange) => void) {
    this.#store = store
  }

  /** A change that is about a whole place. */
  addWhole(offset: number, kind: SanitizeChangeKind, name: string): void {
    this.#store({ offset, kind, codePoint: null, name, count: 1 })
  }

  /** A code point that was taken out or replaced. */
  addPoint(offset: number, kind: SanitizeChangeKind, point: number, units: number): void {
    const last = this.#last
    if (last !== undefined && last.end === offset && last.kind === kind && last.point === point) {
      last.count++
      last.end += units
      return
    }
    this.#closePoint()
    this.#last = { offset, end: offset + units, kind, point, count: 1 }
  }

  /** A code point that the strip pass took out or replaced; it may be one letter of a hidden text. */
  addStripped(offset: number, point: number): void {
    const units = point > 0xffff ? 2 : 1
    const isTags = isTag(point)
    if (!isTags && !isVariationSelector(point)) {
      this.#closeRun()
      this.addPoint(offset, kindOfStripped(point), point, units)
      return
    }
    let run = this.#run
    if (run?.end !== offset || run.isTags !== isTags || run.points.length === MAX_RUN_POINTS) {
      this.#closeRun()
      run = this.#run = { offset, end: offset, isTags, points: [] }
    }
    run.points.push(point)
    run.end += units
  }

  close(): void {
    this.#closeRun()
    this.#closePoint()
  }

  #closePoint(): void {
    const last = this.#last
    if (last === undefined) return
    this.#last = undefined
    const { offset, kind, point, count } = last
    this.#store({ offset, kind, codePoint: point, name: nameOf(point), count })
  }

  #closeRun(): void {
    const run = this.#run
    if (run === undefined) return
    this.#run = undefined
    this.#closePoint()
    const { offset, points, isTags } = run
    const carried = points.map(carriedBy)
    const decoded = carried.join('')
    const kind = isTags ? 'tag' : 'variation-selector'
    if (decoded === '' || carried.includes(undefined)) {
      let at = offset
      for (const point of points) {
        const units = point > 0xffff ? 2 : 1
        this.addPoint(at, kind, point, units)
        at += units
      }
      return
    }
    const [first = 0] = points
    const isOne = points.length === 1
    const name = isOne ? nameOf(first) : isTags ? 'Tags (block)' : 'Variation Selectors (blocks)'
    this.#store({ offset, kind, codePoint: isOne ? first : null, name, count: points.length, decoded })
  }
}
