export interface SourceContext {
  /** Of the file, where it is known. */
  readonly path: string | undefined
  /** Only a part of a file, such as a hunk: rules that need all of it are silent. */
  readonly part: boolean
}
