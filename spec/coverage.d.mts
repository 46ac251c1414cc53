/** A test of a run, as scripts/results-reporter.mjs writes it. */
interface ScenarioTest {
  readonly title: string
  readonly state: string
  readonly expectedToFail: boolean
}

export function readScenarios(folder?: URL): {
  readonly declared: ReadonlyMap<string, string>
  readonly faults: readonly string[]
}

export function checkScenarios(
  declared: ReadonlyMap<string, string>,
  tests: readonly ScenarioTest[],
): readonly string[]
