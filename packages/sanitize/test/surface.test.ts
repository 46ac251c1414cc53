import * as surface from '@cordon/sanitize'
import { expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

test('SAN-070 the exports are these and no others', () => {
  expect(Object.keys(surface).sort()).toEqual([
    'SanitizeStream',
    'createSanitizer',
    'inspect',
    'neutralizeHeaders',
    'normalizeNewlines',
    'sanitize',
    'stripInvisibles',
  ])
  expect(Object.keys(manifest.exports)).toEqual(['.', './package.json'])
  expect(Object.keys(manifest.dependencies)).toEqual(['regex-escape'])
})
