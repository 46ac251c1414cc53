import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { type OpenRegistryOptions, openRegistry, type PersonaRegistry } from '@cordon/personas/registry'
import { flipCachedBit } from '@cordon/personas/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { EventLog, PersonaDirectory } from './persona-directory.ts'

const HANDLE = 'cuo-cpo@0.4.1'
const MORE = `allowed_tools: [draft_email, search_kb, summarise_kb, escalate_to_human]
traits: [concise]
llm_hints: {temperature: 0.4, max_tokens: 1024, stop_sequences: ["</persona>"]}
`
const SETTLED = { timeout: 10_000, interval: 20 }

let directory: PersonaDirectory
let log: EventLog
let registry: PersonaRegistry | undefined

beforeEach(() => {
  directory = new PersonaDirectory()
  log = new EventLog()
})
afterEach(async () => {
  await registry?.close()
  registry = undefined
  directory[Symbol.dispose]()
})

async function open(options: Partial<OpenRegistryOptions> = {}): Promise<PersonaRegistry> {
  const all = { integrity: 'live', onEvent: log.listen, ...options } as OpenRegistryOptions
  registry = await openRegistry(directory.path, all)
  return registry
}

/** Waits until so many flushes were told. */
async function flushes(count: number): Promise<void> {
  await vi.waitFor(() => expect(log.of('persona_reload')).toHaveLength(count), SETTLED)
}

