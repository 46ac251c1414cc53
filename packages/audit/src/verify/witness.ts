import type { AuditHead, AuditRow } from '../format/row.ts'
import { segmentName } from '../format/segment-name.ts'
import type { AuditFault } from './fault.ts'
import type { ChainPosition } from './scan-chain.ts'

/** A head that the log must hold, and who says so. */
export interface Testimony extends AuditHead {
  readonly by: 'anchor' | 'peer'
}

export interface WitnessOptions {
  readonly testimonies: readonly Testimony[]
  /** Whether the chain may go on elsewhere. */
  readonly archive: boolean
}

interface Place {
  readonly file: string
  readonly line: number
}

/** Compares the rows of one chain with what is known of them from elsewhere. */
export class Witness {
  readonly #chain: string
  readonly #testimonies: readonly Testimony[]
  readonly #archive: boolean
  readonly #hashes = new Map<number, { readonly hash: string; readonly place: Place }>()
  readonly #seqs: ReadonlySet<number>
  #first: { readonly seq: number; readonly place: Place } | undefined

  constructor(chain: string, { testimonies, archive }: WitnessOptions) {
    this.#chain = chain
    this.#testimonies = testimonies.filter((testimony) => testimony.chain === chain)
    this.#archive = archive
    this.#seqs = new Set(this.#testimonies.map(({ seq }) => seq))
  }

  see(row: AuditRow, file: string, line: number): void {
    if (this.#first === undefined) {
      this.#first = { seq: row.seq, place: { file, line } }
      // The first row names the hash of the one before, wherever that was moved to.
      this.#keep(row.seq - 1, row.prev, { file, line })
    }
    this.#keep(row.seq, row.hash, { file, line })
  }

  #keep(seq: number, hash: string, place: Place): void {
    if (this.#seqs.has(seq)) this.#hashes.set(seq, { hash, place })
  }

  /** Returns the first testimony that the chain, which ends at `end`, does not bear out. */
  fault(end: ChainPosition | undefined): AuditFault | undefined {
    for (const testimony of this.#testimonies) {
      const fault = this.#faultOf(testimony, end)
      if (fault !== undefined) return fault
    }
    return undefined
  }

  #faultOf({ seq, hash, by }: Testimony, end: ChainPosition | undefined): AuditFault | undefined {
    const chain = this.#chain
    const kept = this.#hashes.get(seq)
    if (end === undefined || seq > end.seq) {
      if (by === 'peer' && this.#archive) return undefined
      const file = segmentName(chain, end?.segment ?? 1)
      return { file, line: (end?.line ?? 0) + 1, chain, seq: (end?.seq ?? 0) + 1, reason: `${by}-missing` }
    }
    if (kept !== undefined)
      return kept.hash === hash ? undefined : { ...kept.place, chain, seq, reason: `${by}-mismatch` }
    if (by === 'peer' || this.#first === undefined) return undefined
    return { ...this.#first.place, chain, seq: this.#first.seq, reason: 'anchor-moved' }
  }
}
