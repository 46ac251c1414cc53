import { drawNonce } from '@cordon/nonce'
import { vi } from 'vitest'

/** The nonce that the `block`th draw gives while {@link stubPlatformSource} is in force: that number, 16 times. */
export const nonceOfBlock = (block: number): string => block.toString(16).padStart(2, '0').repeat(16)

/** Makes the platform's source count: the next draw gives `nonceOfBlock(2)`, the one after it `nonceOfBlock(3)`. */
export function stubPlatformSource(): void {
  vi.stubGlobal('crypto', {
    getRandomValues: (bytes: Uint8Array) => {
      for (const index of bytes.keys()) bytes[index] = (index >> 4) + 1
      return bytes
    },
  })
  // What is left in the pool was drawn from the real source.
  while (drawNonce() !== nonceOfBlock(1));
}

/** Gives the real source back and empties the pool of what the stub put into it. */
export function restorePlatformSource(): void {
  vi.unstubAllGlobals()
  for (let draw = 0; draw <= 256; draw += 1) drawNonce()
}
