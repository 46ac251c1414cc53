// Writes docs/gateway/configuration.md from the schema of cordon serve.
import { writeFileSync } from 'node:fs'
import { configReference } from './config-reference.ts'

writeFileSync(new URL('../../../docs/gateway/configuration.md', import.meta.url), configReference())
