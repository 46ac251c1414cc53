import { isHandle, PersonaError, parseHandle } from '@cordon/personas'
import { describe, expect, test } from 'vitest'
import expected from './cases/expected.json' with { type: 'json' }
import { REQUIRED_CODES } from './required-codes.ts'

function codeOf(text: string): string | undefined {
  try {
    parseHandle(text)
    return undefined
  } catch (error) {
    if (!PersonaError.isInstance(error)) throw error
    return error.code
  }
}

describe('parseHandle', () => {
  const cases = expected.handles.map((entry) => ({ ...entry, name: JSON.stringify(entry.in) }))

  test.each(cases.filter(({ ok }) => ok !== undefined))('PER-010 reads $name', ({ in: text, ok }) => {
    expect(parseHandle(text)).toEqual(ok)
    expect(isHandle(text)).toBe(true)
  })

  test.each(cases.filter(({ error }) => error !== undefined))(
    'PER-011 refuses $name',
    ({ in: text, error }) => {
      expect(codeOf(text)).toBe(REQUIRED_CODES[error ?? ''])
      expect(isHandle(text)).toBe(false)
    },
  )

  test.each([
    ['cuo-cpo@0.4', 'ERR_PERSONA_HANDLE_INVALID_SEMVER'],
    ['cuo-cpo@0.4.1-alpha', 'ERR_PERSONA_HANDLE_PRE_RELEASE_UNSUPPORTED'],
    ['cuo-cpo@0.4.1+build123', 'ERR_PERSONA_HANDLE_PRE_RELEASE_UNSUPPORTED'],
    ['cuo-cpo@v0.4.1', 'ERR_PERSONA_HANDLE_INVALID_SEMVER'],
    ['cuo-cpo@=0.4.1', 'ERR_PERSONA_HANDLE_INVALID_SEMVER'],
    ['cuo-cpo@ 0.4.1', 'ERR_PERSONA_HANDLE_INVALID_SEMVER'],
    ['cuo-cpo@0.4.1-', 'ERR_PERSONA_HANDLE_INVALID_SEMVER'],
    ['cuo-cpo@0.4.01', 'ERR_PERSONA_HANDLE_INVALID_SEMVER'],
    ['cuo-cpo@9007199254740992.0.0', 'ERR_PERSONA_HANDLE_INVALID_SEMVER'],
    ['cuo-cpo@\u0661.0.0', 'ERR_PERSONA_HANDLE_INVALID_SEMVER'],
    ['cuo-cpo@1.x.0', 'ERR_PERSONA_HANDLE_INVALID_SEMVER'],
  ])('AC-17 refuses the version of %s', (text, code) => {
    expect(codeOf(text)).toBe(code)
    expect(isHandle(text)).toBe(false)
  })

  test('PER-012 takes an id of 64 characters and no longer one', () => {
    expect(parseHandle(`${'a'.repeat(64)}@1.0.0`).id).toBe('a'.repeat(64))
    expect(codeOf(`${'a'.repeat(65)}@1.0.0`)).toBe('ERR_PERSONA_HANDLE_INVALID_ID')
  })

  test('PER-013 an error repeats at most 128 characters of the handle and no control character', () => {
    const attempt = () => parseHandle(`x\u001b[31m${'y'.repeat(10_000)}`)
    expect(attempt).toThrow(expect.objectContaining({ code: 'ERR_PERSONA_HANDLE_MISSING_AT' }))
    try {
      attempt()
    } catch (error) {
      if (!PersonaError.isInstance(error) || error.code !== 'ERR_PERSONA_HANDLE_MISSING_AT') throw error
      expect(error.detail.handle).toHaveLength(128)
      expect(error.message).not.toContain('\u001b')
      expect(error.message.length).toBeLessThan(220)
    }
  })

  test('PER-013 a handle is not cut within a character', () => {
    expect(() => parseHandle(`${'y'.repeat(127)}\u{1f600}`)).toThrow(
      expect.objectContaining({ detail: { handle: `${'y'.repeat(127)}\ufffd` } }),
    )
  })

  test('PER-004 refuses what is not a string', () => {
    expect(() => parseHandle(undefined as unknown as string)).toThrow(
      new TypeError('"text" expected string, got undefined'),
    )
  })
})
