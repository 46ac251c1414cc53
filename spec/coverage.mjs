// The scenario gate: every id in spec/scenarios/*.feature is proved by a passing test whose own title begins
// with it, every test has one, and every id that a test title cites exists. Skipped, todo and expected-to-fail tests prove nothing.
import { readdirSync, readFileSync } from 'node:fs'

const idPattern = /^[A-Z]{2,}-\d+[a-z]?(?=[ :])/

/** Reads `Scenario: ID title` lines; answers the feature file that declares each id, and the faults in words. */
export function readScenarios(folder = new URL('./scenarios/', import.meta.url)) {
  const declared = new Map()
  const faults = []
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('.feature')) continue
    for (const line of readFileSync(new URL(name, folder), 'utf8').split('\n')) {
      const title = /^\s*Scenario(?: Outline)?:\s*(.*)$/.exec(line)?.[1]
      if (title === undefined) continue
      const id = idPattern.exec(`${title} `)?.[0]
      if (id === undefined) faults.push(`spec/scenarios/${name}: a scenario without an id: ${title}`)
      else if (declared.has(id))
        faults.push(`spec/scenarios/${name}: ${id} is already declared in ${declared.get(id)}`)
      else declared.set(id, name)
    }
  }
  return { declared, faults }
}

/** Compares the declared ids with a run's results, both ways; answers the faults in words. */
export function checkScenarios(declared, tests) {
  const proved = new Set()
  const cited = new Set()
  const nameless = []
  for (const { title, state, expectedToFail } of tests) {
    const id = idPattern.exec(title)?.[0]
    if (id === undefined) {
      nameless.push(title)
      continue
    }
    cited.add(id)
    if (state === 'passed' && !expectedToFail) proved.add(id)
  }
  const unproved = [...declared].filter(([id]) => !proved.has(id))
  const unknown = [...cited].filter((id) => !declared.has(id))
  return [
    ...nameless.map((title) => `a test without an id: ${title}`),
    ...unproved.map(([id, name]) => `${id} (spec/scenarios/${name}) has no passing test`),
    ...unknown.map((id) => `a test cites ${id}, which no file in spec/scenarios declares`),
  ]
}
