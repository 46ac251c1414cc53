// Runs the tests of the packages without `node:` imports in Chromium; says so and succeeds where there is none.
// CHROMIUM_PATH names another executable; --required turns a missing browser into a failure.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const path = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
if (!existsSync(path)) {
  console.log(`browser proof skipped: no Chromium at ${path} (set CHROMIUM_PATH)`)
  process.exit(process.argv.includes('--required') ? 1 : 0)
}
const run = spawnSync('vitest', ['run', '--config', 'vitest.browser.config.ts'], { stdio: 'inherit' })
process.exit(run.status ?? 1)
