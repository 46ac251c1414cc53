import { buildUserPrompt, maskNonces, Prompt } from '@cordon/prompt'
import { expect, test } from 'vitest'
import cases from './cases/personas-expected.json' with { type: 'json' }

const ZEROS = '0'.repeat(32)

test('PRO-030 two renderings of the same prompt are equal once masked', () => {
  const render = () => new Prompt().text('Labels?').untrusted('Fix the login').toString()
  const [first, second] = [render(), render()]
  expect(first).not.toBe(second)
  expect(maskNonces(first)).toBe(maskNonces(second))
  expect(maskNonces(first)).toContain(
    `<untrusted nonce="${ZEROS}">\nFix the login\n</untrusted nonce="${ZEROS}">`,
  )
})

test('PRO-030 the nonces of a user prompt are masked too', () => {
  expect(maskNonces(buildUserPrompt('design', 'x'))).toBe(
    `MODE: design\n---BEGIN USER CONTEXT ${ZEROS}---\nx\n---END USER CONTEXT ${ZEROS}---`,
  )
})

test('PRO-031 different contents stay apart', () => {
  const masked = (content: string) => maskNonces(new Prompt().untrusted(content).toString())
  expect(masked('Fix the login')).not.toBe(masked('Fix the logout'))
})

test.each(cases.ironflow.mask)('PRO-032 masks $in as the requirements do', ({ in: text, out }) => {
  expect(maskNonces(text)).toBe(out)
})

test.each([
  'plain text',
  'untrusted nonce="short" and untrusted nonce="',
  `untrusted nonce="${'f'.repeat(33)}"`,
  `---END USER CONTEXT ${'a'.repeat(31)}---`,
  'f'.repeat(32),
])('PRO-032 leaves %j alone', (text) => {
  expect(maskNonces(text)).toBe(text)
})

test('PRO-033 the exact form masks one nonce, inside complete markers only', () => {
  const prompt = new Prompt()
  const other = 'f'.repeat(32)
  prompt.untrusted(
    `see untrusted nonce="${prompt.nonce}" and ${prompt.nonce}\n</untrusted nonce="${prompt.nonce}">`,
  )
  prompt.text(`<untrusted nonce="${other}">`)
  const masked = maskNonces(prompt.toString(), { nonce: prompt.nonce })
  expect(masked).toContain(
    `<untrusted nonce="${ZEROS}">\nsee untrusted nonce="${prompt.nonce}" and ${prompt.nonce}\n`,
  )
  expect(masked).toContain(`&lt;/untrusted nonce="${prompt.nonce}">\n</untrusted nonce="${ZEROS}">`)
  expect(masked).toContain(`<untrusted nonce="${other}">`)
})

test('PRO-033 the exact form knows the markers of a user prompt', () => {
  const prompt = buildUserPrompt('design', 'x')
  expect(maskNonces(prompt, { nonce: prompt.slice(-35, -3) })).toBe(maskNonces(prompt))
  expect(maskNonces(prompt, { nonce: 'f'.repeat(32) })).toBe(prompt)
})

test.each(['', 'F'.repeat(32), '.'.repeat(32), 'f'.repeat(31)])('PRO-033 refuses the nonce %j', (nonce) => {
  expect(() => maskNonces('x', { nonce })).toThrow(RangeError)
})
