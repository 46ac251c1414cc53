import { readdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Persona, PersonaError, parsePersona, personaHash } from '@cordon/personas'
import { availableHandles, initPersonaRegistry, loadPersona } from '@cordon/personas/process'
import type { OpenRegistryOptions } from '@cordon/personas/registry'
import { generateSealKey, sealPersonas } from '@cordon/personas/seal'
import { resetForTests } from '@cordon/personas/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import expected from './cases/expected.json' with { type: 'json' }
import { EventLog, PersonaDirectory } from './persona-directory.ts'
import { REQUIRED_CODES } from './required-codes.ts'

/** How long a step may take that the requirements give milliseconds for: a slow machine is no fault of the registry. */
const PATIENCE = { timeout: 10_000, interval: 20 }

type Step = Readonly<Record<string, unknown>>

const LOCK = 'personas.lock.json'
const mode = { failWatch: undefined as string | undefined }

vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs')>()
  const watch = (...args: unknown[]): unknown => {
    if (mode.failWatch !== undefined) throw Object.assign(new Error('no watch'), { code: mode.failWatch })
    return Reflect.apply(fs.watch, fs, args)
  }
  return { ...fs, watch, default: { ...fs, watch } }
})

class ScenarioRun {
  readonly directory = new PersonaDirectory()
  readonly log = new EventLog()
  readonly #keys = generateSealKey()
  readonly #kind: string
  readonly #kept = new Map<string, Persona>()
  readonly #seenErrors = new Set<string>()

  constructor(kind: string) {
    this.#kind = kind
  }

