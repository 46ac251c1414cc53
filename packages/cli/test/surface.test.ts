import * as cli from '@cordon/cli'
import { expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

test('CLI-005 exports what a program that embeds the command needs, and nothing else', () => {
  expect(Object.keys(cli).toSorted()).toEqual(['colorsFor', 'formatBoundary', 'formatOutcome', 'runCli'])
  expect(Object.keys(manifest.exports)).toEqual(['.', './package.json'])
  expect(manifest.bin).toEqual({ cordon: './bin/cordon.js' })
})
