import { builtInPrompt, MagiError, type OutputFault, parseAgentOutput } from '@cordon/orchestrator'
import { describe, expect, test } from 'vitest'
import { answerOf, outputOf } from './outputs.ts'

const json = JSON.stringify(outputOf('caspar'))
const approved = JSON.stringify(outputOf('caspar', { verdict: 'approve' }))
const rejected = JSON.stringify(outputOf('caspar', { verdict: 'reject' }))
const block = (body: string) => `<MAGI_VERDICT>\n${body}\n</MAGI_VERDICT>`
const parse = (text: string) => parseAgentOutput(text, { agent: 'caspar' })

function faultOf(text: string): OutputFault | undefined {
  try {
    parse(text)
    return undefined
  } catch (error) {
    if (!MagiError.isInstance(error) || error.code !== 'ERR_MAGI_INVALID_OUTPUT') throw error
    return error.detail.reason
  }
}

describe('what is read', () => {
  test.each([
    ['the whole answer', json],
    ['the whole answer in a fence', `\`\`\`json\n${json}\n\`\`\``],
    ['a block', block(json)],
    ['a block after prose', `I looked at it.\n\n${block(json)}`],
    ['a block before prose', `${block(json)}\nHope this helps.`],
    ['a block with a fence inside', block(`\`\`\`json\n${json}\n\`\`\``)],
    ['a block within a fence', `\`\`\`\n${block(json)}\n\`\`\``],
    ['a block with CRLF', block(json).replaceAll('\n', '\r\n')],
    ['a block with lone CR', block(json).replaceAll('\n', '\r')],
    ['a block with blanks around its markers', `  <MAGI_VERDICT>\t\n${json}\n </MAGI_VERDICT> `],
    ['a block after a line break of each kind', `a\r\n\r\n\rb\n\r${block(json)}\r\n\n`],
    ['a block in small letters', block(json).toLowerCase().replace(json.toLowerCase(), json)],
    ['a block after JSON that means something else', `{"example": true}\n${block(json)}`],
    ['a block whose strings hold U+2028', block(JSON.stringify(outputOf('caspar', { summary: 'a\u2028b' })))],
    [
      'a block whose strings name the markers',
      block(JSON.stringify(outputOf('caspar', { summary: '<MAGI_VERDICT>' }))),
    ],
  ])('ORC-016 reads %s', (_, text) => {
    expect(parse(text)).toMatchObject({ agent: 'caspar', verdict: 'approve' })
  })
})

describe('what is refused', () => {
  test.each<[string, OutputFault, string]>([
    ['nothing', 'invalid_json', ''],
    ['prose', 'invalid_json', 'I approve.'],
    ['prose around JSON', 'invalid_json', `Here it is:\n${json}\nDone.`],
    ['two objects', 'invalid_json', `${json}\n${json}`],
    ['a byte order mark', 'invalid_json', `\ufeff${json}`],
    ['an opener alone', 'unterminated_block', `<MAGI_VERDICT>\n${json}`],
    ['a closer alone', 'unterminated_block', `${json}\n</MAGI_VERDICT>`],
    ['two blocks', 'ambiguous_block', `${block(approved)}\n${block(rejected)}`],
    ['a block that quotes another', 'ambiguous_block', `> see\n${block(`${block(approved)}\n${rejected}`)}`],
    ['two openers', 'ambiguous_block', `<MAGI_VERDICT>\n${block(json)}`],
    ['two closers', 'ambiguous_block', `${block(json)}\n</MAGI_VERDICT>`],
    ['a closer before its opener', 'ambiguous_block', `</MAGI_VERDICT>\n${json}\n<MAGI_VERDICT>`],
    ['an empty block', 'invalid_json', block('')],
    ['prose in the block', 'invalid_json', block(`Sure: ${json}`)],
    ['an array', 'not_object', `[${json}]`],
    ['null', 'not_object', 'null'],
    ["another agent's name", 'agent_mismatch', answerOf('melchior')],
    ["a stranger's name", 'agent_unknown', json.replace('"caspar"', '"oracle"')],
    ['an answer of more than 10 MiB', 'too_large', ' '.repeat(10 * 1024 * 1024) + json],
  ])('ORC-017 refuses %s as %s', (_, fault, text) => {
    expect(faultOf(text)).toBe(fault)
  })

  // A quoted block must not win over the real one because the real one is spelled oddly.
  test.each([
    ['small letters', '<magi_verdict>', '</magi_verdict>'],
    ['a zero-width space', '<MAGI\u200b_VERDICT>', '</MAGI_VERDICT\u200b>'],
    ['a Hangul filler', '<MAGI_\u3164VERDICT>', '</MAGI_VERDICT>\uffa0'],
    ['a next-line character', '<MAGI_VERDICT>\u0085', '</MAGI_VERDICT>\u0085'],
    ['a NUL', '<MAGI_VERDICT>\0', '\0</MAGI_VERDICT>'],
    ['an enclosing mark', '<MAGI_VERDICT>\u20dd', '</MAGI_VERDICT>\u20dd'],
    ['an unassigned ignorable', '<MAGI_VERDICT>\u{e0fff}', '</MAGI_VERDICT>\ufff0'],
    ['a combining mark', '<MAGI_VERDICT>\u0301', '</MAGI_VERDICT>\u0301'],
    ['blanks', ' <MAGI_VERDICT> ', '\t</MAGI_VERDICT>'],
  ])('ORC-018 a second block spelled with %s makes the answer ambiguous', (_, open, close) => {
    expect(faultOf(`${open}\n${rejected}\n${close}\n${block(approved)}`)).toBe('ambiguous_block')
  })
})

