import { PersonaError, parsePersona, personaHash } from '@cordon/personas'
import { describe, expect, test } from 'vitest'
import expected from './cases/expected.json' with { type: 'json' }
import encoded from './cases/files.json' with { type: 'json' }
import { personaBytes } from './persona-text.ts'
import { REQUIRED_CODES } from './required-codes.ts'

interface FileCase {
  readonly name: string
  readonly ok?: string
  readonly error?: string
  readonly errorAnyOf?: readonly string[]
  readonly reason?: string
  readonly bodySha256?: string
  readonly bodyBytes?: number
  readonly sealSha256?: string
  readonly allowed_tools?: readonly string[]
  readonly traits?: readonly string[]
  readonly llm_hints?: Readonly<Record<string, unknown>>
  readonly ignored?: boolean
  readonly sameBodyGroup?: string
}

const files: readonly FileCase[] = Object.entries(expected.files).map(([name, entry]) => ({ ...entry, name }))
const bytesOf = new Map(
  Object.entries(encoded).map(([name, text]) => [name, Uint8Array.from(atob(text), (c) => c.charCodeAt(0))]),
)

function parseCase(name: string) {
  return parsePersona(`memories/personas/${name}`, bytesOf.get(name) ?? new Uint8Array())
}

function faultOf(run: () => unknown) {
  try {
    run()
  } catch (error) {
    if (PersonaError.isInstance(error)) return error
    throw error
  }
  throw new Error('expected a PersonaError')
}

