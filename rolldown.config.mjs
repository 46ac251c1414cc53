// Rolls the package in the working directory into one file for each entry: Node spends a millisecond on every module.
import { readFileSync } from 'node:fs'

const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const sources = Object.values(manifest.exports).flatMap((entry) => entry['@cordon/source'] ?? [])
if (manifest.bin !== undefined) sources.push('./src/main.ts')

// Dependencies stay imports, so that a fix in one needs no release of ours; ADR 015 says why zod does not.
const INLINED = new Set(['zod'])

export default {
  input: Object.fromEntries(sources.map((file) => [file.slice('./src/'.length, -'.ts'.length), file])),
  platform: 'node',
  tsconfig: false,
  external: (id) => /^[^./]/.test(id) && !INLINED.has(id),
  output: {
    dir: 'dist',
    sourcemap: true,
    sourcemapExcludeSources: true,
    chunkFileNames: '[name].js',
    minifyInternalExports: false,
  },
}
