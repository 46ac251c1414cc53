import type { AuditRow } from '@cordon/audit'
import { Command, InvalidArgumentError } from 'commander'
import { formatJson } from '../../terminal/format-json.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { formatAuditRows } from './format-audit.ts'
import { readTail } from './read-tail.ts'

interface TailOptions {
  readonly rows: number
  readonly chain?: string
  readonly json?: true
}

export function tailCommand(terminal: Terminal): Command {
  return new Command('tail')
    .description('print the last rows as they stand, unverified')
    .argument('<directory>', 'the directory of the log')
    .option('-n, --rows <count>', 'how many', parseCount, 10)
    .option('--chain <name>', 'only this chain; else the last rows of all chains, by time')
    .option('--json', 'print the rows as JSON')
    .action(async (directory: string, { rows: count, chain, json }: TailOptions) => {
      const rows = await readTail(terminal, directory, { rows: count, ...(chain !== undefined && { chain }) })
      const last = rows.toSorted(byTime).slice(-count)
      terminal.stdout.write(json ? formatJson(last) : formatAuditRows(last))
    })
}

/** Times are decimal strings without leading zeros: the longer one is the later one. */
function byTime(a: AuditRow, b: AuditRow): number {
  return a.ts_ns.length - b.ts_ns.length || (a.ts_ns < b.ts_ns ? -1 : a.ts_ns > b.ts_ns ? 1 : 0)
}

function parseCount(value: string): number {
  const count = Number(value)
  if (Number.isInteger(count) && count >= 1 && count <= 10_000) return count
  throw new InvalidArgumentError('Expected a whole number from 1 to 10000.')
}
