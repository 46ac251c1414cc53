// The scenario gate: every id in spec/scenarios/*.feature is proved by a passing test whose own title begins
// with it, every test has one, and every id that a test title cites exists. Skipped, todo and expected-to-fail tests prove nothing.
import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('./scenarios/', import.meta.url)
const idPattern = /^[A-Z]{2,}-\d+[a-z]?(?=[ :])/

/** Reads `Scenario: ID title` lines; answers a map from id to the feature file that declares it. */
function readScenarioIds() {
  const ids = new Map()
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('.feature')) continue
    for (const line of readFileSync(new URL(name, folder), 'utf8').split('\n')) {
      const title = /^\s*Scenario(?: Outline)?:\s*(.*)$/.exec(line)?.[1]
      if (title === undefined) continue
      const id = idPattern.exec(`${title} `)?.[0]
      if (id === undefined) throw new Error(`spec/scenarios/${name}: a scenario without an id: ${title}`)
      if (ids.has(id)) throw new Error(`spec/scenarios/${name}: ${id} is already declared in ${ids.get(id)}`)
      ids.set(id, name)
    }
  }
  return ids
}

/** Compares the declared ids with a run's results, both ways; answers the faults in words. */
export function checkScenarios(tests) {
  const declared = readScenarioIds()
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
