// Reads the published types of the package in the working directory as the strictest consumer does: each entry alone,
// skipLibCheck off, and no `types`, which is none at all from TypeScript 6 on (ADR 017).
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const options = ['--ignoreConfig', '--noEmit', '--strict', '--module', 'nodenext', '--skipLibCheck', 'false']
for (const { types } of Object.values(manifest.exports)) {
  if (types === undefined) continue
  const { status } = spawnSync('tsc', [...options, types], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(1)
  console.log(`${types}: stands without "types" in tsconfig.json`)
}
