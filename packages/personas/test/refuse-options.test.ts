import { personaHash } from '@cordon/personas'
import { openRegistry } from '@cordon/personas/registry'
import { sealPersonas, verifySeal } from '@cordon/personas/seal'
import { expect, test } from 'vitest'

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
