// A server that logs and is then ended by an error which nobody catches.
import { openLog } from '../src/serve/open-log.ts'
import type { Terminal } from '../src/terminal/terminal.ts'

const { stdout, stderr } = process
const { logger } = openLog({ stdout, stderr } as unknown as Terminal, 'info')
logger.info('one')
logger.warn('two')
logger.info('three')
setImmediate(() => {
  logger.info('four')
  throw new Error('nobody catches this')
})
