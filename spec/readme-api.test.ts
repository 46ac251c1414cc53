import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../packages/', import.meta.url)
const packages = readdirSync(root)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')

/** The sources of a package's entries, as its manifest names them. */
const entriesOf = (name: string): string[] =>
  Object.values<Record<string, string>>(JSON.parse(read(`${name}/package.json`)).exports).flatMap(
    (entry) => entry['@cordon/source'] ?? [],
  )

/** The names that an entry exports, types included; entries have no `export *`. */
function exportsOf(source: string): string[] {
  const lists = [...source.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = '']) =>
    list.split(','),
  )
  const declared = source.matchAll(/^export (?:async )?(?:function|const|class|interface|type) (\w+)/gm)
  return [
    ...lists.map((item) => item.trim().replace(/^type /, '')).filter((item) => item !== ''),
    ...[...declared].map(([, item = '']) => item),
  ]
}

const exported = new Map(
  packages.map((name) => [name, entriesOf(name).flatMap((entry) => exportsOf(read(`${name}/${entry}`)))]),
)
const known = new Set([...[...exported.values()].flat(), 'KeyObject', 'Map', 'RangeError', 'TypeError'])

test.each(packages)('ARC-06 the README of %s names every export and no other', (name) => {
  const readme = read(`${name}/README.md`)
  const api = /^## (?:API|In a program)$([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(readme)?.[1] ?? ''
  const spans = [...api.replaceAll(/^```.*?^```$/gms, '').matchAll(/`+([^`]+)`+/g)].map(
    ([, text = '']) => text,
  )
  const words = new Set(spans.join('\n').match(/\w+/g))
  expect(exported.get(name)?.filter((item) => !words.has(item))).toEqual([])

  // A call that stands alone, a class or type, a constant; `log.append()` and options are no exports.
  const named = spans.flatMap((text) => /^(?:new )?(\w+)\(|^(?!ERR_)([A-Z]\w+)$/.exec(text)?.slice(1) ?? [])
  expect(named.filter((item) => item !== undefined && !known.has(item))).toEqual([])
})
