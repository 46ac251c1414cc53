// What the gateway cannot save: a pass-through that sends as many bytes more as a persona and a fence take, once as many
// as three rows take are on disk. One synced write at a time; everything that waits goes into the next.
import { constants, openSync, write } from 'node:fs'
import { join } from 'node:path'
import { servePassThrough } from './pass-through.mjs'
import { makeTemporaryFolder } from './temporary-folder.mjs'

const PERSONA = Buffer.alloc(4_500, 'x')
const ROWS = 'x'.repeat(1_600)
const { O_APPEND, O_CREAT, O_DSYNC, O_WRONLY } = constants

const folder = makeTemporaryFolder()
const file = openSync(join(folder, 'rows'), O_WRONLY | O_CREAT | O_APPEND | O_DSYNC)
let waiting = []
let writing = false

servePassThrough((body, send) => {
  waiting.push(() => send(Buffer.concat([body, PERSONA])))
  if (writing) return
  writing = true
  setImmediate(writeBatch)
})

function writeBatch() {
  const batch = waiting
  waiting = []
  write(file, Buffer.from(ROWS.repeat(batch.length)), (error) => {
    if (error) throw error
    for (const send of batch) send()
    writing = waiting.length > 0
    if (writing) setImmediate(writeBatch)
  })
}
