// The limit to compare with: a pass-through and nothing else.
import { servePassThrough } from './pass-through.mjs'

servePassThrough((body, send) => send(body))
