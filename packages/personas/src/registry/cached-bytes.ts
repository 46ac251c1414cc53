type FindBytes = (handle: string) => Uint8Array | undefined

const finders = new WeakMap<object, FindBytes>()

/** Lets tests reach the bytes a registry hashes, so that they can play the memory fault. */
export function exposeCachedBytes(registry: object, find: FindBytes): void {
  finders.set(registry, find)
}

/** Returns the very bytes that `registry` hashes on each load of the persona. */
export function cachedBytesOf(registry: object, handle: string): Uint8Array | undefined {
  return finders.get(registry)?.(handle)
}
