/** How one kind of match decides at the first character of a line that is no tab and no space. */
export interface HeaderRule {
  /** `false` when no line of the text can be a header; cheap, or `true`. */
  mayMatch(text: string): boolean
  /** Whether a line can open with this code point and be a header; may say yes too often. */
  mayOpen(point: number): boolean
  /**
   * Answers where the keyword stands that opens the line, or -1. `start` is the line's first character that is no tab
   * and no space. Looks at most 64 code points ahead, never past a LF.
   */
  find(text: string, start: number): number
  /** Whether a keyword with two blanks before it is left alone. */
  readonly toleratesBlanks: boolean
}
