import { execFile } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))
const packages = readdirSync(join(root, 'packages'))
// The gateway's listens on a port of its own choice, and is shown with what a real model answers.
const pages = [
  'README.md',
  'docs/fences.md',
  'docs/gateway/testing.md',
  ...packages.map((name) => `packages/${name}/README.md`),
].filter((page) => page !== 'packages/gateway/README.md')

/** Each block that imports a package of ours, with what the page says it prints: the next block, or its comments. */
const examples = pages.flatMap((page) => {
  const text = readFileSync(join(root, page), 'utf8')
  const [, handle = '', persona = ''] = /`personas\/(\S+)`:\n\n```text\n([\s\S]*?)```/.exec(text) ?? []
  const blocks = text.matchAll(/^```(?:ts|js)\n([\s\S]*?)^```\n(?:\n```(?:text|xml)\n([\s\S]*?)^```)?/gm)
  return [...blocks]
    .filter(([, code = '']) => code.includes("from '@cordon/"))
    .map(([, code = '', output]) => ({ page, code, output, handle, persona }))
})

/** Blanks out what differs between two runs: hashes, nonces, tokens. */
const mask = (text: string): string =>
  text.replaceAll(/\b[0-9a-f]{32,64}\b/g, '#').replaceAll(/(^|DATA_)\w{8}(?=$|_)/gm, '$1#')

function makeFolder({ code, handle, persona }: (typeof examples)[number]): string {
  const folder = mkdtempSync(join(tmpdir(), 'cordon-example-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'node_modules'))
  mkdirSync(join(folder, 'personas'))
  symlinkSync(join(root, 'packages'), join(folder, 'node_modules/@cordon'))
  if (handle !== '') writeFileSync(join(folder, 'personas', handle), persona)
  writeFileSync(join(folder, 'example.mts'), code)
  return folder
}

test.each(examples)('ARC-07 an example of $page runs and prints what is shown', async (example) => {
  const args = ['--conditions=@cordon/source', '--import', import.meta.resolve('tsx'), 'example.mts']
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: makeFolder(example) })
  if (example.output === undefined) {
    const shown = example.code.matchAll(/(?:^ *|console\.log\(.*\) )\/\/ (.*)/gm)
    const printed = stdout.trimEnd().split('\n')
    // A comment may go on behind what is printed, to say what it means.
    expect([...shown].map(([, line = ''], index) => line.slice(0, printed[index]?.length))).toEqual(printed)
    return
  }
  // `…` stands for what the page leaves out.
  let rest = mask(stdout.trimEnd())
  for (const part of mask(example.output.trimEnd()).split(/\[?…\]?/)) {
    expect(rest).toContain(part)
    rest = rest.slice(rest.indexOf(part) + part.length)
  }
  expect(rest).toBe('')
})
