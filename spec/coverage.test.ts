import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { checkScenarios, readScenarios } from './coverage.mjs'

const declared = new Map([['SAN-001', 'sanitize.feature']])
const unproved = 'SAN-001 (spec/scenarios/sanitize.feature) has no passing test'

test.each<[title: string, state: string, expectedToFail: boolean, faults: string[]]>([
  ['SAN-001 removes', 'passed', false, []],
  ['SAN-001: removes', 'passed', false, []],
  ['SAN-001 removes', 'skipped', false, [unproved]],
  ['SAN-001 removes', 'failed', false, [unproved]],
  ['SAN-001 removes', 'passed', true, [unproved]],
  ['removes, as SAN-001 says', 'passed', false, ['a test without an id: removes, as SAN-001 says', unproved]],
  [
    'SAN-0011 removes',
    'passed',
    false,
    [unproved, 'a test cites SAN-0011, which no file in spec/scenarios declares'],
  ],
])('ARC-10 the gate on %j that %s (expected to fail: %s)', (title, state, expectedToFail, faults) => {
  expect(checkScenarios(declared, [{ title, state, expectedToFail }])).toEqual(faults)
})

test('ARC-10 the gate names a scenario that is declared twice, and one without an id', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cordon-spec-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'a.feature'), '  Scenario: SAN-001 one\n  Scenario Outline: BDD-08b two\n')
  writeFileSync(join(folder, 'b.feature'), 'Scenario: SAN-001 again\nScenario: SAN 2 three\n')
  writeFileSync(join(folder, 'notes.md'), 'Scenario: SAN-003 is none\n')
  expect(readScenarios(pathToFileURL(`${folder}/`))).toEqual({
    declared: new Map([
      ['SAN-001', 'a.feature'],
      ['BDD-08b', 'a.feature'],
    ]),
    faults: [
      'spec/scenarios/b.feature: SAN-001 is already declared in a.feature',
      'spec/scenarios/b.feature: a scenario without an id: SAN 2 three',
    ],
  })
})
