import { PersonaError, parsePersona } from '@cordon/personas'
import { describe, expect, test } from 'vitest'
import { personaBytes, personaText } from './persona-text.ts'

const path = 'harbour-clerk@1.0.0.md'

function messageOf(text: Uint8Array, at = path): string {
  try {
    parsePersona(at, text)
  } catch (error) {
    if (PersonaError.isInstance(error)) return error.message
    throw error
  }
  throw new Error('expected a PersonaError')
}

const advice = 'write three parts in quotes, MAJOR.MINOR.PATCH, e.g. version: "1.10.0"'

describe('messages of parsePersona', () => {
  test.each([
    ['allowed-tools: [x]\n', `${path}:4: found the unknown key "allowed-tools"; did you mean allowed_tools?`],
    ['allowedTools: [x]\n', `${path}:4: found the unknown key "allowedTools"; did you mean allowed_tools?`],
    [
      `allowed${'_'.repeat(100)}tools: [x]\n`,
      `${path}:4: found the unknown key of 112 characters; known are id, version, allowed_tools, traits, llm_hints`,
    ],
    ['trait: [x]\n', `${path}:4: found the unknown key "trait"; did you mean traits?`],
    [
      'temperature: 1\n',
      `${path}:4: found the unknown key "temperature"; did you mean temperature, below llm_hints?`,
    ],
    [
      'llm_hints:\n  max-token: 1\n',
      `${path}:5: found the unknown key "max-token"; did you mean max_tokens?`,
    ],
    [
      'systemPrompt: x\n',
      `${path}:4: found the unknown key "systemPrompt"; remove it and write the prompt below the closing fence`,
    ],
    [
      'model: x\n',
      `${path}:4: found the unknown key "model"; known are id, version, allowed_tools, traits, llm_hints`,
    ],
  ])('PER-030 an unknown key suggests the near miss: %j', (more, message) => {
    expect(messageOf(personaBytes({ more }))).toBe(message)
  })

  test('PER-280 a string of one character is counted as one', () => {
    expect(messageOf(personaBytes({ more: 'allowed_tools: x\n' }))).toBe(
      `${path}:4: allowed_tools: found a string of 1 character; write a list of tool names, e.g. [search, draft_mail]`,
    )
  })

  test.each([
    ['1.0', `${path}:3: version: found a number; ${advice}`],
    ['2', `${path}:3: version: found a number; ${advice}`],
    ['"0.4"', `${path}:3: version: found a string of 2 parts; ${advice}`],
    ['1.2.3-rc.1', `${path}:3: version: found a pre-release or build part; ${advice}`],
    ['[1, 2, 3]', `${path}:3: version: found a list of 3; ${advice}`],
  ])('PER-031 a version of %s is told to be three parts in quotes', (version, message) => {
    expect(messageOf(personaBytes({ version }))).toBe(message)
  })

  test.each([
    [
      'allowed_tools: search\n',
      4,
      'allowed_tools: found a string of 6 characters; write a list of tool names, e.g. [search, draft_mail]',
    ],
    [
      'traits:\n  - calm\n  - 7\n',
      6,
      'traits: found a number in the list; write a list of words, e.g. [concise, calm], in quotes where YAML needs them',
    ],
    [
      'llm_hints: {temperature: hot}\n',
      4,
      'llm_hints.temperature: found a string of 3 characters; write a number from 0 to 2',
    ],
    [
      'llm_hints: {max_tokens: 1.5}\n',
      4,
      'llm_hints.max_tokens: found a number outside the range; write a whole number from 1 to 4294967295',
    ],
    ['llm_hints:\n', 4, 'llm_hints: found nothing (null); write a mapping, e.g. {temperature: 0.4}'],
    ['traits: &a [x]\n', 4, 'traits: found an anchor or an alias; write the value out'],
    ['traits: !!seq [x]\n', 4, 'traits: found a YAML tag; write the value without it'],
    ['traits: [!x y]\n', 4, 'traits: found a YAML tag; write the value without it'],
    ['404: x\n', 4, 'found a number as a key; write a name'],
    ['? [a]\n: b\n', 4, 'found a list of 1 as a key; write a name'],
  ])('PER-032 names file, line, field, what was found and what to write: %j', (more, line, text) => {
    expect(messageOf(personaBytes({ more }))).toBe(`${path}:${line}: ${text}`)
  })

  test.each([
    ['traits: [a\n', 4, 11, 'the indentation is wrong, or a bracket is not closed'],
    ['llm_hints:\n\ttemperature: 1\n', 5, 1, 'a tab stands in the indentation; write blanks'],
    [
      'traits: [a b: "c" d]\n',
      4,
      19,
      'something stands where it cannot: look at quotes, brackets and commas before it',
    ],
    [
      'traits: s3cret: s3cret\n',
      4,
      9,
      'the value holds a second ": ", so quote it, or the next line is indented too far',
    ],
  ])('PER-250 broken YAML has a line, a column and a sentence: %j', (more, line, column, text) => {
    expect(messageOf(personaBytes({ more }))).toBe(
      `${path}:${line}: found broken YAML in column ${column}: ${text}`,
    )
  })

  test('PER-032 lines count from the top of the file, whatever its line ends', () => {
    const text = personaText({ more: '# a comment\n\ntraits: calm\n' }).replaceAll('\n', '\r')
    expect(messageOf(new TextEncoder().encode(`\uFEFF${text}`))).toContain(`${path}:6: traits:`)
  })

  test.each([
    ['%YAML 1.1\n--- {id: harbour-clerk, version: 1.0.0}', ':2: found a YAML directive; remove the % line'],
    ['%YAML 1.1\nid: harbour-clerk\nversion: 1.0.0', ':2: found a YAML directive; remove the % line'],
    ['# above\n%NEW x\n--- {id: harbour-clerk, version: 1.0.0}', ':3: found a YAML directive; remove the %'],
    ['id: harbour-clerk\n...\nversion: 1.0.0', 'found more than one YAML document; write a single mapping'],
    ['- id', 'found something that is not a mapping between the fences; write "key: value" lines'],
    ['# nothing', 'found nothing between the fences; write "key: value" lines'],
  ])('PER-033 the frontmatter is one plain mapping: %j', (frontmatter, text) => {
    expect(messageOf(new TextEncoder().encode(`---\n${frontmatter}\n---\nBody.\n`))).toContain(text)
  })

  test('PER-034 what could forge a line in a log is escaped in a path', () => {
    const message = messageOf(personaBytes(), 'a\nb\u202e@1.0.0.md')
    expect(message).toContain('a\\u{a}b\\u{202e}@1.0.0.md')
    expect(message).not.toMatch(/[\n\u202e]/u)
  })

  test('PER-034 a path of any length takes 256 characters of a message', () => {
    expect(messageOf(personaBytes(), `${'a'.repeat(1_000)}.md`)).toMatch(/^a{256}: the frontmatter says /)
  })

  test.each([
    ['brackets', 'traits: '.concat('['.repeat(20_000))],
    ['mappings', 'traits: '.concat('{a: '.repeat(10_000))],
    ['list markers', '- '.repeat(20_000)],
    ['key markers', '? '.repeat(20_000)],
  ])('PER-035 nesting by %s is refused before the library recurses into it', (_name, text) => {
    expect(messageOf(new TextEncoder().encode(`---\n${text}\n---\nBody.\n`))).toContain(
      'found nesting too deep',
    )
  })
})