describe('an answer of more values than a verdict has', () => {
  const withNotes = (notes: string) => json.replace(/}$/, `,"notes":${notes}}`)
  const numbers = (count: number) => `[${'0,'.repeat(count - 1)}0]`
  const verdictValues = json.match(/[[{,]/g)?.length ?? 0

  test.each([
    ['brackets that nothing closes', '['.repeat(10 * 1024 * 1024)],
    ['objects in lists', '{"a":['.repeat(100_000)],
    ['one number too many', withNotes(numbers(100_000 - verdictValues))],
    ['a million names', withNotes(`{${'"a":0,'.repeat(1_000_000)}"a":0}`)],
  ])('ORC-170 refuses %s before they are parsed', (_, text) => {
    expect(faultOf(text)).toBe('too_large')
    expect(faultOf(block(text))).toBe('too_large')
  })

  test.each([
    ['numbers', withNotes(numbers(99_999 - verdictValues))],
    ['commas and brackets in a text', withNotes(`"${',[{'.repeat(100_000)}"`)],
    ['commas after an escaped quote', withNotes(`"${'\\\\\\",'.repeat(100_000)}"`)],
  ])('ORC-170 reads an answer with as many %s as there may be', (_, text) => {
    expect(parse(text)).toMatchObject({ agent: 'caspar', verdict: 'approve' })
  })
})

describe('an echo of the example', () => {
  const example = /<MAGI_VERDICT>\n([\s\S]+)\n<\/MAGI_VERDICT>/.exec(builtInPrompt('caspar'))?.[1] ?? ''
  const filledIn = JSON.stringify({
    ...JSON.parse(example),
    verdict: 'approve',
    confidence: 0.9,
    findings: [],
  })

  test.each([
    ['as it stands', block(example)],
    ['as the whole answer', example],
    ['as the whole prompt', builtInPrompt('caspar')],
    ['with a verdict filled in', block(filledIn)],
    [
      'with its keys in another order',
      block(JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(filledIn)).reverse()))),
    ],
  ])('ORC-019 fails %s', (_, text) => {
    expect(faultOf(text)).toBe('echoed_example')
  })

  test('ORC-019 the example of a custom prompt counts, the built-in one no longer', () => {
    const own = JSON.stringify(outputOf('caspar', { summary: 'My example', recommendation: 'Mine' }))
    const options = { agent: 'caspar', systemPrompt: `Answer like this:\n${block(own)}` } as const
    expect(() => parseAgentOutput(own, options)).toThrow(
      expect.objectContaining({ detail: { reason: 'echoed_example' } }),
    )
    expect(parseAgentOutput(filledIn, options)).toMatchObject({ verdict: 'approve' })
  })

  test.each(['', 'Answer in JSON.', block('not JSON'), block(json) + block(json), '<MAGI_VERDICT>'])(
    'ORC-019 a custom prompt without a readable example has none to echo (%#)',
    (systemPrompt) => {
      expect(parseAgentOutput(json, { agent: 'caspar', systemPrompt })).toMatchObject({ agent: 'caspar' })
    },
  )
})

test('ORC-012 an error holds nothing of the answer', () => {
  const mark = 'MARKED-SECRET'
  for (const text of [`${mark}`, `{"${mark}": `, block(`{"${mark}": 1}`), `<MAGI_VERDICT>\n${mark}`]) {
    try {
      parse(text)
      expect.unreachable()
    } catch (error) {
      const { message, stack, cause, detail } = error as MagiError
      expect(JSON.stringify({ message, stack, cause, detail })).not.toContain(mark)
    }
  }
})
