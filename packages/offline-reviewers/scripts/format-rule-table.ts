// Writes the tables of README.md and RULES.md from the catalog: npx tsx scripts/format-rule-table.ts
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ruleCatalog } from '../src/rules/rule-catalog.ts'

const lenses = ['melchior', 'balthasar', 'caspar'] as const
const mark = '<!-- rules -->'

/** Returns every rule with its words, as one Markdown table. */
export function formatRuleTable(): string {
  const rows = lenses.flatMap((lens) =>
    [...ruleCatalog]
      .filter(([, rule]) => rule.lens === lens)
      .map(([id, { severity, title, why, modes }]) => {
        const where = modes.length === 3 ? 'all' : modes.join(', ')
        return `| ${lens} | \`${id}\` | ${severity} | ${title} | ${why} | ${where} |`
      }),
  )
  return [
    '| lens | rule | severity | finding | why | modes |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}

const groupOf = (id: string): string => (id.includes('/') ? id.slice(0, id.indexOf('/') + 1) : 'ESLint')

/** Returns the ids of every rule by group and lens, as one Markdown table. */
export function formatRuleIndex(): string {
  const groups = [...new Set([...ruleCatalog.keys()].map(groupOf))]
  const rows = groups.flatMap((group) =>
    lenses.map((lens) => {
      const ids = [...ruleCatalog]
        .filter(([id, rule]) => groupOf(id) === group && rule.lens === lens)
        .map(([id]) => id)
      const names = ids.map((id) => (id.includes('/') ? id.slice(group.length) : id))
      return names.length === 0 ? '' : `| ${group} | ${lens} | ${names.join(' · ')} |`
    }),
  )
  return ['| group | lens | rules |', '| --- | --- | --- |', ...rows.filter((row) => row !== '')].join('\n')
}

/** Returns a page with its table, between two marks, replaced. */
function withTable(page: string, table: string): string {
  const [before = '', , after = ''] = page.split(mark)
  return `${before}${mark}\n\n${table}\n\n${mark}${after}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, table] of [
    ['RULES.md', formatRuleTable()],
    ['README.md', formatRuleIndex()],
  ] as const) {
    const page = new URL(`../${name}`, import.meta.url)
    writeFileSync(page, withTable(readFileSync(page, 'utf8'), table))
  }
}
