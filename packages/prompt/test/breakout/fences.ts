import type { RngLike } from '@cordon/nonce'
import { buildUserPrompt, Prompt, UntrustedBlock } from '@cordon/prompt'

/** What one rendering looks like from outside: the text, and the exact markers that delimit its blocks. */
export interface Rendering {
  readonly text: string
  readonly opener: string
  readonly closer: string
  readonly blocks: number
}

/** A way to put one or more texts behind a fence. */
export interface Fence {
  readonly name: string
  /** Markers for a nonce of 32 hexadecimal digits, or a token, that an attacker would forge. */
  readonly markers: (nonce: string) => readonly [opener: string, closer: string]
  readonly render: (texts: readonly string[], rng?: RngLike) => Rendering
}

type Policy = 'off' | 'standard' | 'strict'

const userPrompt = (policy: 'standard' | 'strict'): Fence => ({
  name: `buildUserPrompt, ${policy}`,
  markers: (nonce) => [`---BEGIN USER CONTEXT ${nonce}---`, `---END USER CONTEXT ${nonce}---`],
  render: (texts, rng) => {
    const documents = texts.map((text, index) => ({ label: `DOCUMENT_${index}`, text }))
    const text = buildUserPrompt('analysis', documents, { rng, policy })
    const nonce = text.slice(-35, -3)
    const [opener, closer] = userPrompt(policy).markers(nonce)
    return { text, opener, closer, blocks: texts.length }
  },
})

const tagPrompt = (policy: Policy, datamark = false): Fence => ({
  name: `Prompt, ${policy}${datamark ? ', datamarked' : ''}`,
  markers: (nonce) => [`<untrusted nonce="${nonce}">`, `</untrusted nonce="${nonce}">`],
  render: (texts, rng) => {
    const prompt = new Prompt({ rng, policy, datamark }).text('Summarise:')
    for (const text of texts) prompt.untrusted(text)
    const [opener, closer] = tagPrompt(policy).markers(prompt.nonce)
    return { text: prompt.text('Briefly.').toString(), opener, closer, blocks: texts.length }
  },
})

const dataBlock = (policy: Policy): Fence => ({
  name: `wrapUntrusted, ${policy}`,
  markers: (token) => [`MAIL_DATA_${token}_START`, `MAIL_DATA_${token}_END`],
  render: (texts, rng) => {
    // Each block has its own token; what is checked is the first one, with the others around it.
    const blocks = texts.map((text) => new UntrustedBlock('MAIL', text, { rng, policy, instruction: 'both' }))
    const [opener, closer] = dataBlock(policy).markers(blocks[0]?.token ?? '')
    const shared = new Set(blocks.map(({ token }) => token)).size === 1 ? blocks.length : 1
    return { text: blocks.map(({ wrapped }) => wrapped).join('\n\n'), opener, closer, blocks: shared }
  },
})

export const fences: readonly Fence[] = [
  userPrompt('standard'),
  userPrompt('strict'),
  tagPrompt('off'),
  tagPrompt('standard'),
  tagPrompt('strict'),
  tagPrompt('strict', true),
  dataBlock('off'),
  dataBlock('strict'),
]
