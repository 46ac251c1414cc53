import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { promptFor } from './review.ts'

const run = promisify(execFile)
const packageRoot = fileURLToPath(new URL('..', import.meta.url))
const repositoryRoot = fileURLToPath(new URL('../../..', import.meta.url))
const require = createRequire(import.meta.url)

let folder: string
beforeAll(async () => {
  // Within the package, so that what is built finds the package's dependencies.
  folder = await mkdtemp(join(packageRoot, '.dist-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Reviews with one seat, tells what it answered and which parsers the main thread has loaded, and simply ends. */
const script = (entry: string): string => `
import { createRequire } from 'node:module'
import { offlineReviewer } from ${JSON.stringify(entry)}
const { text } = await offlineReviewer().complete(
  { agent: 'caspar', mode: 'code-review', system: '', prompt: ${JSON.stringify(promptFor('code-review', 'eval(a)'))}, maxTokens: 1 },
  { signal: new AbortController().signal },
)
const loaded = Object.keys(createRequire(import.meta.url).cache).filter((path) => /node_modules.(?:eslint|typescript)\\b/.test(path))
console.log(JSON.stringify({ verdict: JSON.parse(text.split('\\n').slice(1, -1).join('')).verdict, loaded: loaded.length }))
`

async function runScript(text: string, nodeArguments: readonly string[]): Promise<unknown> {
  const file = join(folder, 'main.mjs')
  await writeFile(file, text)
  const { stdout } = await run(process.execPath, [...nodeArguments, file], {
    cwd: packageRoot,
    timeout: 100_000,
  })
  return JSON.parse(stdout)
}

const expected = { verdict: 'reject', loaded: 0 }

test('OFF-052 starts from source, keeps parsers out of the main thread, and lets the process end', {
  timeout: 120_000,
}, async () => {
  const tsx = pathToFileURL(require.resolve('tsx')).href
  expect(
    await runScript(script('@cordon/offline-reviewers'), ['--conditions=@cordon/source', '--import', tsx]),
  ).toEqual(expected)
})

test('OFF-053 starts from the built package in the same way', { timeout: 120_000 }, async () => {
  const tsc = join(repositoryRoot, 'node_modules/typescript/bin/tsc')
  await run(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--outDir', join(folder, 'dist')], {
    cwd: packageRoot,
  })
  const entry = pathToFileURL(join(folder, 'dist/index.js')).href
  // The sanitizer is another package: taken from source, it needs no build for this test.
  const tsx = pathToFileURL(require.resolve('tsx')).href
  expect(await runScript(script(entry), ['--conditions=@cordon/source', '--import', tsx])).toEqual(expected)
})

test('OFF-131 fails at once where the working directory is gone', { timeout: 120_000 }, async () => {
  const tsx = pathToFileURL(require.resolve('tsx')).href
  const leave = `
import { mkdtempSync, rmdirSync } from 'node:fs'
const gone = mkdtempSync('.gone-')
process.chdir(gone)
rmdirSync(process.cwd())
`
  const tellCode = "process.on('uncaughtException', ({ code }) => console.log(JSON.stringify(code)))"
  const text = leave + tellCode + script('@cordon/offline-reviewers')
  expect(await runScript(text, ['--conditions=@cordon/source', '--import', tsx])).toBe(
    'ERR_OFFLINE_REVIEWERS_FAILED',
  )
})
