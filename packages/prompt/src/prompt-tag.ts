import { assertString } from './internal/assert-string.ts'
import { Prompt, type PromptPart, partsOf } from './prompt.ts'

/** Text that the program answers for, made by {@link trusted}. Parsed data can never be one. */
export class TrustedText {
  readonly #text: string

  constructor(text: string) {
    assertString(text, 'text')
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}

/** What a {@link prompt} template takes: strings are untrusted; numbers, bigints and booleans cannot hold words. */
export type PromptValue = string | number | bigint | boolean | TrustedText | Prompt | readonly PromptValue[]

/**
 * Returns `text` marked as the program's own, for a {@link prompt} template: it is inserted in place, unfenced.
 *
 * @throws TypeError when it is not a string.
 */
export function trusted(text: string): TrustedText {
  return new TrustedText(text)
}

/**
 * Returns a {@link Prompt} under the `strict` policy in which the template is trusted and every string value untrusted.
 *
 * A string gets a block of its own between the texts around it; `trusted(text)`, numbers, bigints and booleans stand in
 * place; an array counts as its items (those that stand in place joined by `, `); the parts of another prompt are taken
 * over, its blocks under this prompt's nonce and policy. Blanks at the edges of the template's texts are dropped.
 *
 * @throws TypeError for any other value (objects, `null`, `undefined`, functions, symbols), and when it is called as a
 * function: `prompt(text)` would make untrusted text the template.
 *
 * @example
 * prompt`Summarise this mail in one sentence: ${mail}`.toString()
 */
export function prompt(strings: TemplateStringsArray, ...values: readonly PromptValue[]): Prompt {
  if (!Array.isArray(strings) || !Object.hasOwn(strings, 'raw')) {
    throw new TypeError('"prompt" expected to be used as a template tag, got a call')
  }
  const built = new Prompt({ policy: 'strict' })
  let run = ''
  const endRun = (): void => {
    const text = run.trim()
    if (text !== '') built.text(text)
    run = ''
  }
  for (const [index, string] of strings.entries()) {
    assertString(string, 'template')
    run += string
    if (index === values.length) break
    for (const part of partsOfValue(values[index])) {
      if (part.trusted) {
        run += part.text
      } else {
        endRun()
        built.untrusted(part.text)
      }
    }
  }
  endRun()
  return built
}

const scalars: ReadonlySet<string> = new Set(['number', 'bigint', 'boolean'])

const inPlace = (text: string): PromptPart => ({ trusted: true, text })

function partsOfValue(value: PromptValue | undefined): readonly PromptPart[] {
  if (typeof value === 'string') return [{ trusted: false, text: value }]
  if (scalars.has(typeof value) || value instanceof TrustedText) return [inPlace(String(value))]
  if (value instanceof Prompt) {
    return partsOf(value).flatMap((part, index) => (index === 0 ? [part] : [inPlace('\n\n'), part]))
  }
  if (Array.isArray(value)) return partsOfArray(value)
  throw new TypeError(
    `"value" expected text, a scalar, a Prompt or an array of these, got ${value === null ? 'null' : typeof value}`,
  )
}

function partsOfArray(values: readonly PromptValue[]): readonly PromptPart[] {
  const parts: PromptPart[] = []
  for (const value of values) {
    const [first, ...rest] = partsOfValue(value)
    if (first === undefined) continue
    // Two items that stand in place need something between them; a block has its own lines.
    if (first.trusted && parts.at(-1)?.trusted) parts.push(inPlace(', '))
    parts.push(first, ...rest)
  }
  return parts
}
