import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { stripInvisibles } from '@cordon/sanitize'
import manifest from 'emojibase-data/package.json' with { type: 'json' }
import { expect, test } from 'vitest'

interface Entry {
  readonly label: string
  readonly tags?: readonly string[]
  readonly emoji?: string
  readonly text?: string
  readonly skins?: readonly Entry[]
}

const folder = dirname(createRequire(import.meta.url).resolve('emojibase-data/package.json'))
const locales = readdirSync(folder).filter((name) => /^[a-z]{2}(-[a-z]+)?$/.test(name))
const flatten = (entries: readonly Entry[]): readonly Entry[] =>
  entries.flatMap((entry) => [entry, ...flatten(entry.skins ?? [])])
const entriesOf = (locale: string): readonly Entry[] =>
  flatten(JSON.parse(readFileSync(join(folder, locale, 'data.json'), 'utf8')))

test('SAN-019 labels and tags of 28 locales change by U+202F and one Thai zero-width space only', () => {
  const entries = locales.flatMap(entriesOf)
  const labels = entries.flatMap(({ label, tags = [] }) => [label, ...tags])
  expect(manifest.version).toBe('17.0.0')
  expect(locales).toHaveLength(28)
  expect(labels.length).toBeGreaterThan(130_000)
  const text = labels.join('\n')
  const expected = text.replaceAll('\u202f', ' ').replaceAll('\u200b', '')
  expect(stripInvisibles(text, { policy: 'strict' })).toBe(expected)
  expect(text.split('\u200b')).toHaveLength(2)
})

test('SAN-020 every emojibase form survives', () => {
  const forms = new Set(locales.flatMap(entriesOf).flatMap(({ emoji = '', text = '' }) => [emoji, text]))
  expect(forms.size).toBeGreaterThan(3_900)
  const text = [...forms].join('\n')
  expect(stripInvisibles(text, { policy: 'strict' })).toBe(text)
})
