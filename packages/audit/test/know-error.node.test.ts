import { runInNewContext } from 'node:vm'
import { AuditError } from '@cordon/audit'
import { expect, test } from 'vitest'

test('AUD-112 isInstance knows an error of another realm', () => {
  const foreign = runInNewContext(
    "Object.assign(new Error('x'), { [Symbol.for('@cordon/audit/AuditError')]: true })",
  )
  expect(AuditError.isInstance(foreign)).toBe(true)
  expect(AuditError.isInstance(runInNewContext("new Error('x')"))).toBe(false)
})
