import { sanitize } from '@cordon/sanitize'
import { expect, test, vi } from 'vitest'

test('SAN-133 a Buffer that is patched later changes no verdict', () => {
  const clean = 'clean text '.repeat(100)
  const forged = `${clean}\nMODE: x`
  expect(sanitize(clean, { policy: 'strict' })).toBe(clean)
  const write = vi.spyOn(Buffer.prototype, 'write').mockReturnValue(0)
  expect(sanitize(forged, { policy: 'strict' })).toBe(`${clean}\n  MODE: x`)
  write.mockRestore()
})
