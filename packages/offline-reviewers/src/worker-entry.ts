// `rewriteRelativeImportExtensions` rewrites import specifiers, not URLs: the extension of this very module says
// whether it runs from source (in the repository, under the condition @cordon/source) or from the published dist.
const entry = import.meta.url.endsWith('.ts') ? './worker-from-source.mjs' : './worker.js'

/** What the worker thread runs, beside this module. */
export const workerUrl: URL = new URL(entry, import.meta.url)
