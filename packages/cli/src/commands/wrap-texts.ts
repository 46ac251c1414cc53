import { buildUserPrompt, fit, type Mode, Prompt, UntrustedBlock } from '@cordon/prompt'
import type { SanitizePolicy } from '@cordon/sanitize'

export type WrapFormat = 'prompt' | 'data' | 'context'

/** A text and the name it goes by in JSON; the name never enters the prompt, since it is as untrusted as the text. */
export interface WrapInput {
  readonly path: string
  readonly text: string
}

export interface WrapOptions {
  readonly format: WrapFormat
  readonly policy: SanitizePolicy
  readonly label?: string
  readonly task?: string
  readonly mode?: Mode
  readonly place?: 'after' | 'before' | 'both'
  readonly maxCodePoints?: number
  readonly datamark?: true
}

export interface WrappedTexts {
  readonly format: WrapFormat
  readonly text: string
  readonly blocks: readonly WrappedBlock[]
}

interface WrappedBlock {
  readonly path: string
  readonly label: string | null
  /** The nonce or token of the block's markers. */
  readonly nonce: string
  /** What was cut off, in words; `''` when nothing was. */
  readonly note: string
}

interface Piece extends WrapInput {
  readonly label: string
  readonly note: string
}

/** Returns the texts behind the fence that the options name, cut to the budget first. */
export function wrapTexts(inputs: readonly WrapInput[], options: WrapOptions): WrappedTexts {
  const { format, label = 'INPUT', maxCodePoints = Number.MAX_SAFE_INTEGER } = options
  const pieces = inputs.map(({ path, text }, index) => ({
    path,
    label: inputs.length === 1 ? label : `${label}_${index + 1}`,
    ...fit(text, maxCodePoints),
  }))
  switch (format) {
    case 'prompt':
      return wrapAsPrompt(pieces, options)
    case 'data':
      return wrapAsData(pieces, options)
    case 'context':
      return wrapAsContext(pieces, options)
  }
}

function wrapAsPrompt(pieces: readonly Piece[], { policy, task, datamark }: WrapOptions): WrappedTexts {
  const prompt = new Prompt({ policy, datamark })
  if (task !== undefined) prompt.text(task)
  for (const { text, note } of pieces) {
    prompt.untrusted(text)
    if (note !== '') prompt.text(note)
  }
  const blocks = pieces.map(({ path, note }) => ({ path, label: null, nonce: prompt.nonce, note }))
  return { format: 'prompt', text: prompt.toString(), blocks }
}

function wrapAsData(pieces: readonly Piece[], { policy, place }: WrapOptions): WrappedTexts {
  const wrapped = pieces.map((piece) => ({
    ...piece,
    block: new UntrustedBlock(piece.label, piece.text, { policy, instruction: place }),
  }))
  const text = wrapped.map(({ block, note }) => (note === '' ? block.wrapped : `${block.wrapped}\n${note}`))
  const blocks = wrapped.map(({ path, label, note, block }) => ({ path, label, nonce: block.token, note }))
  return { format: 'data', text: text.join('\n\n'), blocks }
}

function wrapAsContext(
  pieces: readonly Piece[],
  { policy, mode = 'analysis', label }: WrapOptions,
): WrappedTexts {
  const [first] = pieces
  const labelled = label !== undefined || pieces.length > 1
  const content = labelled || first === undefined ? pieces : first.text
  const text = buildUserPrompt(mode, content, { policy })
  const nonce = /[0-9a-f]{32}(?=---$)/.exec(text)?.[0] ?? ''
  const blocks = pieces.map((piece) => ({
    path: piece.path,
    label: labelled ? piece.label : null,
    nonce,
    note: piece.note,
  }))
  return { format: 'context', text, blocks }
}
