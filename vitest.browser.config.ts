import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

// The packages without `node:` imports, their own tests, in a real browser engine. A test that needs Node
// (fixtures by path, child processes) is named `*.node.test.ts` and stays out.
export default defineConfig({
  resolve: { conditions: ['@cordon/source'] },
  test: {
    include: [
      'packages/{nonce,sanitize,prompt}/test/**/*.test.ts',
      'packages/personas/test/{parse-persona,parse-handle,canonicalize-body}*.test.ts',
    ],
    exclude: ['**/*.node.test.ts', '**/node_modules/**'],
    testTimeout: 60_000,
    reporters: ['default'],
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: {
          executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
          args: [
            '--no-sandbox',
            '--disable-gpu',
            '--disable-quic',
            '--no-first-run',
            '--disable-background-networking',
            '--disable-component-update',
            '--disable-sync',
          ],
        },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
})
