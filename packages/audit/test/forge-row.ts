import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'

export interface Row {
  readonly chain: string
  readonly seq: number
  readonly ts_ns: string
  readonly kind: string
  readonly payload: unknown
  readonly prev: string
}

/** Returns the line of a row with a hash that fits, as somebody who owns the disk would write it. */
export function forgeLine({ chain, seq, ts_ns, kind, payload, prev }: Row): string {
  const row = { v: 1, chain, seq, ts_ns, kind, payload, prev }
  const hash = createHash('sha256')
    .update(String(canonicalize(row)))
    .digest('hex')
  return `${canonicalize({ ...row, hash })}\n`
}

/** Returns the line that would follow a row. */
export function forgeNext(row: Row & { readonly hash: string }, payload: unknown = 'forged'): string {
  return forgeLine({ ...row, seq: row.seq + 1, prev: row.hash, kind: 'forged', payload })
}

/** Returns a segment with the payload of one line changed and every hash after it made to fit. */
export function rebuild(segment: string, line: number, payload: unknown): string {
  let prev: string | undefined
  return segment
    .split('\n')
    .slice(0, -1)
    .map((text, index) => {
      const row = JSON.parse(text)
      const forged = forgeLine({
        ...row,
        prev: prev ?? row.prev,
        payload: index + 1 === line ? payload : row.payload,
      })
      prev = JSON.parse(forged).hash
      return forged
    })
    .join('')
}
