import { runInNewContext } from 'node:vm'
import { PersonaError } from '@cordon/personas'
import { expect, test } from 'vitest'

test('PER-167 isInstance knows an error of another realm', () => {
  const foreign = runInNewContext(
    "Object.assign(new Error('x'), { [Symbol.for('@cordon/personas/PersonaError')]: true })",
  )
  expect(PersonaError.isInstance(foreign)).toBe(true)
  expect(PersonaError.isInstance(runInNewContext("new Error('x')"))).toBe(false)
})
