import { fixedRng } from '@cordon/nonce/testing'
import { DATAMARK_INSTRUCTION, DEFAULT_UNTRUSTED_INSTRUCTION, Prompt } from '@cordon/prompt'
import { expect, test } from 'vitest'

/** What stands in the only block. */
const inside = (rendered: string): string =>
  /\n<untrusted nonce="[^"]+">\n(.*)\n<\/untrusted/s.exec(rendered)?.[1] ?? ''

test('PRO-070 words are joined by one private-use mark, and the instruction for it follows the first', () => {
  const prompt = new Prompt({ datamark: true, rng: fixedRng([7n, 0x12n]) })
  prompt.text('Translate this.').untrusted('a  b\n\tc\u00A0\u0085d')
  expect(prompt.toString()).toBe(
    [
      DEFAULT_UNTRUSTED_INSTRUCTION,
      DATAMARK_INSTRUCTION,
      'Translate this.',
      '<untrusted nonce="00000000000000000000000000000007">\na\uE012b\uE012c\uE012d\n</untrusted nonce="00000000000000000000000000000007">',
    ].join('\n\n'),
  )
})

test.each([-1n, 2n ** 128n])('PRO-095 a mark out of a draw of %s is refused', (draw) => {
  // The nonce is drawn first, then the mark.
  const draws = [7n, draw]
  const rng = { nextU128: () => draws.shift() ?? 0n }
  expect(() => new Prompt({ datamark: true, rng }).untrusted('a b').toString()).toThrow(RangeError)
})

test('PRO-070 no White_Space is left in the block', () => {
  const everyBlank =
    '\t\n\v\f\r \u0085\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000'
  const content = [...everyBlank].map((blank) => `x${blank}y`).join('')
  expect(inside(new Prompt({ datamark: true }).untrusted(content).toString())).not.toMatch(/\p{White_Space}/u)
})

test('PRO-070 the layer is off by default', () => {
  const rendered = new Prompt().untrusted('a b').toString()
  expect(inside(rendered)).toBe('a b')
  expect(rendered).not.toContain(DATAMARK_INSTRUCTION)
})

test('PRO-070 all blocks of a prompt have the same mark, and each prompt draws its own', () => {
  const marks = Array.from({ length: 20 }, () => {
    const rendered = new Prompt({ datamark: true }).untrusted('a b').untrusted('c d').toString()
    const found = [...rendered.matchAll(/[\uE000-\uF8FF]/g)].map(([mark]) => mark)
    expect(found).toHaveLength(2)
    expect(new Set(found).size).toBe(1)
    return found[0]
  })
  expect(new Set(marks).size).toBeGreaterThan(1)
})

test('PRO-071 tags are escaped before the blanks in them are marked', () => {
  const prompt = new Prompt({ datamark: true, rng: fixedRng([7n, 0n]) }).untrusted('< / untrusted> x')
  expect(inside(prompt.toString())).toBe('&lt;\uE000/\uE000untrusted>\uE000x')
})

test('PRO-071 sanitizing comes before marking, so nothing invisible stands between mark and word', () => {
  const prompt = new Prompt({ datamark: true, policy: 'standard', rng: fixedRng([7n, 0n]) })
  expect(inside(prompt.untrusted('a \u200B b').toString())).toBe('a\uE000b')
})

test('PRO-072 a mark that the text holds is redrawn, and an injected one refused', () => {
  const almostAll = Array.from({ length: 3200 }, (_, index) => String.fromCharCode(0xe000 + index)).join('')
  const drawn = Array.from({ length: 12 }, () => {
    try {
      return inside(new Prompt({ datamark: true }).untrusted(`${almostAll} x`).toString()).at(-2) ?? ''
    } catch (error) {
      // One in 16: four draws in the half that is taken.
      expect(error).toMatchObject({ code: 'ERR_PROMPT_NONCE_COLLISION' })
      return ''
    }
  })
  expect(drawn.join('')).not.toMatch(/[\uE000-\uEC7F]/)
  expect(drawn.join('')).not.toBe('')
  const injected = new Prompt({ datamark: true, rng: fixedRng([7n, 0n]) }).untrusted('\uE000 x')
  expect(() => injected.toString()).toThrow(expect.objectContaining({ code: 'ERR_PROMPT_NONCE_COLLISION' }))
})

test.each([
  [6_399n, '\uF8FF'],
  [6_400n, '\uE000'],
])('PRO-120 a draw of %d gives a mark of the private use area', (draw, mark) => {
  const prompt = new Prompt({ datamark: true, rng: fixedRng([7n, draw]) }).untrusted('a b')
  expect(inside(prompt.toString())).toBe(`a${mark}b`)
})

test('PRO-073 a prompt without untrusted content has no mark and no instruction for it', () => {
  expect(new Prompt({ datamark: true }).text('a b').toString()).toBe('a b')
})
