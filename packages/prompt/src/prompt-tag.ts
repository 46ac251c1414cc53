import { assertType } from './internal/assert-type.ts'
import { Prompt, type PromptPart, partsOf } from './prompt.ts'

/** Text that the program answers for, made by {@link trusted}: a prompt of it alone. Parsed data can never be one. */
export type TrustedText = Prompt

/** What a {@link prompt} template takes: strings are untrusted; numbers, bigints and booleans cannot hold words. */
export type PromptValue = string | number | bigint | boolean | Prompt | readonly PromptValue[]

/**
 * Returns `text` marked as the program's own, for a {@link prompt} template: it is inserted in place, unfenced.
 *
 * @throws TypeError when it is not a string.
 */
export function trusted(text: string): TrustedText {
  return new Prompt().text(text)
}

/**
 * Returns a {@link Prompt} under the `strict` policy in which the template is trusted and every string value untrusted.
 *
 * A string gets a block of its own between the texts around it; `trusted(text)`, numbers, bigints and booleans stand in
 * place; an array counts as its items (those that stand in place joined by `, `); the parts of another prompt are taken
 * over, its blocks under this prompt's nonce and policy. Where the template's own text begins or ends a run, its blanks
 * there are dropped; what stands in place keeps its own.
 *
 * @throws TypeError for any other value (objects, `null`, `undefined`, functions, symbols), and when it is called as a
 * function: `prompt(text)` would make untrusted text the template.
 * @throws RangeError when arrays are nested thousands deep, or in a circle.
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
  /** The template's own text at the end of the run. */
  let tail = ''
  const endRun = (): void => {
    const text = run + tail.trimEnd()
    if (text !== '') built.text(text)
    run = tail = ''
  }
  for (const [index, string] of strings.entries()) {
    assertType(string, 'string', 'template')
    tail += run || tail ? string : string.trimStart()
    if (index === values.length) break
    // Two items that stand in place need something between them; a block has its own lines.
    let separator = ''
    for (const item of [values[index] as unknown].flat(Number.POSITIVE_INFINITY)) {
      for (const { trusted, text } of partsOfItem(item)) {
        if (trusted) {
          run += tail + separator + text
          tail = ''
        } else {
          endRun()
          built.untrusted(text)
        }
        separator = trusted ? '\n\n' : ''
      }
      if (separator !== '') separator = ', '
    }
  }
  endRun()
  return built
}

function partsOfItem(item: unknown): readonly PromptPart[] {
  if (item instanceof Prompt) return partsOf(item)
  if (typeof item === 'string') return [{ trusted: false, text: item }]
  if (['number', 'bigint', 'boolean'].includes(typeof item)) return [{ trusted: true, text: String(item) }]
  throw new TypeError(
    `"value" expected text, a scalar, a Prompt or an array of these, got ${item === null ? 'null' : typeof item}`,
  )
}
