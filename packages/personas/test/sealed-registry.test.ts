import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type OpenRegistryOptions, openRegistry, type PersonaRegistry } from '@cordon/personas/registry'
import { generateSealKey, sealPersonas } from '@cordon/personas/seal'
import { flipCachedBit } from '@cordon/personas/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { EventLog, PersonaDirectory } from './persona-directory.ts'

const HANDLE = 'cuo-cpo@0.4.1'
const NEXT = 'cuo-cpo@0.5.0'
const { privateKey, publicKey } = generateSealKey()
const failing = vi.hoisted(() => ({ path: undefined as string | undefined, code: 'EACCES' }))

// Tests run as root, whom no permission stops.
vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs')>()
  const openSync: typeof fs.openSync = (path, ...rest) => {
    if (failing.path !== undefined && String(path).endsWith(failing.path)) {
      throw Object.assign(new Error('no'), { code: failing.code })
    }
    return fs.openSync(path, ...rest)
  }
  return { ...fs, openSync, default: { ...fs, openSync } }
})

let directory: PersonaDirectory
let log: EventLog

beforeEach(async () => {
  directory = new PersonaDirectory()
  log = new EventLog()
  directory.write(HANDLE, 'A\n', 'allowed_tools: [search]\n')
  await sealPersonas(directory.path, { privateKey })
})
afterEach(() => {
  failing.path = undefined
  vi.useRealTimers()
  directory[Symbol.dispose]()
})

function open(options: Partial<OpenRegistryOptions> = {}): Promise<PersonaRegistry> {
  const all = { integrity: 'sealed', publicKey, onEvent: log.listen, ...options } as OpenRegistryOptions
  return openRegistry(directory.path, all)
}

const lockPath = (): string => join(directory.path, 'personas.lock.json')
const tampered = expect.objectContaining({ code: 'ERR_PERSONA_TAMPERED' })

