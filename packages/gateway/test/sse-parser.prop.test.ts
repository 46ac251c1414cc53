import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { SseParser } from '../src/protocol/sse-parser.ts'

interface Event {
  readonly name: string
  readonly data: string
}

function parse(pieces: readonly Buffer[]): Event[] {
  const found: Event[] = []
  const onTooLong = (): never => {
    throw new RangeError('too long')
  }
  const parser = new SseParser(
    { onData: (data, name) => found.push({ name, data }), onComment: () => {}, onTooLong },
    100_000,
  )
  for (const piece of pieces) parser.push(piece)
  return found
}

const line = fc.string({ unit: fc.constantFrom('a', ':', ' ', 'é', '€', '𝄞', '{', '"') })

test.prop([
  fc.array(fc.record({ name: line, lines: fc.array(line, { minLength: 1 }), nameLast: fc.boolean() })),
  fc.constantFrom('\n', '\r', '\r\n'),
  fc.array(fc.nat(40)),
])('GAT-041 events are the same wherever the bytes are cut and however lines end', (events, end, cuts) => {
  const text = events
    .map(({ name, lines, nameLast }) => {
      const fields = lines.map((each) => `data: ${each}${end}`)
      // A name that is empty need not be written.
      const field = name === '' ? [] : [`event: ${name}${end}`]
      return [...(nameLast ? [...fields, ...field] : [...field, ...fields]), end].join('')
    })
    .join('')
  const bytes = Buffer.from(text + end)
  const pieces: Buffer[] = []
  let from = 0
  for (const cut of cuts) {
    pieces.push(bytes.subarray(from, from + cut))
    from += cut
  }
  pieces.push(bytes.subarray(from))
  expect(parse(pieces)).toEqual(events.map(({ name, lines }) => ({ name, data: lines.join('\n') })))
})

test.prop([fc.uint8Array({ maxLength: 200 })])('GAT-042 any bytes are taken without a fault', (bytes) => {
  expect(() => parse([Buffer.from(bytes)])).not.toThrow()
})
