import { runInNewContext } from 'node:vm'
import { OfflineReviewerError } from '@cordon/offline-reviewers'
import { expect, test } from 'vitest'

test('OFF-062 isInstance knows an error of another realm', () => {
  const foreign = runInNewContext(
    "Object.assign(new Error('x'), { [Symbol.for('@cordon/offline-reviewers/OfflineReviewerError')]: true })",
  )
  expect(OfflineReviewerError.isInstance(foreign)).toBe(true)
  expect(OfflineReviewerError.isInstance(runInNewContext("new Error('x')"))).toBe(false)
})
