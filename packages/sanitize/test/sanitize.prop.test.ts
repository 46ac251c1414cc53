import { createSanitizer, inspect, type SanitizePolicy, sanitize } from '@cordon/sanitize'
import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'

const strict = (text: string): string => sanitize(text, { policy: 'strict' })

/** What rules turn on: each joins, splits, begins or ends something. */
const awkward = [
  ...'\u200b|\u200c|\u200d|\u200e|\u200f|\u061c|\ufe0f|\ufe0e|\u20e3|1|#|a|M|MODE|mode:|:|---BEGIN|-|- |> |1. |'.split(
    '|',
  ),
  ...' |  |\n|\r|\r\n|\u2028|\x1b|\x1b[|\x1b]|\x07|\x1b\\|2K|\x9b|\x9d|\x9c|\ud83d|\udc69|\u{1f469}|\u{1f3fd}'.split(
    '|',
  ),
  ...'\u{1f3f4}|\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}|\u{e007f}|\u{e0062}|\u0645|\u06cc|\u05d0|\u0915'.split(
    '|',
  ),
  ...'\u094d|\u1820|\u180b|\u180e|\u115f|\u1161|\u1160|\u1100|\u034f|\u0301|\u2800|\u2801|\u202f|\u00ad|\ufeff'.split(
    '|',
  ),
  ...'\udb40|\udc41|\u{1f1e9}\u{1f1ea}|\uff2d|\u041c|\u041e|DE|\u2014END|\uff1a|\ufffe|\u{1d173}|\0|\x1c'.split(
    '|',
  ),
  ...'\u200fMODE|CONTEXT|context |\ue000'.split('|'),
]
const awkwardText = fc.array(fc.constantFrom(...awkward), { maxLength: 16 }).map((parts) => parts.join(''))
const policies: readonly SanitizePolicy[] = ['standard', 'strict']

/** A fixed generator: 200,000 texts are too many for shrinking, and a failure must come again. */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 0x1_0000_0000) * below)
  }
}

describe('strict done twice is strict done once', () => {
  test.each([
    ['alone', '', ''],
    ['between ASCII letters', 'a', 'b'],
    ['between Arabic letters', '\u0645', '\u06cc'],
    ['between Devanagari letters', '\u0915\u094d', '\u0937'],
    ['between emoji', '\u{1f468}', '\u{1f469}'],
  ])('SAN-040 for every code point %s', (_name, before, after) => {
    const step = 0x4000
    for (let first = 0; first < 0x110000; first += step) {
      const lines = Array.from(
        { length: step },
        (_, i) => `${before}${String.fromCodePoint(first + i)}${after}`,
      )
      const once = strict(lines.join('\n\n'))
      expect(strict(once) === once, `U+${first.toString(16)}…`).toBe(true)
    }
  })

  test.each([
    { title: 'an exact match', options: { match: 'exact' } },
    { title: 'keywords of the caller', options: { keywords: ['MODE', 'a-b'] } },
    {
      title: 'an exact match of keywords of the caller',
      options: { match: 'exact', keywords: ['MODE', 'a-b'] },
    },
  ] as const)('SAN-084 with $title', ({ options }) => {
    const once = sanitize('MODE: x\n \tMODE y\n  a-b\na-b:', { policy: 'strict', ...options })
    expect(once.split('\n')[0]).toBe('  MODE: x')
    expect(sanitize(once, { policy: 'strict', ...options })).toBe(once)
  })

  test('SAN-041 for 200,000 texts made of the awkward', () => {
    const random = createRandom(17)
    const failed: string[] = []
    for (let i = 0; i < 200_000; i++) {
      let text = ''
      for (let parts = 1 + random(10); parts > 0; parts--) text += awkward[random(awkward.length)]
      const once = strict(text)
      if (strict(once) !== once || !once.isWellFormed()) failed.push(JSON.stringify(text))
    }
    expect(failed).toEqual([])
  }, 120_000)
})

describe.each(policies)('policy %s', (policy) => {
  const sizeStream = fc.infiniteStream(fc.integer({ min: 0, max: 3 }))
  test.prop([awkwardText, sizeStream, fc.boolean()], { numRuns: 3000 })(
    'SAN-042 every chunking gives the bytes of the whole',
    (text, sizes, quoteLines) => {
      const options = { policy, quoteLines }
      const sanitizer = createSanitizer(options)
      let streamed = ''
      for (let start = 0; start < text.length; ) {
        const size = sizes.next().value
        streamed += sanitizer.push(text.slice(start, start + size))
        start += size
      }
      expect(streamed + sanitizer.end()).toBe(sanitize(text, options))
    },
  )

  const padding = fc.integer({ min: 32_700, max: 32_768 })
  test.prop([padding, awkwardText, awkwardText], { numRuns: 300 })(
    'SAN-045 a long text is what one push of it gives',
    (units, before, after) => {
      const text = `${before}${'.'.repeat(units)}${after}${before}`
      const sanitizer = createSanitizer({ policy })
      expect(sanitizer.push(text) + sanitizer.end()).toBe(sanitize(text, { policy }))
    },
  )

  const filling = fc.constantFrom('.', ' ', '\n', '\ta\n', '\u3042\n', '\u{1f600}')
  test.prop([filling, fc.integer({ min: 8160, max: 8200 }), filling, awkwardText], { numRuns: 400 })(
    'SAN-130 where two copies of the quick look meet, nothing is missed',
    (before, units, after, awkwardPart) => {
      const text = `${before.repeat(units / before.length)}${awkwardPart}${after.repeat(8200)}`
      const sanitizer = createSanitizer({ policy })
      expect(sanitizer.push(text) + sanitizer.end()).toBe(sanitize(text, { policy }))
    },
  )

  test.prop([awkwardText], { numRuns: 1000 })('SAN-043 inspect gives the same text', (text) => {
    const report = inspect(text, { policy })
    expect(report.text).toBe(sanitize(text, { policy }))
    expect(report.changed).toBe(report.text !== text)
    const lines = text.split(/\r\n|\r|\n/)
    for (const { line, column } of report.changes) {
      expect(column).toBeLessThanOrEqual(Array.from(`${lines[line - 1]}\r\n`).length)
    }
  })

  test.prop([fc.string({ unit: 'binary', maxLength: 300 })])(
    'SAN-044 no text throws, nor grows by more than its lines',
    (text) => {
      const output = sanitize(text, { policy })
      expect(output.length).toBeLessThanOrEqual(text.length + 2 * output.split('\n').length)
    },
  )
})
