/** A line of the content, or what is left of it without a mark before it. */
export interface ContentLine {
  readonly text: string
  /** From 1, in the content. */
  readonly number: number
}

/** What may be code within a text of another kind. */
export interface EmbeddedCode {
  readonly lines: readonly ContentLine[]
  /** The language that stands above it, in lower case. */
  readonly language?: string | undefined
}

export function linesOf(text: string, firstNumber = 1): readonly ContentLine[] {
  return text.split('\n').map((line, index) => ({ text: line, number: firstNumber + index }))
}
