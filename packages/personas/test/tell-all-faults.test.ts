import { type AnyPersonaError, parsePersona } from '@cordon/personas'
import { openRegistry } from '@cordon/personas/registry'
import { sealPersonas } from '@cordon/personas/seal'
import { expect, test } from 'vitest'
import { PersonaDirectory } from './persona-directory.ts'

const FILES: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'values and the body',
    '---\nid: Clerk\nversion: 1.0\nallowed_tools: search\ntraits: [1]\n---\n\n',
    [
      ':2: id: found a string of 5 characters',
      ':3: version: found a number',
      ':4: allowed_tools: found a string of 6 characters',
      ':5: traits: found a number in the list',
      ': found no body',
    ],
  ],
  [
    'keys',
    '---\nid: clerk\nid: clerk\nversoin: 1.0.0\n1: x\n---\nA\n',
    [
      ':3: id: found a second time',
      ':4: found the unknown key "versoin"; did you mean version?',
      ':5: found a number as a key',
      ': version: found nothing',
    ],
  ],
  [
    'hints',
    '---\nid: clerk\nversion: "1.0.0"\nllm_hints: {temperature: 3, max_tokens: x, stops: [a]}\n---\nA\n',
    [
      ':4: found the unknown key "stops"',
      ':4: llm_hints.temperature: found a number outside the range',
      ':4: llm_hints.max_tokens: found a string',
    ],
  ],
  [
    'a second prompt, a tag and a name',
    '---\nsystem_prompt: x\nid: &a clerk\nversion: !!str "1.0.1"\ntraits: *a\n---\nA\n',
    [
      ':2: found system_prompt',
      ':3: id: found an anchor or an alias',
      ':4: version: found a YAML tag',
      ':5: traits: found an anchor or an alias',
    ],
  ],
  [
    'a trait and the name of the file',
    '---\nid: clerk\nversion: "1.0.1"\ntraits: [""]\n---\nA\n',
    [':4: traits: found an entry that is empty', ': the frontmatter says clerk@1.0.1'],
  ],
  // What is behind a fence that is not there cannot be read.
  ['no fence', 'id: clerk\nversion: 1.0\n', [':1: found no opening fence']],
  ['no mapping', '---\n- a\n---\n', [':2: found something that is not a mapping', ': found no body']],
]

test.each(FILES)('PER-218 all faults of a file are told at once: %s', async (_name, text, expected) => {
  using directory = new PersonaDirectory()
  directory.writeRaw('clerk@1.0.0', text)
  for (const open of [
    () => openRegistry(directory.path, { integrity: 'live' }),
    () => sealPersonas(directory.path),
  ]) {
    const error = await open().catch((reason) => reason)
    const messages = error.detail.faults.map(({ message }: Error) => message)
    expect(messages).toEqual(expected.map((start) => expect.stringContaining(`clerk@1.0.0.md${start}`)))
  }
})

test('PER-220 of thousands of faults in a file fifty are told, and none that is not there', async () => {
  using directory = new PersonaDirectory()
  directory.writeRaw('clerk@1.0.0', `---\n${'id: clerk\n'.repeat(6_000)}version: "1.0.0"\n---\nA\n`)
  const error = await openRegistry(directory.path, { integrity: 'live' }).catch((reason) => reason)
  expect(error.detail.faults.map(({ detail }: AnyPersonaError) => detail)).toEqual(
    Array.from({ length: 50 }, (_, index) => ({
      path: 'clerk@1.0.0.md',
      line: index + 3,
      field: 'id',
      reason: 'duplicate_key',
    })),
  )
})

test.each(FILES)('PER-218 parsePersona throws the first: %s', (_name, text, [first = '']) => {
  expect(() => parsePersona('clerk@1.0.0.md', new TextEncoder().encode(text))).toThrow(first)
})
