/** What a change is about. A closed set. */
export type SanitizeChangeKind =
  | 'newline'
  | 'invisible'
  | 'bidi'
  | 'tag'
  | 'variation-selector'
  | 'control'
  | 'terminal-sequence'
  | 'surrogate'
  | 'space'
  | 'header'
  | 'private-use'

export const isTag = (point: number): boolean => point >= 0xe0000 && point <= 0xe007f

/** Of the selectors, those that carry bytes in public smuggling schemes: VS1–16 are 0–15, VS17–256 are 16–255. */
export const isVariationSelector = (point: number): boolean =>
  (point >= 0xfe00 && point <= 0xfe0f) || (point >= 0xe0100 && point <= 0xe01ef)

/** Property Bidi_Control, which is stable. */
const isBidiControl = (point: number): boolean =>
  point === 0x061c ||
  (point >= 0x200e && point <= 0x200f) ||
  (point >= 0x202a && point <= 0x202e) ||
  (point >= 0x2066 && point <= 0x2069)

const isMongolianSelector = (point: number): boolean => point >= 0x180b && point <= 0x180f

/** Returns the kind of a code point that the strip pass took out or replaced. */
export function kindOfStripped(point: number): SanitizeChangeKind {
  if (isTag(point)) return 'tag'
  if (isVariationSelector(point) || isMongolianSelector(point)) return 'variation-selector'
  if (point === 0x202f || point === 0x2800) return 'space'
  if (isBidiControl(point)) return 'bidi'
  return point < 0x20 || (point >= 0x7f && point < 0xa0) ? 'control' : 'invisible'
}
