import { readdir } from 'node:fs/promises'
import { AuditError } from '../contract/errors.ts'

/** Lower case, because two names that differ in case only are one file on some systems. */
export const CHAIN_PATTERN: RegExp = /^[a-z0-9][a-z0-9._-]{0,63}$/

/** The last number that {@link listSegments} takes. */
export const MAX_SEGMENT = 999_999_999_999_999

const SEGMENT_PATTERN = /^([a-z0-9][a-z0-9._-]{0,63})-([1-9]\d{0,14})\.jsonl$/

export function segmentName(chain: string, segment: number): string {
  return `${chain}-${segment}.jsonl`
}

/**
 * Returns the numbers of the segments of every chain in a directory, ascending, by chain name in code-unit order.
 *
 * @throws {@link AuditError} `ERR_AUDIT_READ`.
 */
export async function listSegments(directory: string): Promise<Map<string, number[]>> {
  const names = await readdir(directory).catch((cause: unknown) => {
    const message = `${directory}: the directory could not be read; give that of the log`
    throw new AuditError('ERR_AUDIT_READ', message, { cause })
  })
  const chains = new Map<string, number[]>()
  for (const name of names) {
    const [, chain, digits] = SEGMENT_PATTERN.exec(name) ?? []
    if (chain === undefined) continue
    const segments = chains.get(chain) ?? []
    segments.push(Number(digits))
    chains.set(chain, segments)
  }
  for (const segments of chains.values()) segments.sort((a, b) => a - b)
  return new Map([...chains].sort(([a], [b]) => (a < b ? -1 : 1)))
}
