import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { expect, test } from 'vitest'

const root = new URL('../', import.meta.url)

/** The allowed edges between packages. Changing the architecture is changing this literal in the same commit. */
const EDGES: Readonly<Record<string, readonly string[]>> = {
  nonce: [],
  sanitize: [],
  prompt: ['nonce', 'sanitize'],
  personas: [],
  audit: [],
  orchestrator: ['nonce', 'prompt', 'sanitize'],
  'offline-reviewers': ['orchestrator', 'sanitize'],
  gateway: ['audit', 'personas', 'prompt'],
  cli: ['audit', 'gateway', 'offline-reviewers', 'orchestrator', 'personas', 'prompt', 'sanitize'],
}

/** Entries that must run outside Node: none of the files they reach may import a built-in. */
const WEB_ENTRIES = [
  'nonce/src/index.ts',
  'nonce/src/testing.ts',
  'sanitize/src/index.ts',
  'prompt/src/index.ts',
  'personas/src/index.ts',
  'orchestrator/src/index.ts',
]

const importPattern =
  /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|\bimport\s*\(?\s*['"]([^'"]+)['"]/g

function importsOf(path: string): string[] {
  const text = readFileSync(new URL(`packages/${path}`, root), 'utf8')
  return [...text.matchAll(importPattern)].map((match) => match[1] ?? match[2] ?? '')
}

function sourceFiles(folder: string): string[] {
  return readdirSync(new URL(`packages/${folder}`, root), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? sourceFiles(`${folder}/${entry.name}`)
      : entry.name.endsWith('.ts')
        ? [`${folder}/${entry.name}`]
        : [],
  )
}

const packages = readdirSync(new URL('packages', root))

test('ARC-01 the packages are those of the design', () => {
  expect(packages.toSorted()).toEqual(Object.keys(EDGES).toSorted())
})

test.each(packages)('ARC-02 %s depends on the packages its row names and on no other', (name) => {
  const manifest = JSON.parse(readFileSync(new URL(`packages/${name}/package.json`, root), 'utf8'))
  const declared = Object.keys(manifest.dependencies ?? {})
    .filter((dependency) => dependency.startsWith('@cordon/'))
    .map((dependency) => dependency.slice('@cordon/'.length))
  expect(declared.toSorted()).toEqual(EDGES[name]?.toSorted())

  const imported = sourceFiles(`${name}/src`)
    .flatMap(importsOf)
    .map((specifier) => /^@cordon\/([^/]+)/.exec(specifier)?.[1])
    .filter((dependency) => dependency !== undefined)
  for (const dependency of imported) expect(EDGES[name]).toContain(dependency)
})

test.each(WEB_ENTRIES)('ARC-03 %s reaches no Node built-in', (entry) => {
  const seen = new Set<string>()
  const queue = [entry]
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    for (const specifier of importsOf(path)) {
      expect(isBuiltin(specifier), `${path} imports ${specifier}`).toBe(false)
      if (specifier.startsWith('.')) queue.push(new URL(specifier, `file:///${path}`).pathname.slice(1))
    }
  }
})

test('ARC-04 only the command line and the demo read the environment', () => {
  const readers = packages
    .filter((name) => name !== 'cli')
    .flatMap((name) => sourceFiles(`${name}/src`))
    .filter((path) => /\bprocess\.env\b/.test(readFileSync(new URL(`packages/${path}`, root), 'utf8')))
  expect(readers).toEqual([])
})

/** Checks of arguments, and words for what YAML holds. A package that needs one has a copy of its own: no package is made for so few lines. */
const copies = packages
  .flatMap((name) => sourceFiles(`${name}/src`))
  .filter((path) => /\/(?:assert-[\w-]+|yaml-fault)\.ts$/.test(path))

test('ARC-08 copies are one text', () => {
  const texts = new Map<string, string>()
  for (const path of copies) {
    const name = path.replace(/.*\//, '')
    const text = readFileSync(new URL(`packages/${path}`, root), 'utf8')
    expect(text, path).toBe(texts.get(name) ?? text)
    texts.set(name, text)
  }
})

test.each(copies.filter((path) => path.endsWith('/assert-options.ts')))(
  'ARC-09 %s names a misspelt option',
  async (path) => {
    const { assertOptions } = await import(new URL(`packages/${path}`, root).href)
    const take = (options: unknown) => () => assertOptions(options, ['policy', 'match'])
    expect(take({ policy: 'strict', match: undefined })).not.toThrow()
    expect(take({ polcy: 'strict' })).toThrow(
      new TypeError('"options" expected one of policy, match, got polcy'),
    )
    expect(take(Object.create({ polcy: 1 }))).toThrow('got polcy')
    for (const name of ['a'.repeat(65), 'a\nb', 'my key', 'sk-1', ''])
      expect(take({ [name]: 1 })).toThrow(
        new TypeError('"options" expected one of policy, match, got another'),
      )
    expect(take(null)).toThrow(new TypeError('"options" expected object, got null'))
    expect(take('strict')).toThrow(new TypeError('"options" expected object, got string'))
  },
)
