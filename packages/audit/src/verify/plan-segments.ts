import { readSegmentStart, type SegmentClose } from '../format/segment-start.ts'

/** How much of a segment belongs to the chain. */
export interface SegmentPlan {
  readonly segment: number
  /** Length of what counts; infinite for a segment that nothing goes on from. */
  readonly end: number
  /** What the segment that goes on from it found there. */
  readonly close: SegmentClose | undefined
}

/**
 * Returns how much of each segment counts, from the last one back.
 *
 * Each segment says in its first row where it goes on from. A segment that is passed over (its writer died before,
 * or lost against another) has no say about those before it.
 */
export async function planSegments(
  directory: string,
  chain: string,
  segments: readonly number[],
  signal: AbortSignal | undefined,
): Promise<SegmentPlan[]> {
  const plans: SegmentPlan[] = []
  let closes: readonly SegmentClose[] | undefined
  for (const segment of segments.toReversed()) {
    const continued = closes?.find(({ bytes }) => bytes > 0)
    // The one to go on from is missing: what lies before it is scanned whole, so that the gap is named and not hidden.
    if (continued !== undefined && segment < continued.segment) closes = undefined
    const close = closes?.find((candidate) => candidate.segment === segment)
    const end = closes === undefined ? Number.POSITIVE_INFINITY : (close?.bytes ?? 0)
    plans.push({ segment, end, close })
    if (end > 0) closes = (await readSegmentStart(directory, chain, segment, signal))?.closes ?? closes
  }
  return plans.reverse()
}
