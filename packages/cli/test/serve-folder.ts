import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from './make-folder.ts'

export const HANDLE = 'harbour-clerk@1.0.0'

/** An upstream that answers nobody. */
export const UPSTREAM = { name: 'local', baseUrl: 'http://127.0.0.1:9/v1' }

/** Makes a folder with one persona; it goes when the test ends. */
export function makeServeFolder(): string {
  const persona = '---\nid: harbour-clerk\nversion: 1.0.0\n---\n\nYou keep the ledger.\n'
  return makeFolder({ [`${HANDLE}.md`]: persona })
}

/** Writes a configuration that is good but for `fields`; returns its path. */
export function writeConfig(fields: object, folder: string = makeServeFolder()): string {
  const config = {
    listen: { port: 0 },
    personas: { directory: '.' },
    audit: { directory: 'audit' },
    upstreams: [UPSTREAM],
    ...fields,
  }
  const file = join(folder, 'cordon.yaml')
  writeFileSync(file, JSON.stringify(config))
  return file
}
