/** How one kind of match decides at a place that has nothing but a prefix before it on its line. */
export interface HeaderRule {
  /** `false` when no line of a whole text can open with a keyword; cheap. */
  mayMatch(text: string): boolean
  /** Whether the body of the line begins at this unit, beyond doubt. */
  isBody(unit: number): boolean
  /** Whether a keyword opens here. Looks at most 64 code points ahead, never past a LF. */
  matches(text: string, start: number): boolean
  /** The length of what may stand before a keyword besides tabs and spaces; 0 where the body of the line begins. */
  prefixLength(text: string, start: number): number
  /** Whether a keyword with two blanks before it is left alone. */
  readonly toleratesBlanks: boolean
}