  get #options(): OpenRegistryOptions {
    const common = { root: this.directory.parent, onEvent: this.log.listen }
    if (this.#kind === 'live') return { ...common, integrity: 'live' }
    return this.#kind === 'sealed'
      ? { ...common, integrity: 'sealed', unsigned: true }
      : { ...common, integrity: 'sealed', publicKey: this.#keys.publicKey }
  }

  /** Steps by their first key; each runs one line of a scenario. */
  readonly #steps: Readonly<Record<string, (step: Step) => unknown>> = {
    seal: async ({ seal, body }) => {
      this.directory.write(String(seal), String(body))
      const signer = this.#kind === 'sealed-signed' ? { privateKey: this.#keys.privateKey } : {}
      await sealPersonas(this.directory.path, signer)
    },
    write: ({ write, body }) =>
      this.directory.writeRaw(String(write), this.#textWithEnds(String(write), String(body))),
    writeAtomic: ({ writeAtomic, body }) => this.directory.writeAtomic(String(writeAtomic), String(body)),
    writeRaw: ({ writeRaw, raw }) => this.directory.writeRaw(String(writeRaw), String(raw)),
    delete: ({ delete: handle }) => rmSync(this.directory.file(String(handle))),
    symlink: ({ symlink, to }) => {
      writeFileSync(join(this.directory.path, String(to)), 'elsewhere')
      symlinkSync(String(to), this.directory.file(String(symlink)))
    },
    touch: ({ touch }) => utimesSync(this.directory.file(String(touch)), new Date(), new Date()),
    touchFiles: ({ touchFiles }) => {
      for (const name of touchFiles as string[]) writeFileSync(join(this.directory.path, name), 'litter')
    },
    makeFiles: ({ makeFiles }) => {
      for (let index = 0; index < Number(makeFiles); index += 1) this.directory.write(`clerk-${index}@1.0.0`)
    },
    replaceDirectory: ({ files }) => this.directory.replace(files as Record<string, string>),
    snapshot: ({ snapshot }) => this.directory.snapshot(String(snapshot)),
    restoreSnapshot: ({ restoreSnapshot }) => this.directory.restore(String(restoreSnapshot)),
    corrupt: () =>
      this.#editLock((lock) => ({ ...lock, signature: `A${String(lock['signature']).slice(1)}` })),
    editLock: ({ editLock }) => this.#editLock((lock) => this.#matchDisk(lock, String(editLock))),
    failWatch: ({ failWatch }) => {
      mode.failWatch = String(failWatch)
    },
    mutateCachedBuffer: ({ mutateCachedBuffer }) => this.#flip(String(mutateCachedBuffer)),
    init: ({ init, kind }) => this.#init(init === 'ok' ? undefined : String(kind)),
    initMsUnder: async () => {
      await this.#init(undefined)
      expect(availableHandles()).toHaveLength(readdirSync(this.directory.path).length)
    },
    wait: ({ wait }) => this.#idle(Number(wait)),
    waitUntilMs: () => undefined,
    load: (step) => vi.waitFor(() => this.#load(step), PATIENCE),
    parallelLoads: ({ parallelLoads }) => this.#loadMany(Number(parallelLoads)),
    metric: ({ metric, labels, delta, value }) =>
      vi.waitFor(() => expect(this.#metric(String(metric), labels)).toBe(delta ?? value), PATIENCE),
    log: ({ log }) =>
      vi.waitFor(() => expect(this.log.events.map(({ type }) => type)).toContain(log), PATIENCE),
    neverSaw: ({ neverSaw }) => {
      for (const name of neverSaw as string[]) expect(this.#seenErrors).not.toContain(REQUIRED_CODES[name])
    },
  }

  async run(step: Step): Promise<void> {
    const name = Object.keys(this.#steps).find((key) => key in step)
    if (name === undefined) throw new Error(`unknown step ${JSON.stringify(step)}`)
    await this.#steps[name]?.(step)
  }

  #textWithEnds(handle: string, body: string): string {
    const crlf = body.includes('\r\n')
    this.directory.write(handle, body)
    const text = readFileSync(this.directory.file(handle), 'utf8')
    return crlf ? text.replace(/\r?\n/g, '\r\n') : text
  }

  async #init(kind: string | undefined): Promise<void> {
    const directory = this.directory
    // The one scenario that writes nothing is about a directory that is not there.
    if (kind === 'MemoryReadFailed') rmSync(directory.path, { recursive: true })
    const opened = initPersonaRegistry(directory.path, this.#options)
    if (kind === undefined) await opened
    else await expect(opened).rejects.toMatchObject({ code: REQUIRED_CODES[kind] })
  }

  #load({ load, ok, body, error, as, sameObjectAs, notSameObjectAs }: Step): void {
    const handle = String(load)
    if (error !== undefined) {
      expect(() => loadPersona(handle)).toThrow(
        expect.objectContaining({ code: REQUIRED_CODES[String(error)] }),
      )
      return
    }
    const persona = loadPersona(handle)
    expect(ok ?? true).toBe(true)
    if (body !== undefined) expect(persona.body).toBe(body)
    if (sameObjectAs !== undefined) expect(persona).toBe(this.#kept.get(String(sameObjectAs)))
    if (notSameObjectAs !== undefined) expect(persona).not.toBe(this.#kept.get(String(notSameObjectAs)))
    if (as !== undefined) this.#kept.set(String(as), persona)
  }

  async #loadMany(count: number): Promise<void> {
    const [handle = ''] = availableHandles()
    const loads = Array.from({ length: count }, async () => loadPersona(handle))
    expect(new Set(await Promise.all(loads)).size).toBe(1)
  }

  /** Waits, and notes what loads say meanwhile. */
  async #idle(ms: number): Promise<void> {
    for (let waited = 0; waited < ms; waited += 10) {
      await new Promise((resolve) => setTimeout(resolve, 10))
      for (const handle of availableHandlesOrNone()) {
        try {
          loadPersona(handle)
        } catch (error) {
          if (PersonaError.isInstance(error)) this.#seenErrors.add(error.code)
        }
      }
    }
  }

  async #flip(handle: string): Promise<void> {
    const { flipCachedBit } = await import('@cordon/personas/testing')
    const { processRegistry } = await import('../src/registry/process-registry.ts')
    if (processRegistry.registry !== undefined) flipCachedBit(processRegistry.registry, handle)
  }

  #metric(name: string, labels: unknown): number {
    const { handle, outcome } = (labels ?? {}) as { handle?: string; outcome?: string }
    if (name === 'ai_persona_registry_size') return this.log.of('persona_reload').at(-1)?.registrySize ?? 0
    return name === 'ai_persona_tampered_total'
      ? this.log.of('persona_tampered').filter((event) => event.handle === handle).length
      : this.log.of('persona_reload').filter((event) => event.outcome === outcome).length
  }

  #editLock(edit: (lock: Record<string, unknown>) => unknown): void {
    const path = join(this.directory.path, LOCK)
    writeFileSync(path, JSON.stringify(edit(JSON.parse(readFileSync(path, 'utf8')))))
  }

  #matchDisk(lock: Record<string, unknown>, handle: string): unknown {
    const persona = parsePersona(`${handle}.md`, readFileSync(this.directory.file(handle)))
    const entry = { bodySha256: persona.sourceHash, sealSha256: personaHash(persona) }
    return { ...lock, personas: { ...(lock['personas'] as object), [handle]: entry } }
  }
}

function availableHandlesOrNone(): readonly string[] {
  try {
    return availableHandles()
  } catch {
    return []
  }
}

afterEach(async () => {
  mode.failWatch = undefined
  await resetForTests()
})

describe('scenarios on the real file system', () => {
  test.each(expected.scenarios as { name: string; mode: string; steps: Step[] }[])(
    'PER-040 $name',
    async ({ mode: kind, steps }) => {
      const run = new ScenarioRun(kind)
      using _directory = run.directory
      for (const step of steps) await run.run(step)
    },
  )
})