describe('a sealed registry', () => {
  test.each([
    ['an edit in place', () => directory.write(HANDLE, 'B\n', 'allowed_tools: [search]\n')],
    ['an edit by rename', () => directory.writeAtomic(HANDLE, 'B\n')],
    [
      'an edit of the same size with the old mtime',
      () => {
        const { atime, mtime } = statSync(directory.file(HANDLE))
        directory.write(HANDLE, 'B\n', 'allowed_tools: [search]\n')
        utimesSync(directory.file(HANDLE), atime, mtime)
      },
    ],
    [
      'an edit of the frontmatter alone',
      () => directory.write(HANDLE, 'A\n', 'allowed_tools: [search, pay]\n'),
    ],
    ['a torn write', () => directory.writeRaw(HANDLE, '---\nid: cuo-')],
    ['an emptied file', () => directory.writeRaw(HANDLE, '')],
    ['a file beyond the limit', () => directory.writeRaw(HANDLE, 'x'.repeat(70_000))],
  ])('AC-05 %s is refused on the very next load', async (_name, tamper) => {
    const registry = await open()
    registry.load(HANDLE)
    directory.settle()
    registry.load(HANDLE)
    tamper()
    expect(() => registry.load(HANDLE)).toThrow(tampered)
    expect(() => registry.load(HANDLE)).toThrow(tampered)
    const events = log.of('persona_tampered')
    expect(events).toHaveLength(2)
    expect(events[0]).toMatchObject({ severity: 'sev-1', handle: HANDLE })
    expect(events[0]?.expectedHash).toMatch(/^[0-9a-f]{64}$/)
    expect(events[0]?.actualHash).toMatch(/^[0-9a-f]{64}$/)
    expect(events[0]?.actualHash).not.toBe(events[0]?.expectedHash)
  })

  test.each([
    ['deleted', () => rmSync(directory.file(HANDLE))],
    [
      'replaced by a link that leads outside',
      () => {
        renameSync(directory.file(HANDLE), join(directory.parent, 'moved.md'))
        symlinkSync('../moved.md', directory.file(HANDLE))
      },
    ],
    [
      'replaced by a link to nowhere',
      () => {
        unlinkSync(directory.file(HANDLE))
        symlinkSync('nowhere', directory.file(HANDLE))
      },
    ],
    [
      'replaced by a link to itself',
      () => {
        unlinkSync(directory.file(HANDLE))
        symlinkSync(`${HANDLE}.md`, directory.file(HANDLE))
      },
    ],
    [
      'replaced by a directory',
      () => {
        unlinkSync(directory.file(HANDLE))
        mkdirSync(directory.file(HANDLE))
      },
    ],
  ])('AC-05 a file that is %s is tampering, not an unknown persona', async (_name, tamper) => {
    const registry = await open()
    tamper()
    expect(() => registry.load(HANDLE)).toThrow(tampered)
    expect(log.of('persona_tampered')).toEqual([
      expect.objectContaining({ handle: HANDLE, actualHash: null }),
    ])
  })

  test('PER-070 the sealed bytes heal it, touch and CRLF change nothing', async () => {
    const registry = await open()
    const before = registry.load(HANDLE)
    const sealed = readFileSync(directory.file(HANDLE))
    directory.writeRaw(HANDLE, 'broken')
    expect(() => registry.load(HANDLE)).toThrow(tampered)
    writeFileSync(directory.file(HANDLE), sealed)
    expect(registry.load(HANDLE)).toBe(before)
    utimesSync(directory.file(HANDLE), new Date(), new Date())
    expect(registry.load(HANDLE)).toBe(before)
    writeFileSync(directory.file(HANDLE), sealed.toString().replaceAll('\n', '\r\n'))
    expect(registry.load(HANDLE)).toBe(before)
    expect(log.of('persona_tampered')).toHaveLength(1)
  })

  test('PER-071 a new entry is served without a restart, a file without one never', async () => {
    const registry = await open()
    directory.write(NEXT, 'N\n')
    expect(() => registry.load(NEXT)).toThrow(expect.objectContaining({ code: 'ERR_PERSONA_UNKNOWN' }))
    await sealPersonas(directory.path, { privateKey })
    expect(registry.handles()).toEqual([HANDLE, NEXT])
    expect(registry.load(NEXT).body).toBe('N\n')
    expect(registry.load(NEXT)).toBe(registry.load(NEXT))
    expect(registry.load(HANDLE).body).toBe('A\n')
    expect(log.of('persona_reloaded')).toEqual([
      {
        type: 'persona_reloaded',
        handle: NEXT,
        sourceHash: expect.stringMatching(/^[0-9a-f]{16}$/),
        registrySize: 2,
      },
    ])
    expect(log.of('persona_reload')).toEqual([
      { type: 'persona_reload', outcome: 'success', registrySize: 2 },
    ])
    expect(log.of('persona_load').map(({ outcome }) => outcome)).toEqual([
      'unknown',
      'miss',
      'hit',
      'hit',
      'hit',
    ])
  })

  test('PER-072 files that the lock does not name are said once', async () => {
    directory.write(NEXT)
    const registry = await open({ root: directory.parent })
    expect(registry.handles()).toEqual([HANDLE])
    registry.load(HANDLE)
    expect(log.of('persona_unsealed_ignored')).toEqual([
      { type: 'persona_unsealed_ignored', path: `personas/${NEXT}.md` },
    ])
    expect(log.of('registry_opened')).toEqual([
      { type: 'registry_opened', integrity: 'sealed', registrySize: 1, generation: 1 },
    ])
  })

  test.each([
    ['the file', `${HANDLE}.md`, 'EACCES'],
    ['the file', `${HANDLE}.md`, 'EIO'],
    ['the lock', 'personas.lock.json', 'EACCES'],
  ])(
    'PER-078 %s that cannot be read (%s, %s) is not tampering and is not served',
    async (_name, path, code) => {
      const registry = await open()
      const before = registry.load(HANDLE)
      utimesSync(join(directory.path, path), new Date(), new Date())
      Object.assign(failing, { path, code })
      expect(() => registry.load(HANDLE)).toThrow(
        expect.objectContaining({ code: 'ERR_PERSONA_READ_FAILED', detail: { path } }),
      )
      expect(registry.handles()).toEqual([HANDLE])
      expect(log.of('persona_tampered')).toEqual([])
      expect(log.of('persona_read_failed')).toEqual([
        { type: 'persona_read_failed', severity: 'sev-2', handle: HANDLE },
      ])
      failing.path = undefined
      expect(registry.load(HANDLE)).toBe(before)
    },
  )

  test('PER-079 opening names all that is not as it was sealed', async () => {
    directory.write(NEXT)
    await sealPersonas(directory.path, { privateKey })
    directory.write(HANDLE, 'B\n')
    rmSync(directory.file(NEXT))
    await expect(open()).rejects.toMatchObject({
      code: 'ERR_PERSONA_INIT',
      detail: {
        faults: [
          { code: 'ERR_PERSONA_TAMPERED', detail: { handle: HANDLE } },
          { code: 'ERR_PERSONA_TAMPERED', detail: { handle: NEXT, actualHash: null } },
        ],
      },
    })
  })

  test.each([
    ['without a lock', () => rmSync(lockPath()), 'ERR_PERSONA_LOCK_MISSING'],
    ['with a lock of another key', () => undefined, 'ERR_PERSONA_LOCK_SIGNATURE'],
    ['with a lock that is none', () => writeFileSync(lockPath(), '[]'), 'ERR_PERSONA_SCHEMA'],
    [
      'with an entry that is no handle',
      () => writeFileSync(lockPath(), '{"v":1,"generation":1,"prev":null,"personas":{"__proto__":{}}}'),
      'ERR_PERSONA_SCHEMA',
    ],
  ])('PER-080 does not open %s', async (_name, prepare, code) => {
    prepare()
    await expect(open({ publicKey: generateSealKey().publicKey })).rejects.toMatchObject({
      code,
      detail: { path: 'personas.lock.json' },
    })
  })

  test('PER-081 unsigned is taken when it is spelled out, and an edited lock is still found', async () => {
    const registry = await open({ publicKey: undefined, unsigned: true })
    expect(registry.load(HANDLE).body).toBe('A\n')
    const lock = readFileSync(lockPath(), 'utf8')
    writeFileSync(
      lockPath(),
      lock
        .replace(/"sealSha256": "."/, '"sealSha256": "0"')
        .replace(/"sealSha256": "[0-9a-f]{8}/, '"sealSha256": "00000000'),
    )
    expect(() => registry.load(HANDLE)).toThrow(tampered)
  })

  test('PER-057 a flipped bit in memory is found here, too', async () => {
    const registry = await open()
    directory.settle()
    registry.load(HANDLE)
    flipCachedBit(registry, HANDLE)
    expect(() => registry.load(HANDLE)).toThrow(tampered)
  })

  test('PER-059 a closed one serves nothing', async () => {
    const registry = await open()
    await registry[Symbol.asyncDispose]()
    expect(() => registry.load(HANDLE)).toThrow(
      expect.objectContaining({ code: 'ERR_PERSONA_NOT_INITIALISED' }),
    )
  })
})
