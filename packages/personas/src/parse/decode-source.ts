import { PersonaError } from '../contract/errors.ts'
import { quotePath } from '../contract/quote.ts'
import { schemaFault } from '../contract/schema-fault.ts'
import { MAX_FILE_BYTES } from './limits.ts'

// ignoreBOM leaves a BOM in the text, so that one and two of them take the same road.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Returns the file's text: strict UTF-8, leading U+FEFF out, every line end as LF. */
export function decodeSource(path: string, bytes: Uint8Array): string {
  if (bytes.length > MAX_FILE_BYTES) {
    throw schemaFault(
      path,
      'too_large',
      {},
      `found more than ${MAX_FILE_BYTES} bytes; write a shorter persona`,
    )
  }
  const decoded = decodeUtf8(path, bytes).replace(/^\uFEFF+/, '')
  const text = decoded.includes('\r') ? decoded.replace(/\r\n?/g, '\n') : decoded
  const nul = text.indexOf('\0')
  if (nul !== -1) {
    const line = text.slice(0, nul).split('\n').length
    throw schemaFault(path, 'nul_byte', { line }, 'found a NUL byte; a persona is text, remove it')
  }
  return text
}

function decodeUtf8(path: string, bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    const utf16 = (bytes[0] === 0xfe && bytes[1] === 0xff) || (bytes[0] === 0xff && bytes[1] === 0xfe)
    throw new PersonaError(
      'ERR_PERSONA_READ_FAILED',
      `${quotePath(path)}: found ${utf16 ? 'UTF-16' : `${bytes.length} bytes that are not UTF-8`}; save the file as UTF-8`,
      { path },
    )
  }
}
