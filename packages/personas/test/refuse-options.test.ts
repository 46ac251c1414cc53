import { personaHash } from '@cordon/personas'
import { initPersonaRegistry } from '@cordon/personas/process'
import { openRegistry } from '@cordon/personas/registry'
import { generateSealKey, sealPersonas, verifySeal } from '@cordon/personas/seal'
import { describe, expect, test } from 'vitest'

test.each([
  ['openRegistry without options', () => openRegistry('personas', undefined as never)],
  ['openRegistry with null', () => openRegistry('personas', null as never)],
  ['sealPersonas with a misspelt option', () => sealPersonas('personas', { privatKey: '' } as never)],
  ['verifySeal with a misspelt option', () => verifySeal('personas', { publikKey: '' } as never)],
])('PER-164 %s is a TypeError about options', async (_title, call) => {
  await expect(call()).rejects.toThrow(/^"options" expected /)
})

test.each([
  ['handles', 'harbour-clerk@1.0.0', '"handles" expected an array of string, got another value'],
  ['handles', [5], '"handles" expected an array of string, got another value'],
  ['handles', null, '"handles" expected an array of string, got another value'],
  ['actor', 5, '"actor" expected string, got number'],
])('PER-181 sealPersonas refuses %s of %j', async (option, value, message) => {
  await expect(sealPersonas('personas', { [option]: value })).rejects.toThrow(message)
  await expect(sealPersonas('personas', { [option]: value })).rejects.toThrow(TypeError)
})

test('PER-164 a hash of something else than a persona is refused', () => {
  expect(() => personaHash({} as never)).toThrow('"persona" expected a Persona, got object')
})

describe('options that go together', () => {
  const key = generateSealKey()

  test.each([
    // @ts-expect-error a sealed registry takes a key, or does without by name
    ['sealed without a key', () => openRegistry('personas', { integrity: 'sealed' })],
    // @ts-expect-error false is not spelled out
    ['not unsigned', () => openRegistry('personas', { integrity: 'sealed', unsigned: false })],
    [
      'a key that nobody asks for',
      // @ts-expect-error one of the two
      () => openRegistry('personas', { integrity: 'sealed', unsigned: true, publicKey: key.publicKey }),
    ],
    [
      'a key when live',
      // @ts-expect-error live checks no signature
      () => openRegistry('personas', { integrity: 'live', publicKey: key.publicKey }),
    ],
    // @ts-expect-error live has no lock
    ['unsigned when live', () => openRegistry('personas', { integrity: 'live', unsigned: true })],
    [
      'the process registry sealed without a key',
      // @ts-expect-error as openRegistry
      () => initPersonaRegistry('personas', { integrity: 'sealed' }),
    ],
    [
      'a key that vouches for a lock which is not signed anew',
      // @ts-expect-error it goes with a private key
      () => sealPersonas('personas', { publicKey: key.publicKey }),
    ],
  ])('PER-217 do not compile otherwise, and are refused: %s', async (_title, call) => {
    await expect(call()).rejects.toThrow(TypeError)
  })
})
