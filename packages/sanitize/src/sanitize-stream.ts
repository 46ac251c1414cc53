import { createSanitizer } from './create-sanitizer.ts'
import type { SanitizeOptions } from './options/policy.ts'

/**
 * A Web `TransformStream` around `createSanitizer`: strings in, sanitized strings out, the same text for every
 * chunking. Back-pressure is the platform's; what it holds itself is bounded by the look-ahead. Policy `strict` by
 * default.
 */
export class SanitizeStream extends TransformStream<string, string> {
  constructor(options?: SanitizeOptions) {
    const sanitizer = createSanitizer(options)
    const emit = (text: string, controller: TransformStreamDefaultController<string>) => {
      if (text !== '') controller.enqueue(text)
    }
    super({
      transform: (chunk, controller) => emit(sanitizer.push(chunk), controller),
      flush: (controller) => emit(sanitizer.end(), controller),
    })
  }
}
