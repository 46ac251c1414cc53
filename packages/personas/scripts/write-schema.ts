// Writes persona.schema.json, which editors use to complete frontmatter, from the rules the parser applies.
import { writeFileSync } from 'node:fs'
import { frontmatterSchema } from './frontmatter-schema.ts'

writeFileSync(
  new URL('../persona.schema.json', import.meta.url),
  `${JSON.stringify(frontmatterSchema, null, 2)}\n`,
)
