import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PersonaEvent } from '@cordon/personas/registry'
import { vi } from 'vitest'
import { personaText } from './persona-text.ts'

/** A fresh folder on the real file system with a directory for personas in it; removed by `using`. */
export class PersonaDirectory implements Disposable {
  readonly parent = mkdtempSync(join(tmpdir(), 'personas-'))
  readonly path = join(this.parent, 'personas')

  constructor() {
    mkdirSync(this.path)
  }

  /** Returns the path of a persona's file. */
  file(handle: string): string {
    return join(this.path, `${handle}.md`)
  }

  write(handle: string, body = 'A\n', more = ''): void {
    this.writeRaw(handle, textOf(handle, body, more))
  }

  writeRaw(handle: string, raw: string): void {
    writeFileSync(this.file(handle), raw)
  }

  /** As editors save: a new file takes the name. */
  writeAtomic(handle: string, body: string): void {
    const temporary = join(this.path, `.${handle}.tmp`)
    writeFileSync(temporary, textOf(handle, body, ''))
    renameSync(temporary, this.file(handle))
  }

  /** Puts another directory in the place of this one. */
  replace(files: Readonly<Record<string, string>>): void {
    renameSync(this.path, join(this.parent, 'old'))
    mkdirSync(this.path)
    for (const [handle, body] of Object.entries(files)) this.write(handle, body)
  }

  snapshot(name: string): void {
    cpSync(this.path, join(this.parent, name), { recursive: true, preserveTimestamps: true })
  }

  restore(name: string): void {
    rmSync(this.path, { recursive: true })
    cpSync(join(this.parent, name), this.path, { recursive: true, preserveTimestamps: true })
  }

  /**
   * Lets the clocks of the disk and of the process go on, so that the fingerprint alone must find what changes next. Give
   * the time back with `vi.useRealTimers`.
   */
  settle(): void {
    const probe = join(this.parent, 'probe')
    const tick = (): bigint => {
      writeFileSync(probe, '')
      return statSync(probe, { bigint: true }).ctimeNs
    }
    const now = tick()
    while (tick() === now);
    vi.setSystemTime(Date.now() + 60_000)
  }

  [Symbol.dispose](): void {
    rmSync(this.parent, { recursive: true, force: true })
  }
}

function textOf(handle: string, body: string, more: string): string {
  const [id = '', version = ''] = handle.split('@')
  return personaText({ id, version, body, more })
}

/** Collects events. */
export class EventLog {
  readonly events: PersonaEvent[] = []
  readonly listen = (event: PersonaEvent): void => {
    this.events.push(event)
  }

  /** Returns the events of a type so far. */
  of<T extends PersonaEvent['type']>(type: T): Extract<PersonaEvent, { type: T }>[] {
    return this.events.filter((event): event is Extract<PersonaEvent, { type: T }> => event.type === type)
  }
}
