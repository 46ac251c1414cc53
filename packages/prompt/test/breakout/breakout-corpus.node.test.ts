import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import cases from '../cases/injection.json' with { type: 'json' }
import { fences } from './fences.ts'
import { findBreakout } from './find-breakout.ts'

/** Every file below `path`, or `path` itself. */
function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path).flatMap((name) => filesOf(join(path, name)))
}

/** Every string anywhere in a JSON value. */
function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : []
}

/** The attack strings of a file: all strings of a `.json` or `.jsonl`, else the whole text and each of its lines. */
function attacksOf(path: string): string[] {
  const text = readFileSync(path, 'utf8')
  if (path.endsWith('.json')) return stringsOf(JSON.parse(text))
  if (path.endsWith('.jsonl'))
    return text
      .split('\n')
      .filter(Boolean)
      .flatMap((line) => stringsOf(JSON.parse(line)))
  return [text, ...text.split('\n')]
}

/** Set it to a file or a folder to run a corpus from elsewhere through every fence. */
const outside = process.env['CORDON_BREAKOUT_CORPUS']

const corpora = [
  { name: 'the collected cases', attacks: cases.map(({ input }) => input).flatMap(stringsOf) },
  ...(outside === undefined
    ? []
    : filesOf(outside).map((path) => ({ name: path, attacks: attacksOf(path) }))),
]

test.each(corpora)('PRO-085 nothing of $name breaks out of any fence', ({ attacks }) => {
  expect(attacks.length).toBeGreaterThan(0)
  for (const fence of fences) {
    for (const attack of attacks) {
      expect(findBreakout(fence, [attack]), `${fence.name}: ${JSON.stringify(attack)}`).toBeUndefined()
    }
  }
})
