// Writes test/cases/files.json: the case files as base64, so that the parser tests can load them in a browser, too.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

const cases = new URL('../test/cases/', import.meta.url)

export function encodeCases(): string {
  const names = readdirSync(new URL('files/', cases)).sort()
  const entries = names.map((name) => [
    name,
    readFileSync(new URL(`files/${encodeURIComponent(name)}`, cases)).toString('base64'),
  ])
  return `${JSON.stringify(Object.fromEntries(entries), null, 1)}\n`
}

if (process.argv[1]?.endsWith('encode-cases.ts')) writeFileSync(new URL('files.json', cases), encodeCases())