describe('parsePersona', () => {
  test.each(files.filter(({ ok }) => ok !== undefined))('PER-020 reads $name with its hashes', (entry) => {
    const persona = parseCase(entry.name)
    expect(persona.handle).toBe(entry.ok)
    expect(persona.sourcePath).toBe(`memories/personas/${entry.name}`)
    expect(persona.sourceHash).toBe(entry.bodySha256)
    expect(new TextEncoder().encode(persona.body)).toHaveLength(entry.bodyBytes ?? -1)
    expect(persona.allowedTools).toEqual(entry.allowed_tools)
    expect(persona.traits).toEqual(entry.traits)
    expect({
      temperature: persona.llmHints.temperature ?? null,
      max_tokens: persona.llmHints.maxTokens ?? null,
      stop_sequences: persona.llmHints.stopSequences ?? [],
    }).toEqual(entry.llm_hints)
    expect(personaHash(persona)).toBe(entry.sealSha256)
  })

  test.each(files.filter(({ error }) => error !== undefined))('PER-021 refuses $name: $reason', (entry) => {
    const fault = faultOf(() => parseCase(entry.name))
    const codes = (entry.errorAnyOf ?? [entry.error ?? '']).map((name) => REQUIRED_CODES[name])
    expect(codes).toContain(fault.code)
    if (fault.code === 'ERR_PERSONA_SCHEMA') expect(fault.detail.reason).toBe(entry.reason)
    expect(fault.detail).toMatchObject({ path: `memories/personas/${entry.name}` })
  })

  test('AC-14 the files of a group differ in line ends, marks and composition, and share one hash', () => {
    const groups = new Map<string, Set<string>>()
    for (const { name, sameBodyGroup } of files) {
      if (sameBodyGroup === undefined) continue
      groups.set(sameBodyGroup, (groups.get(sameBodyGroup) ?? new Set()).add(parseCase(name).sourceHash))
    }
    expect([...groups].map(([group, hashes]) => [group, hashes.size])).toEqual(
      [...groups.keys()].map((group) => [group, 1]),
    )
    expect(groups.size).toBeGreaterThan(5)
  })

  test('AC-15 refuses a file whose frontmatter names another version', () => {
    const fault = faultOf(() =>
      parsePersona('memories/personas/cuo-cpo@0.4.1.md', personaBytes({ id: 'cuo-cpo', version: '0.4.2' })),
    )
    expect(fault).toMatchObject({
      code: 'ERR_PERSONA_FILENAME_MISMATCH',
      detail: { path: 'memories/personas/cuo-cpo@0.4.1.md', handle: 'cuo-cpo@0.4.2' },
    })
  })

  test.each([
    ['a string', "system_prompt: 'forbidden'\n"],
    ['null', 'system_prompt:\n'],
    ['a list', 'system_prompt: [a]\n'],
    ['an alias, before any other fault', 'system_prompt: *x\nother: 1\n'],
    ['a quoted key', '"system_prompt": x\n'],
  ])('AC-16 refuses system_prompt with %s', (_name, more) => {
    const fault = faultOf(() => parsePersona('harbour-clerk@1.0.0.md', personaBytes({ more })))
    expect(fault).toMatchObject({
      code: 'ERR_PERSONA_FORBIDDEN_FIELD',
      detail: { path: 'harbour-clerk@1.0.0.md', line: 4 },
    })
  })

  test('PER-022 the persona is frozen all the way down', () => {
    const persona = parsePersona(
      'harbour-clerk@1.0.0.md',
      personaBytes({ more: 'allowed_tools: [a]\ntraits: [b]\nllm_hints: {stop_sequences: ["x"]}\n' }),
    )
    for (const value of [
      persona,
      persona.allowedTools,
      persona.traits,
      persona.llmHints,
      persona.llmHints.stopSequences,
    ]) {
      expect(Object.isFrozen(value)).toBe(true)
    }
  })

  test('PER-023 keeps the base name of a path that begins with a slash', () => {
    expect(parsePersona('/srv/personas/harbour-clerk@1.0.0.md', personaBytes()).sourcePath).toBe(
      'harbour-clerk@1.0.0.md',
    )
  })

  test.each([
    ['%YAML 1.1\n--- {id: harbour-clerk, version: 1.0.0}', 2, 'directive_not_allowed'],
    ['id: harbour-clerk\nversion: 1.0.0\ntraits: !!seq [x]', 4, 'tag_not_allowed'],
    ['id: harbour-clerk\nversion: 1.0.0\n404: x', 4, 'key_not_string'],
    ['id: harbour-clerk\nversion: 1.0.0\n&key traits: [x]', 4, 'alias_not_allowed'],
  ])('PER-202 refuses the frontmatter %j at its line with its own reason', (frontmatter, line, reason) => {
    const path = 'harbour-clerk@1.0.0.md'
    const bytes = new TextEncoder().encode(`---\n${frontmatter}\n---\nBody.\n`)
    expect(faultOf(() => parsePersona(path, bytes))).toMatchObject({
      code: 'ERR_PERSONA_SCHEMA',
      detail: { path, line, reason },
    })
  })

  test('PER-024 takes 32 KiB of body and 64 KiB of file, and not a byte more', () => {
    const path = 'harbour-clerk@1.0.0.md'
    expect(parsePersona(path, personaBytes({ body: `${'x'.repeat(32_767)}\n` })).body).toHaveLength(32_768)
    const cases = [
      personaBytes({ body: 'x'.repeat(32_768) }),
      personaBytes({ body: 'é'.repeat(16_384) }),
      personaBytes({ body: `x${'\n'.repeat(65_536)}` }),
    ]
    for (const bytes of cases) {
      expect(faultOf(() => parsePersona(path, bytes))).toMatchObject({
        detail: { path, reason: 'too_large' },
      })
    }
    // The file's size counts as it is, the body's in canonical form.
    const padded = personaBytes({ body: `x${' '.repeat(60_000)}` })
    expect(parsePersona(path, padded).body).toBe('x\n')
  })

  test.each([
    [
      'path',
      () => parsePersona(1 as unknown as string, new Uint8Array()),
      '"path" expected string, got number',
    ],
    [
      'bytes',
      () => parsePersona('a', 'b' as unknown as Uint8Array),
      '"bytes" expected Uint8Array, got string',
    ],
  ])('PER-004 refuses a %s of the wrong type', (_name, run, message) => {
    expect(run).toThrow(new TypeError(message))
  })

  test.each(['a\\0b', 'a\\ud800', ''])(
    'PER-273 refuses "%s" in a list, which YAML escapes can spell',
    (entry) => {
      for (const more of [`traits: ["${entry}"]\n`, `llm_hints: {stop_sequences: ["${entry}"]}\n`]) {
        expect(faultOf(() => parsePersona('harbour-clerk@1.0.0.md', personaBytes({ more })))).toMatchObject({
          detail: { line: 4, reason: 'out_of_range' },
        })
      }
    },
  )

  test.each(['allowed_tools', 'traits'])('PER-180 %s has no entry of White_Space alone', (field) => {
    for (const entry of ['\\u0085', '\\u2003\\t', '\\u3000']) {
      const bytes = personaBytes({ more: `${field}: ["${entry}"]\n` })
      expect(faultOf(() => parsePersona('harbour-clerk@1.0.0.md', bytes))).toMatchObject({
        detail: { field, reason: 'out_of_range' },
      })
    }
  })
})
