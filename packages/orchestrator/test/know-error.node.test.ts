import { runInNewContext } from 'node:vm'
import { MagiError } from '@cordon/orchestrator'
import { expect, test } from 'vitest'

test('ORC-161 isInstance knows an error of another realm', () => {
  const foreign = runInNewContext(
    "Object.assign(new Error('x'), { [Symbol.for('@cordon/orchestrator/MagiError')]: true })",
  )
  expect(MagiError.isInstance(foreign)).toBe(true)
  expect(MagiError.isInstance(runInNewContext("new Error('x')"))).toBe(false)
})
