// Vitest reporter: writes every test's leaf title and state to .results/tests.json, where the scenario gate
// (spec/coverage.mjs) and the closing line of scripts/run-tests.mjs read them.
import { mkdirSync, writeFileSync } from 'node:fs'

export default class ResultsReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = []
    let errors = unhandledErrors.length
    for (const module of modules) {
      errors += module.errors().length
      for (const test of module.children.allTests()) {
        const expectedToFail = test.options.fails === true
        tests.push({
          title: test.name,
          state: test.result().state,
          expectedToFail,
          module: module.relativeModuleId,
        })
      }
    }
    mkdirSync('.results', { recursive: true })
    writeFileSync('.results/tests.json', JSON.stringify({ errors, tests }))
  }
}
