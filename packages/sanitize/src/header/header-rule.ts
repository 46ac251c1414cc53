/** How one kind of match decides where a line has nothing but tabs and spaces before. */
export interface HeaderRule {
  /** `false` when no line of the text can be a header; cheap, or absent. */
  mayMatch?(text: string): boolean
  /** Whether a header can begin with this code point; may say yes too often. */
  mayOpen(point: number): boolean
  /**
   * Returns where the keyword of a header stands, or -1. `start` is the line's first character that is no tab and no
   * space. Looks at most 64 code points ahead, never past a LF.
   */
  find(text: string, start: number): number
}
