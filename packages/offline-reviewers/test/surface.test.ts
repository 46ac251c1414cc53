import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import * as surface from '@cordon/offline-reviewers'
import { expect, test } from 'vitest'

const { OfflineReviewerError } = surface

test('OFF-050 exports the reviewer and its error, and nothing else', () => {
  expect(Object.keys(surface).sort()).toEqual(['OfflineReviewerError', 'offlineReviewer'])
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  expect(Object.keys(manifest.exports)).toEqual(['.', './package.json'])
})

test('OFF-051 has a fixed message for each code, and recognises errors of another copy', () => {
  const codes = ['PROMPT', 'MEMORY', 'FAILED', 'CLOSED'].map(
    (reason) => `ERR_OFFLINE_REVIEWERS_${reason}` as const,
  )
  for (const code of codes as surface.OfflineReviewerErrorCode[]) {
    const error = new OfflineReviewerError(code)
    expect(error).toMatchObject({
      name: 'OfflineReviewerError',
      code,
      message: expect.stringMatching(/^offline: /),
    })
    expect(OfflineReviewerError.isInstance(error)).toBe(true)
  }
  expect(
    OfflineReviewerError.isInstance({ [Symbol.for('@cordon/offline-reviewers/OfflineReviewerError')]: true }),
  ).toBe(true)
  expect(OfflineReviewerError.isInstance(new Error('x'))).toBe(false)
})

test('OFF-062 isInstance knows an error of another realm', () => {
  const foreign = runInNewContext(
    "Object.assign(new Error('x'), { [Symbol.for('@cordon/offline-reviewers/OfflineReviewerError')]: true })",
  )
  expect(OfflineReviewerError.isInstance(foreign)).toBe(true)
  expect(OfflineReviewerError.isInstance(runInNewContext("new Error('x')"))).toBe(false)
})
