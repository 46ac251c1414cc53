import { readdirSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

// One project a package, made here so that a package carries no test configuration of its own.
const roots = ['packages', 'apps'].flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`))

export default defineConfig({
  resolve: { conditions: ['@cordon/source'] },
  ssr: { resolve: { conditions: ['@cordon/source', 'node'] } },
  test: {
    // Vitest would leave one processor to itself: of two, half of the machine.
    maxWorkers: '100%',
    projects: [...roots, 'spec'].map((root) => ({
      extends: true,
      test: {
        name: root.split('/').at(-1) ?? root,
        root,
        include: root === 'spec' ? ['*.test.ts'] : ['test/**/*.test.ts'],
        testTimeout: 30_000,
        hookTimeout: 30_000,
        // A check in a callback that never runs checks nothing.
        expect: { requireAssertions: true },
      },
    })),
    reporters: ['default', './scripts/results-reporter.mjs'],
    coverage: {
      provider: 'v8',
      include: ['packages/*/src/**/*.ts'],
      reporter: ['text-summary', 'json-summary'],
    },
  },
})
