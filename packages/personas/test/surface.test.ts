import { readFileSync } from 'node:fs'
import * as root from '@cordon/personas'
import * as processEntry from '@cordon/personas/process'
import * as registry from '@cordon/personas/registry'
import * as seal from '@cordon/personas/seal'
import * as testing from '@cordon/personas/testing'
import { expect, test } from 'vitest'

test.each([
  ['.', root, ['PersonaError', 'canonicalizeBody', 'isHandle', 'parseHandle', 'parsePersona', 'personaHash']],
  ['./registry', registry, ['openRegistry']],
  ['./seal', seal, ['generateSealKey', 'sealPersonas', 'verifySeal']],
  ['./process', processEntry, ['availableHandles', 'initPersonaRegistry', 'loadPersona']],
  ['./testing', testing, ['flipCachedBit', 'resetForTests']],
])('PER-140 %s exports what it says', (_entry, module, names) => {
  expect(Object.keys(module).sort()).toEqual(names)
})

test('PER-141 the package has these entries', () => {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const entries = [
    '.',
    './registry',
    './seal',
    './process',
    './testing',
    './persona.schema.json',
    './package.json',
  ]
  expect(Object.keys(manifest.exports)).toEqual(entries)
  expect(Object.keys(manifest.publishConfig.exports)).toEqual(entries)
})

const CODES: Readonly<Record<root.PersonaErrorCode, true>> = {
  ERR_PERSONA_SCHEMA: true,
  ERR_PERSONA_FORBIDDEN_FIELD: true,
  ERR_PERSONA_FILENAME_MISMATCH: true,
  ERR_PERSONA_READ_FAILED: true,
  ERR_PERSONA_ALREADY_INITIALISED: true,
  ERR_PERSONA_NOT_INITIALISED: true,
  ERR_PERSONA_UNKNOWN: true,
  ERR_PERSONA_TAMPERED: true,
  ERR_PERSONA_HANDLE_MISSING_AT: true,
  ERR_PERSONA_HANDLE_INVALID_ID: true,
  ERR_PERSONA_HANDLE_INVALID_SEMVER: true,
  ERR_PERSONA_HANDLE_PRE_RELEASE_UNSUPPORTED: true,
  ERR_PERSONA_LOCK_MISSING: true,
  ERR_PERSONA_LOCK_SIGNATURE: true,
  ERR_PERSONA_LOCK_BUSY: true,
  ERR_PERSONA_INIT: true,
}

test('PER-142 the codes are these', () => {
  // The type makes the table complete; this makes a change to it deliberate.
  expect(Object.keys(CODES)).toHaveLength(16)
})

test('PER-143 an error of another copy of the package is still one', () => {
  const error = new root.PersonaError('ERR_PERSONA_UNKNOWN', 'x', { handle: 'a', available: [] })
  expect(root.PersonaError.isInstance(error)).toBe(true)
  expect(
    root.PersonaError.isInstance(
      Object.assign(new Error('x'), { [Symbol.for('@cordon/personas/PersonaError')]: true }),
    ),
  ).toBe(true)
  for (const other of [new Error('x'), { code: 'ERR_PERSONA_UNKNOWN' }, null, undefined]) {
    expect(root.PersonaError.isInstance(other)).toBe(false)
  }
})
