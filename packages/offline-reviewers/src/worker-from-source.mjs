// Starts the worker in the repository: Node.js 20 reads TypeScript only through a loader, and a worker does not take
// one over from its parent (vitest has none to give). The published package starts worker.js itself.
import { register } from 'tsx/esm/api'

register()
await import('./worker.ts')
