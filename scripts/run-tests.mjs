// Runs every test, then the scenario gate, and closes on the one line that any CI can read.
// Arguments go to vitest; with arguments (a part of the tests) coverage and the gate are left out.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { checkScenarios, readScenarios } from '../spec/coverage.mjs'

const filters = process.argv.slice(2)
const whole = filters.length === 0
// Vitest answers a name that it does not know with a stack.
const projects = [...readdirSync('packages'), ...readdirSync('apps'), 'spec']
for (const [, name] of filters.join(' ').matchAll(/--project[= ]([\w-]+)(?=\s|$)/g)) {
  if (projects.includes(name)) continue
  console.error(`--project expected one of ${projects.join(', ')}`)
  process.exit(1)
}
// Before the tests, which take minutes.
const scenarios = readScenarios()
if (scenarios.faults.length > 0) {
  for (const fault of scenarios.faults) console.error(`scenario gate: ${fault}`)
  console.log(`\n0 passed, ${scenarios.faults.length} failed, 0 skipped`)
  process.exit(1)
}
rmSync('.results/tests.json', { force: true })
const run = spawnSync('vitest', ['run', ...(whole ? ['--coverage'] : filters)], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
})

if (!existsSync('.results/tests.json')) {
  console.log('\n0 passed, 1 failed, 0 skipped')
  process.exit(run.status || 1)
}
const { errors, tests } = JSON.parse(readFileSync('.results/tests.json', 'utf8'))
const faults = whole ? checkScenarios(scenarios.declared, tests) : []
for (const fault of faults) console.error(`scenario gate: ${fault}`)

const skipped = tests.filter((test) => test.state === 'skipped')
for (const test of skipped) console.log(`skipped: ${test.module}: ${test.title}`)
if (whole)
  console.log('not run here: the browser proof (npm run test:browser needs a Chromium; .ci/run installs one)')

const passed = tests.filter((test) => test.state === 'passed').length
const failed = tests.filter((test) => test.state === 'failed').length + errors + faults.length
console.log(`\n${passed} passed, ${failed} failed, ${skipped.length} skipped`)
process.exit(failed > 0 ? 1 : (run.status ?? 1))
