/**
 * Which contract the passes follow. `standard` is the compatibility contract: seven newline forms, 31 code points,
 * exact headers. `strict` removes everything that hides and keeps what a script or an emoji needs.
 */
export type SanitizePolicy = 'standard' | 'strict'

/** How a header keyword is recognised: in its exact spelling, or in any that reads the same. */
export type HeaderMatch = 'exact' | 'fold'

/** What every function that runs all passes takes. */
export interface SanitizeOptions {
  /** @defaultValue `'standard'` in `sanitize`; `'strict'` in `inspect`, `createSanitizer` and `SanitizeStream` */
  readonly policy?: SanitizePolicy | undefined
  /**
   * Words that open a header line: each one line of 1 to 32 code points.
   * @defaultValue `['MODE', 'CONTEXT', '---BEGIN', '---END']`
   */
  readonly keywords?: readonly string[] | undefined
  /** @defaultValue `'exact'` under `standard`, `'fold'` under `strict` */
  readonly match?: HeaderMatch | undefined
  /**
   * Prefixes every line with `| ` instead of looking for headers: the one form that no spelling gets past. Reversible;
   * done again, it adds another prefix.
   * @defaultValue `false`
   */
  readonly quoteLines?: boolean | undefined
}

/** The names of {@link SanitizeOptions}. */
export const SANITIZE_OPTIONS: readonly string[] = ['policy', 'keywords', 'match', 'quoteLines']
