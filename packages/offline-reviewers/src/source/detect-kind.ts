import { type Diff, readDiff } from '../diff/read-diff.ts'
import type { Kind } from './kind.ts'
import { extensionKinds, fileNameKinds, signs } from './kind-signs.ts'

export const kindNames: Readonly<Record<Kind, string>> = {
  javascript: 'JavaScript',
  typescript: 'TypeScript',
  python: 'Python',
  diff: 'unified diff',
  markdown: 'Markdown',
  text: 'plain text',
  json: 'JSON',
  yaml: 'YAML',
  shell: 'shell script',
  dockerfile: 'Dockerfile',
  markup: 'markup or style sheet',
  code: 'source code',
  binary: 'binary data',
}

const kinds = Object.keys(kindNames) as Kind[]

// What a file is shows in its beginning.
const sampleUnits = 32_768

/** Returns what a text is: by its path if that says so, else by what its first 32 Ki code units look like. */
export function detectKind(text: string, path?: string): Kind {
  const sample = text.slice(0, sampleUnits)
  if (looksBinary(sample)) return 'binary'
  const named = path === undefined ? undefined : kindOfPath(path)
  if (named !== undefined) return named
  if (looksLikeDiff(sample)) return 'diff'
  if (plainlyCode.test(sample)) return 'code'
  if (page.test(sample)) return 'markup'
  return kindOfInterpreter(sample) ?? (looksLikeJson(text) ? 'json' : kindBySigns(sample))
}

/** Returns the kind that a file name stands for, or undefined when it does not say. */
export function kindOfPath(path: string): Kind | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  return fileNameKinds.get(name) ?? extensionKinds.get(name.slice(name.lastIndexOf('.') + 1))
}

/** Returns the kind of a language by the name that a fence gives it, which is its extension or its own. */
export function kindOfLanguage(language: string): Kind | undefined {
  return extensionKinds.get(language) ?? kinds.find((kind) => kind === language)
}

function looksBinary(sample: string): boolean {
  const strange = sample.match(/[^\P{Cc}\s]|\ufffd/gu)?.length ?? 0
  return strange * 20 > sample.length
}

const diffStart =
  /^(?:diff --(?:git|cc|combined) \S|--- \S[^\n]*\n\+\+\+ \S[^\n]*\n@@ -\d|@@@? -\d+(?:,\d+)? (?:-\d+(?:,\d+)? )?\+\d+(?:,\d+)? @@)/m

// What only PHP, Go, Java, Kotlin, C, C# and Rust begin with: the rest of them may look like JavaScript.
const plainlyCode =
  /^(?:<\?php\b|package [\w.]+;?$|#include\s*[<"]|using [A-Z][\w.]*;$|use (?:std|crate|super)::|fn \w+\()/m

// With JSX a page would pass for JavaScript.
const page = /^\s*<(?:!doctype\s+html|html|head|body|script)\b/i
// Of PHP without its opening tag, which may pass for JavaScript too.
const superglobal = /\$_(?:GET|POST|REQUEST|COOKIE)\[/

/** A diff changes lines. It may follow a mail header or a description, no code; one inside a Markdown fence is an example. */
function looksLikeDiff(sample: string): boolean {
  const start = diffStart.exec(sample)
  if (start === null) return false
  const before = sample.slice(0, start.index)
  return (
    !/^ {0,3}```|^\s*(?:\/\*|#!|<\?)/m.test(before) &&
    !plainlyCode.test(before) &&
    changesLines(readDiff(sample))
  )
}

/** Returns whether a diff adds or removes lines; without any, what looks like one is something else. */
export const changesLines = ({ files }: Diff): boolean =>
  files.some(({ hunks }) => hunks.some((hunk) => hunk.some(({ sign }) => sign !== ' ')))

function looksLikeJson(text: string): boolean {
  const first = text.slice(0, 256).trimStart()
  const last = text.slice(-256).trimEnd()
  return (
    (/^\{\s*["}]/.test(first) && last.endsWith('}')) || (/^\[\s*[[{"\d\]]/.test(first) && last.endsWith(']'))
  )
}

function kindOfInterpreter(sample: string): Kind | undefined {
  const line = /^#![^\n]{1,200}/.exec(sample)?.[0]
  if (line === undefined) return undefined
  if (/\bpython/.test(line)) return 'python'
  if (/\b(?:tsx|ts-node|deno)\b/.test(line)) return 'typescript'
  if (/\b(?:node|bun)\b/.test(line)) return 'javascript'
  return /\b(?:ba|da|k|z)?sh\b/.test(line) ? 'shell' : 'code'
}

/** The kind with the most lines that bear one of its signs, of equal ones the first in the list; prose when hardly any line does. */
function kindBySigns(sample: string): Kind {
  const lines = tellingLines(sample)
  const counts = new Map<Kind, number>()
  for (const line of lines) {
    const start = line.slice(0, 200)
    for (const [kind, sign] of signs) if (sign.test(start)) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  const countOf = (kind: Kind): number => counts.get(kind) ?? 0
  // TypeScript's signs are types only: they tip JavaScript over, they do not stand alone.
  if (countOf('typescript') > 0) counts.set('typescript', countOf('typescript') + countOf('javascript'))
  const [best, hits] = signs
    .map(([kind]) => [kind, countOf(kind)] as const)
    .reduce((a, b) => (b[1] > a[1] ? b : a), ['text', 0])
  if (best === 'markdown') return 'markdown'
  if (hits * 4 >= lines.length && hits > 0) return superglobal.test(sample) ? 'code' : best
  if (looksMinified(sample)) return 'javascript'
  return countOf('markdown') > 0 ? 'markdown' : 'text'
}

/** A long line in which every eighth character is punctuation of code. */
function looksMinified(sample: string): boolean {
  const long = sample.split('\n').find((line) => line.length > 500)
  return long !== undefined && (long.match(/[;{}()[\]=,:]/g)?.length ?? 0) * 8 > long.length
}

/** The lines that are not blank, without what misleads: the examples in a Markdown document, and comment blocks. */
function tellingLines(sample: string): readonly string[] {
  const lines = sample.split('\n')
  const isFence = (line: string): boolean => /^ {0,3}```/.test(line)
  // A fence that nothing closes is none.
  const lastFence = lines.filter(isFence).length % 2 === 1 ? lines.findLastIndex(isFence) : lines.length
  let fenced = false
  return lines.filter((line, index) => {
    const fence = index !== lastFence && isFence(line)
    if (fence) fenced = !fenced
    // One line with a hash is a heading, several are a comment.
    const commented =
      line.startsWith('#') && (lines[index - 1]?.startsWith('#') || lines[index + 1]?.startsWith('#'))
    return !/^\s*(?:$|\/\/|\/\*| \*)/.test(line) && !commented && (fence || !fenced)
  })
}
