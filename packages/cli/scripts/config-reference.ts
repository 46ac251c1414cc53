import { serveJsonSchema } from '../src/serve/serve-schema.ts'

interface Schema {
  readonly description?: string
  readonly type?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly additionalProperties?: Schema | false
  readonly default?: unknown
}

const HEAD = `# Configuration of \`cordon serve\`

Written from the schema by \`node scripts/pnpm.mjs --filter @cordon/cli docs:config\`; a test fails when it is not current.
The file is YAML or JSON. \`cordon serve --schema\` prints the JSON Schema for editors, \`cordon serve --check --config FILE\`
names every fault at once. Relative paths start at the file. Unknown fields are faults.

| field | form | meaning |
| --- | --- | --- |
`

/** Returns the reference of the configuration file, in Markdown: one row for each field. */
export function configReference(): string {
  return `${HEAD}${rowsOf(serveJsonSchema() as Schema, '').join('\n')}\n`
}

function rowsOf(schema: Schema, prefix: string): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`
    const required = schema.required?.includes(name) ? ' **Required.**' : ''
    const fallback =
      typeof field.default === 'object' || field.default === undefined ? '' : ` Default: ${field.default}.`
    const row = `| \`${path}\` | ${formOf(field)} | ${(field.description ?? '').replaceAll('|', '\\|')}${fallback}${required} |`
    return [row, ...childrenOf(field, path)]
  })
}

function childrenOf(field: Schema, path: string): string[] {
  if (field.properties) return rowsOf(field, `${path}.`)
  if (field.items) return rowsOf(field.items, `${path}[].`)
  const one =
    typeof field.additionalProperties === 'object' ? field.additionalProperties.anyOf?.[0] : undefined
  return one ? rowsOf(one, `${path}.<alias>.`) : []
}

function formOf({ type, enum: values, const: only, items, anyOf, minimum, maximum }: Schema): string {
  if (anyOf) return anyOf.map(formOf).join(', or ')
  if (values) return values.map((value) => `\`${value}\``).join(', ')
  if (only !== undefined) return `\`${only}\``
  if (items) return items.properties ? 'list of objects' : `list of ${items.type}s`
  return type === 'integer' ? `integer, ${minimum} to ${maximum}` : (type ?? '')
}
