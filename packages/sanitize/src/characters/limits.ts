/** Bounds of the header and terminal rules. In a module without imports, as `code-points.ts` is. */

/** A prefix, a keyword and what follows it stand within so many code points. */
export const HEADER_POINTS = 64

/** Units that hold {@link HEADER_POINTS}, whatever they are. */
export const HEADER_UNITS = 128

/** Units that hold a keyword of 32 code points, whatever they are, and what follows it. */
export const KEYWORD_UNITS = 65

/** A terminal sequence that has not ended after this many units, or at a LF, loses its introducer only. */
export const MAX_SEQUENCE_UNITS = 4096