describe('a live registry', () => {
  test('AC-01 loads what frontmatter and body say', async () => {
    directory.write(HANDLE, 'You are the clerk.\n', MORE)
    const persona = (await open({ root: directory.parent })).load(HANDLE)
    expect(persona).toEqual({
      handle: HANDLE,
      id: 'cuo-cpo',
      version: '0.4.1',
      body: 'You are the clerk.\n',
      allowedTools: ['draft_email', 'search_kb', 'summarise_kb', 'escalate_to_human'],
      traits: ['concise'],
      llmHints: { temperature: 0.4, maxTokens: 1024, stopSequences: ['</persona>'] },
      sourcePath: 'personas/cuo-cpo@0.4.1.md',
      sourceHash: '56e20b10fc6fe35eb61eab898f418100eb5b6d0014e2feb0b54c89c899aa5f1e',
    })
  })

  test('AC-02 a second load gives the same object', async () => {
    directory.write(HANDLE)
    const { load } = bound(await open())
    expect(load(HANDLE)).toBe(load(HANDLE))
    expect(log.of('persona_load').map(({ outcome }) => outcome)).toEqual(['hit', 'hit'])
  })

  test.each([
    ['a plain write', (body: string) => directory.write(HANDLE, body)],
    ['a rename save', (body: string) => directory.writeAtomic(HANDLE, body)],
    [
      'delete and create',
      (body: string) => {
        rmSync(directory.file(HANDLE))
        directory.write(HANDLE, body)
      },
    ],
  ])('AC-03 an edit by %s is served soon, with another hash', async (_name, edit) => {
    directory.write(HANDLE, 'A\n')
    const { load } = bound(await open())
    const before = load(HANDLE)
    edit('B\n')
    await vi.waitFor(() => expect(load(HANDLE).body).toBe('B\n'), SETTLED)
    expect(load(HANDLE).sourceHash).not.toBe(before.sourceHash)
    expect(log.of('persona_reloaded')).toEqual([
      { type: 'persona_reloaded', handle: HANDLE, sourceHash: 'c0cde77fa8fef97d', registrySize: 1 },
    ])
    expect(log.of('persona_reload')).toEqual([
      { type: 'persona_reload', outcome: 'success', registrySize: 1 },
    ])
  })

  test('AC-04 an unknown handle fails with all handles, sorted, and is no label', async () => {
    for (const handle of ['b@1.0.0', 'a@1.10.0', 'a@1.9.0', 'a-z@1.0.0']) directory.write(handle)
    const { load, handles } = bound(await open())
    const available = ['a-z@1.0.0', 'a@1.10.0', 'a@1.9.0', 'b@1.0.0']
    expect(handles()).toEqual(available)
    expect(Object.isFrozen(handles())).toBe(true)
    for (const handle of ['cuo-cpo@9.9.9', 'constructor', '__proto__', '']) {
      expect(() => load(handle)).toThrow(
        expect.objectContaining({ code: 'ERR_PERSONA_UNKNOWN', detail: { handle, available } }),
      )
    }
    expect(log.of('persona_load')).toEqual(
      Array.from({ length: 4 }, () => ({ type: 'persona_load', outcome: 'unknown' })),
    )
  })

  test('AC-11 a thousand hits are verified and give one object', async () => {
    directory.write(HANDLE)
    const { load } = bound(await open())
    expect(new Set(Array.from({ length: 1_000 }, () => load(HANDLE))).size).toBe(1)
    expect(log.of('persona_load')).toHaveLength(1_000)
  })

  test('AC-12 ten files are all there when opening resolves', async () => {
    for (let index = 0; index < 10; index += 1) directory.write(`clerk-${index}@1.0.0`)
    const opened = await open()
    expect(opened.handles()).toHaveLength(10)
    expect(log.of('registry_opened')).toEqual([
      { type: 'registry_opened', integrity: 'live', registrySize: 10, generation: null },
    ])
  })

  test('AC-13 a hundred loads at once give one object', async () => {
    directory.write(HANDLE)
    const { load } = bound(await open())
    const loads = await Promise.all(Array.from({ length: 100 }, async () => load(HANDLE)))
    expect(new Set(loads).size).toBe(1)
  })

  test.each([
    [
      'without a closing fence',
      '---\nid: cuo-cpo\nversion: 0.4.1\nBROKEN\n\nA\n',
      'parse_error',
      'ERR_PERSONA_SCHEMA',
    ],
    ['cut short', '---\nid: cu', 'parse_error', 'ERR_PERSONA_SCHEMA'],
    ['emptied', '', 'parse_error', 'ERR_PERSONA_SCHEMA'],
    [
      'with a second prompt',
      '---\nid: cuo-cpo\nversion: 0.4.1\nsystem_prompt: x\n---\nA\n',
      'parse_error',
      'ERR_PERSONA_FORBIDDEN_FIELD',
    ],
    ['not UTF-8', Buffer.from([0x2d, 0xff, 0xfe]), 'parse_error', 'ERR_PERSONA_READ_FAILED'],
    [
      'renumbered',
      '---\nid: cuo-cpo\nversion: 0.4.2\n---\nA\n',
      'filename_mismatch',
      'ERR_PERSONA_FILENAME_MISMATCH',
    ],
  ])('AC-19 a file %s keeps its last good copy', async (_name, raw, outcome, code) => {
    directory.write(HANDLE)
    const { load } = bound(await open())
    const before = load(HANDLE)
    writeFileSync(directory.file(HANDLE), raw)
    await flushes(1)
    expect(load(HANDLE)).toBe(before)
    expect(log.of('persona_reload')).toEqual([{ type: 'persona_reload', outcome, registrySize: 1 }])
    expect(log.of('persona_reload_failed')).toEqual([
      expect.objectContaining({ severity: 'warn', path: `${HANDLE}.md`, code }),
    ])
    directory.write(HANDLE, 'mended\n')
    await vi.waitFor(() => expect(load(HANDLE).body).toBe('mended\n'), SETTLED)
  })

  test('PER-050 a thousand writes in a row are one reparse', async () => {
    directory.write(HANDLE)
    const { load } = bound(await open())
    for (let index = 1; index <= 1_000; index += 1) directory.write(HANDLE, `${index}\n`)
    await flushes(1)
    expect(load(HANDLE).body).toBe('1000\n')
    expect(log.of('persona_reloaded')).toHaveLength(1)
  })

  test('PER-051 new, changed and removed files of one burst are one swap', async () => {
    directory.write('a@1.0.0')
    directory.write('b@1.0.0')
    const opened = await open()
    directory.write('a@1.0.0', 'changed\n')
    directory.write('c@1.0.0', 'new\n')
    rmSync(directory.file('b@1.0.0'))
    await vi.waitFor(() => expect(opened.handles()).toEqual(['a@1.0.0', 'c@1.0.0']), SETTLED)
    expect(log.events.filter(({ type }) => type.startsWith('persona_re'))).toEqual([
      expect.objectContaining({ type: 'persona_reloaded', handle: 'a@1.0.0', registrySize: 3 }),
      expect.objectContaining({ type: 'persona_reloaded', handle: 'c@1.0.0', registrySize: 3 }),
      { type: 'persona_reload', outcome: 'success', registrySize: 3 },
      { type: 'persona_removed', handle: 'b@1.0.0', registrySize: 2 },
      { type: 'persona_reload', outcome: 'success', registrySize: 2 },
    ])
  })

  test('PER-052 touch, CRLF and a byte order mark change nothing', async () => {
    directory.write(HANDLE, 'one\ntwo\n')
    const { load } = bound(await open())
    const before = load(HANDLE)
    utimesSync(directory.file(HANDLE), new Date(), new Date())
    directory.write('sentry@1.0.0')
    await flushes(1)
    directory.writeRaw(HANDLE, '\uFEFF---\r\nid: cuo-cpo\r\nversion: 0.4.1\r\n---\r\n\r\none\r\ntwo')
    await flushes(2)
    expect(load(HANDLE)).toBe(before)
    expect(log.of('persona_reloaded').map(({ handle }) => handle)).toEqual(['sentry@1.0.0'])
  })

  test('PER-053 a change to the frontmatter alone is a change', async () => {
    directory.write(HANDLE, 'A\n', 'allowed_tools: [search]\n')
    const { load } = bound(await open())
    const { sourceHash } = load(HANDLE)
    directory.write(HANDLE, 'A\n', 'allowed_tools: [search, pay]\n')
    await vi.waitFor(() => expect(load(HANDLE).allowedTools).toEqual(['search', 'pay']), SETTLED)
    expect(load(HANDLE).sourceHash).toBe(sourceHash)
  })

  test.each([
    '.cuo-cpo@0.4.1.md.swp',
    '4913',
    'cuo-cpo@0.4.1.md~',
    '.#cuo-cpo@0.4.1.md',
    '#cuo-cpo@0.4.1.md#',
    '._cuo-cpo@0.4.1.md',
    '.hidden-one@1.0.0.md',
    '#draft.md',
    'NOTES.txt',
    'SHOUTING@1.0.0.MD',
  ])('PER-054 %s is no persona file', async (name) => {
    directory.write(HANDLE)
    writeFileSync(join(directory.path, name), 'litter')
    const opened = await open()
    writeFileSync(join(directory.path, name), 'more litter')
    directory.write('sentry@1.0.0')
    await flushes(1)
    expect(opened.handles()).toEqual([HANDLE, 'sentry@1.0.0'])
    expect(log.of('persona_reload_failed')).toEqual([])
  })

  test('PER-056 a link that stays inside the directory is followed, one that leaves it is refused', async () => {
    mkdirSync(join(directory.path, '..2026'))
    directory.write(HANDLE)
    renameSync(directory.file(HANDLE), join(directory.path, '..2026', `${HANDLE}.md`))
    symlinkSync('..2026', join(directory.path, '..data'))
    symlinkSync(`..data/${HANDLE}.md`, directory.file(HANDLE))
    expect((await open()).load(HANDLE).body).toBe('A\n')
    await registry?.close()

    writeFileSync(join(directory.parent, 'outside.md'), '---\nid: out\nversion: 1.0.0\n---\nA\n')
    symlinkSync('../outside.md', directory.file('out@1.0.0'))
    await expect(open()).rejects.toMatchObject({
      detail: {
        faults: [
          {
            code: 'ERR_PERSONA_READ_FAILED',
            message: 'out@1.0.0.md: found a link that leads outside the directory',
          },
        ],
      },
    })
  })

  test('PER-057 a flipped bit in memory is found on the next load, once per call', async () => {
    directory.write(HANDLE)
    const opened = await open()
    flipCachedBit(opened, HANDLE)
    for (let call = 0; call < 2; call += 1) {
      expect(() => opened.load(HANDLE)).toThrow(expect.objectContaining({ code: 'ERR_PERSONA_TAMPERED' }))
    }
    const [event] = log.of('persona_tampered')
    expect(log.of('persona_tampered')).toHaveLength(2)
    expect(event).toMatchObject({ severity: 'sev-1', handle: HANDLE })
    expect(event?.actualHash).not.toBe(event?.expectedHash)
  })

  test('PER-058 a listener that throws or rejects changes nothing', async () => {
    directory.write(HANDLE)
    const opened = await open({
      onEvent: (event) => {
        if (event.type === 'persona_load') throw new Error('listener')
        return Promise.reject(new Error('listener')) as unknown as undefined
      },
    })
    expect(opened.load(HANDLE).body).toBe('A\n')
  })

  test('PER-201 a listener that answers a rejecting promise of another realm changes nothing', async () => {
    directory.write(HANDLE)
    const rejected = (): undefined => runInNewContext("Promise.reject(new Error('listener'))") as undefined
    const opened = await open({ onEvent: rejected })
    expect(opened.load(HANDLE).body).toBe('A\n')
  })

  test.each([
    ['no integrity', {}, TypeError, '"integrity" expected "live" or "sealed", got undefined'],
    [
      'a key',
      { integrity: 'live', publicKey: 'x' },
      TypeError,
      '"publicKey" and "unsigned" expected with integrity "sealed" only',
    ],
    [
      'sealed without a key',
      { integrity: 'sealed' },
      TypeError,
      '"publicKey" expected, or "unsigned": true spelled out; one of the two',
    ],
    [
      'a root elsewhere',
      { integrity: 'live', root: '/nowhere' },
      RangeError,
      '"root" expected a directory that holds the persona directory',
    ],
  ])('PER-062 options with %s are a mistake of the caller', async (_name, options, kind, message) => {
    await expect(openRegistry(directory.path, options as OpenRegistryOptions)).rejects.toThrow(
      new kind(message),
    )
  })

  test('PER-062 a root below the directory is a mistake of the caller', async () => {
    await expect(open({ root: join(directory.path, 'below') })).rejects.toThrow(
      new RangeError('"root" expected a directory that holds the persona directory'),
    )
  })

  test('PER-271 a file of 64 KiB is read, and one of a byte more is not', async () => {
    const text = '---\nid: cuo-cpo\nversion: 0.4.1\n---\nA\n'
    directory.writeRaw(HANDLE, text.padEnd(65_536))
    expect((await open()).load(HANDLE).body).toBe('A\n')
    await registry?.close()
    directory.writeRaw(HANDLE, text.padEnd(65_537))
    await expect(open()).rejects.toMatchObject({ detail: { faults: [{ detail: { reason: 'too_large' } }] } })
  })

  test('PER-275 an unknown handle is told with ten of those that are known, and how many more', async () => {
    for (let minor = 10; minor < 22; minor += 1) directory.write(`a@1.${minor}.0`)
    const known = Array.from({ length: 10 }, (_, index) => `a@1.${index + 10}.0`).join(', ')
    const opened = await open()
    expect(() => opened.load('b@1.0.0')).toThrow(`no persona "b@1.0.0"; available: ${known} and 2 more`)
  })

  test('PER-166 a fault of ours in a flush is told, and what was read before keeps loading', async () => {
    directory.write(HANDLE, 'Ä\n')
    const opened = await open()
    const normalize = vi.spyOn(String.prototype, 'normalize').mockImplementation(() => {
      throw new RangeError('normalize')
    })
    directory.write(HANDLE, 'Ö\n')
    await flushes(1)
    normalize.mockRestore()
    expect(log.of('persona_reload_failed').map(({ code }) => code)).toEqual(['ERR_PERSONA_READ_FAILED'])
    expect(opened.load(HANDLE).body).toBe('Ä\n')
    directory.write(HANDLE, 'Ü\n')
    await vi.waitFor(() => expect(opened.load(HANDLE).body).toBe('Ü\n'), SETTLED)
  })

  test('PER-063 load asks for a string', async () => {
    const opened = await open()
    expect(() => opened.load(7 as unknown as string)).toThrow(
      new TypeError('"handle" expected string, got number'),
    )
  })
})

function bound(opened: PersonaRegistry) {
  return { load: opened.load.bind(opened), handles: opened.handles.bind(opened) }
}
