import { drawNonce, type RngLike } from '@cordon/nonce'
import type { SanitizePolicy } from '@cordon/sanitize'
import { assertLabel } from './internal/assert-label.ts'
import { assertOneOf } from './internal/assert-one-of.ts'
import { assertOptions } from './internal/assert-options.ts'
import { assertType } from './internal/assert-type.ts'
import { drawAbsent } from './internal/draw-absent.ts'
import { checkMarkers, enclose, type Markers } from './internal/markers.ts'
import { sanitizeContent } from './internal/sanitize-content.ts'

/** What the model is asked to do with the content. */
export type Mode = 'code-review' | 'design' | 'analysis'

/** One of several texts in a prompt. */
export interface UserDocument {
  /** What the text is, `^[A-Z][A-Z0-9_]{0,31}$`: the program's word. A file name is untrusted and belongs in `text`. */
  readonly label: string
  /** The untrusted text. */
  readonly text: string
}

export interface BuildUserPromptOptions {
  /** Where the nonce comes from; never redrawn when given. Default: the platform's CSPRNG. */
  readonly rng?: RngLike | undefined
  /** How the content is sanitized. Default: `standard`. */
  readonly policy?: SanitizePolicy | undefined
}

/**
 * Returns the prompt of four lines: the mode, an opener with a fresh 128-bit nonce, the sanitized content, the closer.
 *
 * Several documents share the nonce and have a block each, under a line `CONTEXT: LABEL`; a line of that form inside a
 * document is neutralised by the sanitizer, as a line `MODE: …` is.
 *
 * @throws TypeError when the mode is not one of the three, or content, label or an option has a wrong type or name.
 * @throws RangeError when a label is not of its alphabet or there are no documents.
 * @throws PromptError `ERR_PROMPT_NONCE_COLLISION` when the sanitized content holds the nonce. Under `strict` the nonce
 * is redrawn up to three times first, unless `rng` is given.
 * @throws NonceError `ERR_NONCE_ENTROPY` when the platform has no random source.
 */
export function buildUserPrompt(
  mode: Mode,
  content: string | readonly UserDocument[],
  options: BuildUserPromptOptions = {},
): string {
  assertOneOf(mode, 'mode', ['code-review', 'design', 'analysis'])
  assertOptions(options, ['rng', 'policy'])
  const { rng, policy = 'standard' } = options
  assertOneOf(policy, 'policy', ['standard', 'strict'])
  const sections = sectionsOf(content, policy)
  const nonce = drawAbsent(
    drawNonce,
    sections.map(({ text }) => text),
    rng,
    policy === 'strict' ? 3 : 0,
  )
  const core = ` USER CONTEXT ${nonce}---`
  const markers: Markers = [`---BEGIN${core}`, `---END${core}`, core]
  const blocks = sections.map(({ heading, text }) => heading + enclose(text, markers))
  return checkMarkers(`MODE: ${mode}\n${blocks.join('\n')}`, markers, blocks.length)
}

interface Section {
  readonly heading: string
  readonly text: string
}

function sectionsOf(content: string | readonly UserDocument[], policy: SanitizePolicy): readonly Section[] {
  if (!Array.isArray(content)) return [{ heading: '', text: sanitizeContent(content, policy, 'content') }]
  if (content.length === 0) throw new RangeError('"content" expected documents, got none')
  return content.map((document: UserDocument) => {
    assertType(document, 'object', 'content')
    const { label, text } = document
    assertLabel(label)
    return { heading: `CONTEXT: ${label}\n`, text: sanitizeContent(text, policy) }
  })
}
