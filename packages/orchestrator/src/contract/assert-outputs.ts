import type { Consensus } from './consensus.ts'

/** @throws TypeError unless `outputs` is a list. */
export function assertOutputs(outputs: unknown): void {
  if (!Array.isArray(outputs))
    throw new TypeError(`"outputs" expected a list of verdicts, got ${typeof outputs}`)
}

/** @throws TypeError unless `consensus` has these fields. */
export function assertConsensus(consensus: object | undefined, fields: readonly (keyof Consensus)[]): void {
  if (typeof consensus !== 'object' || consensus === null || !fields.every((field) => field in consensus))
    throw new TypeError('"consensus" expected what determineConsensus returns')
}
