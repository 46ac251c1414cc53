import { createSanitizer, SanitizeStream, sanitize } from '@cordon/sanitize'
import { describe, expect, test, vi } from 'vitest'

describe('createSanitizer', () => {
  test.each([
    ['a surrogate pair', ['\ud83d', '\udc69']],
    ['CRLF', ['a\r', '\nb']],
    ['an emoji sequence', ['\u{1f469}', '\u200d', '\u{1f4bb}']],
    ['a tag flag', ['\u{1f3f4}\u{e0067}\u{e0062}', '\u{e0073}\u{e0063}\u{e0074}\u{e007f}']],
    ['a terminal sequence', ['a\x1b', '[3', '1mb']],
    ['a header word', ['MO', 'DE', ': x']],
    ['a header and its prefix', ['-', ' ', 'mode', ':']],
  ])('SAN-050 a cut inside %s changes nothing', (_name, chunks) => {
    const sanitizer = createSanitizer()
    const streamed = chunks.map((chunk) => sanitizer.push(chunk)).join('') + sanitizer.end()
    expect(streamed).toBe(sanitize(chunks.join(''), { policy: 'strict' }))
  })

  // A chunk that comes out empty must not use up the mark of the line that follows it.
  test.each([
    ['an empty chunk first', ['', 'MODE: x'], '| MODE: x'],
    ['a chunk that is all invisible', ['a\n', '\u200b', 'MODE: x'], '| a\n| MODE: x'],
    ['an empty chunk between lines', ['a\n', '', 'b\n', ''], '| a\n| b\n| '],
  ])('SAN-050 %s leaves no line unquoted', (_name, chunks, expected) => {
    for (const policy of ['standard', 'strict'] as const) {
      const sanitizer = createSanitizer({ policy, quoteLines: true })
      expect(chunks.map((chunk) => sanitizer.push(chunk)).join('') + sanitizer.end()).toBe(expected)
    }
  })

  test.each([
    ['a line without end', 'x', 0],
    ['blanks without end', ' ', 128],
    ['an unfinished command', '\x1b]x', 4096],
    ['openers without end', '\x9d', 4096],
    ['joiners', '\u06cc\u200c', 8],
    ['directional marks', '\u200e-', 130],
    ['list markers', '- ', 128],
    ['tags after a flag', '\u{1f3f4}\u{e0067}', 12],
  ])('SAN-051 %s holds back a bounded rest', (_name, piece, bound) => {
    for (const count of [1, 2, 9, 100, 48_000]) {
      const sanitizer = createSanitizer()
      sanitizer.push(piece.repeat(count))
      const after = sanitizer.push('z'.repeat(8192))
      const held = 8192 - after.replace(/[^z]/g, '').length
      expect(held, `after ${count}`).toBeLessThanOrEqual(bound)
      expect(sanitizer.end().length, `after ${count}`).toBeLessThanOrEqual(bound)
    }
  })

  test.each([
    ['blanks without end', ' ', 128],
    ['openers without end', '\x9d', 4096],
    ['directional marks', '\u200e-', 130],
    ['list markers', '- ', 128],
  ])('SAN-051 %s at the end are a bounded rest', (_name, piece, bound) => {
    const sanitizer = createSanitizer()
    for (let i = 0; i < 3000; i++) sanitizer.push(piece.repeat(16))
    expect(sanitizer.end().length).toBeLessThanOrEqual(bound + 16)
  })

  test.each(['standard', 'strict'] as const)(
    'SAN-087 the quick look of %s takes no text for clean that the passes would change',
    (policy) => {
      const sanitizer = createSanitizer({ policy })
      const points = [...Array(0x10000).keys(), ...Array.from({ length: 0x1000 }, (_, i) => 0xe0000 + i)]
      const texts = points.map((point) => `a${String.fromCodePoint(point)}b`)
      const words = ['MODE', 'CONTEXT', '---BEGIN', '---END'].map((word) => `${word} x`)
      // The quick look is another one for texts beyond 128 units.
      const all = [
        ...texts,
        ...words,
        ...texts.map((text) => text.padEnd(140)),
        ...words.map((w) => w.padEnd(140)),
      ]
      const missed = all.filter(
        (text) => sanitize(text, { policy }) === text && sanitizer.push(text) + sanitizer.end() !== text,
      )
      expect(missed).toEqual([])
    },
  )

  test.each([
    [
      'SAN-131 a platform without Buffer',
      'process',
      Object.create(globalThis.process ?? null, { getBuiltinModule: {} }),
    ],
    ['SAN-132 a page with an element named Buffer', 'Buffer', {}],
  ])('%s gives the same', async (_, name, value) => {
    const texts = [8, 80, 8200].flatMap((units) =>
      ['', '\n MODE: x', '\u200b', '\u{1f600}', '\ud83d'].map(
        (part) => 'ab\n'.repeat(units) + part + 'c'.repeat(units),
      ),
    )
    const expected = texts.map((text) => sanitize(text, { policy: 'strict' }))
    vi.stubGlobal(name, value)
    vi.resetModules()
    const fresh = await import('@cordon/sanitize')
    expect(texts.map((text) => fresh.sanitize(text, { policy: 'strict' }))).toEqual(expected)
    vi.unstubAllGlobals()
  })

  test('SAN-052 after end it takes a new text', () => {
    const sanitizer = createSanitizer()
    expect(sanitizer.push('MODE') + sanitizer.end()).toBe('  MODE')
    expect(sanitizer.push('MODE') + sanitizer.end()).toBe('  MODE')
  })

  test('SAN-053 the default is strict, and options are read at once', () => {
    expect(createSanitizer().push('a\u{e0041}b\n')).toBe('ab\n')
    expect(() => createSanitizer({ keywords: [''] })).toThrow(RangeError)
    expect(() => new SanitizeStream({ policy: 'none' as 'strict' })).toThrow(TypeError)
  })

  test('SAN-086 what happens to the options later changes no later text', () => {
    const options = { policy: 'standard' as 'standard' | 'strict', keywords: ['KEY'], quoteLines: false }
    const sanitizer = createSanitizer(options)
    const text = 'KEY: x\u034f'
    const first = sanitizer.push(text) + sanitizer.end()
    Object.assign(options, { policy: 'strict', quoteLines: true })
    options.keywords[0] = 'OTHER'
    expect(sanitizer.push(text) + sanitizer.end()).toBe(first)
  })
})

describe('SanitizeStream', () => {
  test('SAN-054 gives the text of the whole', async () => {
    const text = 'see \x1b]8;;x\x1b\\docs\r\nmode: x\n\u{1f469}\u200d\u{1f4bb}'
    const source = new ReadableStream<string>({
      start(controller) {
        for (const unit of text.split('')) controller.enqueue(unit)
        controller.close()
      },
    })
    let streamed = ''
    const reader = source.pipeThrough(new SanitizeStream()).getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) streamed += part.value
    expect(streamed).toBe('see docs\n  mode: x\n\u{1f469}\u200d\u{1f4bb}')
  })

  test('SAN-055 a slow reader stops the writer', async () => {
    const stream = new SanitizeStream()
    const writer = stream.writable.getWriter()
    let written = 0
    for (let i = 0; i < 10; i++) void writer.write('line\n').then(() => written++)
    const reader = stream.readable.getReader()
    for (let read = 0; read < 10; read++) {
      // Whatever goes on without a reader has gone on after a turn of the event loop.
      await new Promise((resolve) => setTimeout(resolve))
      expect(written).toBe(read)
      expect(await reader.read()).toEqual({ done: false, value: 'line\n' })
    }
  })
})
