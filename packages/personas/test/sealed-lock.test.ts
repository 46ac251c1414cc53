import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type OpenRegistryOptions, openRegistry, type PersonaRegistry } from '@cordon/personas/registry'
import { generateSealKey, sealPersonas } from '@cordon/personas/seal'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PersonaDirectory } from './persona-directory.ts'

const HANDLE = 'cuo-cpo@0.4.1'
const NEXT = 'cuo-cpo@0.5.0'
const { privateKey, publicKey } = generateSealKey()
const tampered = expect.objectContaining({ code: 'ERR_PERSONA_TAMPERED' })

let directory: PersonaDirectory
/** The lock of the first seal; the second added {@link NEXT}. */
let first: Buffer

beforeEach(async () => {
  directory = new PersonaDirectory()
  directory.write(HANDLE, 'A\n', 'allowed_tools: [search]\n')
  await sealPersonas(directory.path, { privateKey })
  first = readFileSync(lockPath())
  directory.write(NEXT, 'N\n')
  await sealPersonas(directory.path, { privateKey })
})
afterEach(() => {
  vi.useRealTimers()
  directory[Symbol.dispose]()
})

function open(options: Partial<OpenRegistryOptions> = {}): Promise<PersonaRegistry> {
  return openRegistry(directory.path, { integrity: 'sealed', publicKey, ...options } as OpenRegistryOptions)
}

const lockPath = (): string => join(directory.path, 'personas.lock.json')

const edited = (edit: (lock: Record<string, never>) => unknown): string =>
  JSON.stringify(edit(JSON.parse(readFileSync(lockPath(), 'utf8'))))

test.each([
  ['goes back a generation', () => writeFileSync(lockPath(), first)],
  ['is gone', () => rmSync(lockPath())],
  ['is no JSON', () => writeFileSync(lockPath(), '{')],
  [
    'lost its signature',
    () =>
      writeFileSync(
        lockPath(),
        edited(({ signature: _, ...lock }) => lock),
      ),
  ],
  [
    'was edited without the key',
    () =>
      writeFileSync(
        lockPath(),
        edited((lock) => ({ ...lock, generation: 9 })),
      ),
  ],
  [
    'is a link that leads outside',
    () => {
      renameSync(lockPath(), join(directory.parent, 'lock.json'))
      symlinkSync('../lock.json', lockPath())
    },
  ],
])('PER-073 that %s is tampering until it is back', async (_name, tamper) => {
  const registry = await open()
  const before = registry.load(HANDLE)
  const good = readFileSync(lockPath())
  tamper()
  for (const handle of [HANDLE, NEXT]) expect(() => registry.load(handle)).toThrow(tampered)
  expect(registry.handles()).toEqual([HANDLE, NEXT])
  rmSync(lockPath(), { force: true })
  writeFileSync(lockPath(), good)
  expect(registry.load(HANDLE)).toBe(before)
})

test('PER-074 a signed lock of a later generation that lost or changed an entry is tampering', async () => {
  const registry = await open()
  const other = new PersonaDirectory()
  using _other = other
  other.write(HANDLE, 'A\n', 'allowed_tools: [search]\n')
  for (const handle of ['a@1.0.0', 'b@1.0.0', 'c@1.0.0', 'd@1.0.0']) {
    other.write(handle)
    await sealPersonas(other.path, { privateKey, handles: [HANDLE, handle] })
  }
  copyFileSync(join(other.path, 'personas.lock.json'), lockPath())
  expect(() => registry.load(HANDLE)).toThrow(tampered)
})

test('PER-074 a next generation that does not follow from the one that was seen is tampering', async () => {
  const registry = await open()
  const fork = new PersonaDirectory()
  using _fork = fork
  copyFileSync(directory.file(HANDLE), fork.file(HANDLE))
  copyFileSync(directory.file(NEXT), fork.file(NEXT))
  await sealPersonas(fork.path, { privateKey, handles: [HANDLE] })
  fork.write('x@1.0.0')
  await sealPersonas(fork.path, { privateKey, handles: ['x@1.0.0'] })
  await sealPersonas(fork.path, { privateKey })
  copyFileSync(fork.file('x@1.0.0'), directory.file('x@1.0.0'))
  copyFileSync(join(fork.path, 'personas.lock.json'), lockPath())
  expect(() => registry.load(HANDLE)).toThrow(tampered)
})

test('PER-075 white space and line ends of the lock do not matter', async () => {
  const registry = await open()
  writeFileSync(lockPath(), readFileSync(lockPath(), 'utf8').replaceAll('\n', '\r\n'))
  expect(registry.load(HANDLE).body).toBe('A\n')
})

test('PER-076 two keys are trusted while one follows the other', async () => {
  const next = generateSealKey()
  const registry = await open({ publicKey: [publicKey, next.publicKey] })
  await sealPersonas(directory.path, { privateKey: next.privateKey, publicKey })
  expect(registry.load(HANDLE).body).toBe('A\n')
  await expect(open()).rejects.toMatchObject({ code: 'ERR_PERSONA_LOCK_SIGNATURE' })
  expect((await open({ publicKey: next.publicKey })).handles()).toEqual([HANDLE, NEXT])
})

test('PER-077 a mounted config map may be swapped whole', async () => {
  const mount = new PersonaDirectory()
  using _mount = mount
  const fill = (folder: string): void => {
    mkdirSync(join(mount.path, folder))
    for (const name of [`${HANDLE}.md`, `${NEXT}.md`, 'personas.lock.json']) {
      copyFileSync(join(directory.path, name), join(mount.path, folder, name))
    }
  }
  fill('..1')
  symlinkSync('..1', join(mount.path, '..data'))
  for (const name of [`${HANDLE}.md`, `${NEXT}.md`, 'personas.lock.json']) {
    symlinkSync(`..data/${name}`, join(mount.path, name))
  }
  const registry = await openRegistry(mount.path, { integrity: 'sealed', publicKey })
  const before = registry.load(HANDLE)
  directory.settle()
  expect(registry.load(HANDLE)).toBe(before)
  fill('..2')
  symlinkSync('..2', join(mount.path, '..data_tmp'))
  renameSync(join(mount.path, '..data_tmp'), join(mount.path, '..data'))
  rmSync(join(mount.path, '..1'), { recursive: true })
  expect(registry.load(HANDLE)).toBe(before)
  directory.settle()
  expect(registry.load(HANDLE)).toBe(before)
  directory.write(HANDLE, 'evil\n')
  fill('..3')
  symlinkSync('..3', join(mount.path, '..data_tmp'))
  renameSync(join(mount.path, '..data_tmp'), join(mount.path, '..data'))
  expect(() => registry.load(HANDLE)).toThrow(tampered)
})
