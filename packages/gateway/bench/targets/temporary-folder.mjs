import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Returns a new folder that goes when the process does: by itself, by a signal, or because the benchmark is gone. */
export function makeTemporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'cordon-bench-'))
  process.on('exit', () => rmSync(folder, { recursive: true }))
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(name, () => process.exit())
  return folder
}
