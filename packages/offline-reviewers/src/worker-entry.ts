import { createRequire } from 'node:module'

// `rewriteRelativeImportExtensions` rewrites import specifiers, not URLs: the extension of this very module says
// whether it runs from source (repository, condition @cordon/source) or from the published dist.
const fromSource = import.meta.url.endsWith('.ts')

/** Where the worker's module lies beside this one. */
export const workerUrl: URL = new URL(fromSource ? './worker.ts' : './worker.js', import.meta.url)

/** Node.js arguments for the worker: none from dist; from source, the loader that lets Node.js 20 read TypeScript. */
export const workerArguments: readonly string[] = fromSource
  ? ['--conditions=@cordon/source', '--import', createRequire(import.meta.url).resolve('tsx')]
  : []
