import { buildUserPrompt, type Mode, Prompt, UntrustedBlock } from '@cordon/prompt'
import { expect, test } from 'vitest'
import cases from './cases/injection.json' with { type: 'json' }

interface Expectation {
  readonly afterNormalize?: 'NFC' | 'NFKC'
  readonly openCount?: number
  readonly closeCount?: number
  readonly endsWithClose?: boolean
  readonly contains?: readonly string[]
  readonly containsBetweenMarkers?: string
  readonly error?: string
  readonly messageContains?: string
  readonly messageNotContains?: string
  readonly distinctNoncesOverCalls?: number
  readonly noncePattern?: string
  readonly redrawn?: boolean
  readonly anyOf?: readonly Expectation[]
}

interface FenceCase {
  readonly id: string
  readonly kind: string
  readonly policy: string
  readonly params: {
    readonly nonce?: string
    readonly mode?: string
    readonly label?: string
    readonly token?: string
  }
  readonly input: string
  readonly expect: Expectation
}

interface Rendered {
  readonly text: string
  readonly nonce: string
  readonly opener: string
  readonly closer: string
}

/** A source for which `drawToken` gives `token`. */
const sourceOf = (token: string) => ({
  nextU128: () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
    return [...token].reduceRight(
      (value, character) => (value << 6n) | BigInt(alphabet.indexOf(character)),
      0n,
    )
  },
})

function renderUserPrompt({ params: { nonce, mode = 'analysis' }, input }: FenceCase): Rendered {
  const rng = nonce === undefined ? undefined : { nextU128: () => BigInt(`0x${nonce}`) }
  const text = buildUserPrompt(mode as Mode, input, { rng })
  const drawn = text.slice(-35, -3)
  return {
    text,
    nonce: drawn,
    opener: `---BEGIN USER CONTEXT ${drawn}---`,
    closer: `---END USER CONTEXT ${drawn}---`,
  }
}

function renderPrompt({ params: { nonce }, input }: FenceCase): Rendered {
  const rng = nonce === undefined ? undefined : { nextU128: () => BigInt(`0x${nonce}`) }
  const prompt = new Prompt({ rng }).untrusted(input)
  return {
    text: prompt.toString(),
    nonce: prompt.nonce,
    opener: `<untrusted nonce="${prompt.nonce}">`,
    closer: `</untrusted nonce="${prompt.nonce}">`,
  }
}

function renderBlock({ params: { label = 'CASE', token }, input }: FenceCase): Rendered {
  const rng = token === undefined ? undefined : sourceOf(token)
  const block = new UntrustedBlock(label, input, { rng, policy: 'strict' })
  return {
    text: block.wrapped,
    // Only the format of a nonce differs; what is asked of it is the same.
    nonce: block.token,
    opener: `${label}_DATA_${block.token}_START`,
    closer: `${label}_DATA_${block.token}_END`,
  }
}

const fences = new Map([
  ['magi', [renderUserPrompt]],
  ['ironflow', [renderPrompt]],
  ['ironflow-parity', [renderPrompt]],
  ['archipelago-strict', [renderBlock]],
  ['all', [renderUserPrompt, renderPrompt, renderBlock]],
])

/** The cases know one error; here a label is told from a text that holds its nonce. */
const refusalOf = ({ params: { label = 'CASE' } }: FenceCase) =>
  /^[A-Z][A-Z0-9_]*$/.test(label)
    ? { code: 'ERR_PROMPT_NONCE_COLLISION' }
    : { name: 'RangeError', message: expect.stringContaining('"label"') }

const count = (text: string, part: string): number => text.split(part).length - 1

function check(entry: FenceCase, render: (entry: FenceCase) => Rendered, expected: Expectation): void {
  if (expected.error !== undefined) {
    const attempt = () => render(entry)
    expect(attempt).toThrow(expect.objectContaining(refusalOf(entry)))
    if (expected.messageContains !== undefined) expect(attempt).toThrow(expected.messageContains)
    if (expected.messageNotContains !== undefined) expect(attempt).not.toThrow(expected.messageNotContains)
    return
  }
  const { text, opener, closer } = render(entry)
  const seen = expected.afterNormalize === undefined ? text : text.normalize(expected.afterNormalize)
  expect(count(seen, opener)).toBe(expected.openCount ?? 1)
  expect(count(seen, closer)).toBe(expected.closeCount ?? 1)
  const content = text.slice(text.indexOf(`${opener}\n`) + opener.length + 1, text.lastIndexOf(`\n${closer}`))
  for (const part of expected.contains ?? []) expect(`\n${content}`).toContain(part)
  if (expected.containsBetweenMarkers !== undefined)
    expect(content).toContain(expected.containsBetweenMarkers)
  if (expected.endsWithClose) expect(text.endsWith(closer)).toBe(true)
  if (expected.distinctNoncesOverCalls !== undefined) {
    const nonces = Array.from({ length: expected.distinctNoncesOverCalls }, () => render(entry).nonce)
    expect(new Set(nonces).size).toBe(expected.distinctNoncesOverCalls)
    const pattern = nonces[0]?.length === 8 ? '^[A-Za-z0-9]{8}$' : (expected.noncePattern ?? '')
    for (const nonce of nonces) expect(nonce).toMatch(new RegExp(pattern))
  }
}

const mine = (cases as readonly FenceCase[]).filter(({ kind }) => kind === 'fence')

test('PRO-076 there are cases for every fence', () => {
  expect(mine).toHaveLength(22)
  expect(mine.filter(({ policy }) => !fences.has(policy))).toEqual([])
})

test.each(mine)('PRO-076 $id', (entry) => {
  for (const render of fences.get(entry.policy) ?? []) {
    const { anyOf = [entry.expect] } = entry.expect
    // The alternative, a second draw, is for the platform's source; a case with a token injects one.
    const [expected] = anyOf
    if (expected !== undefined) check(entry, render, expected)
  }
})
