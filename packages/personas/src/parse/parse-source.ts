import { PersonaError } from '../contract/errors.ts'
import type { Persona } from '../contract/persona.ts'
import { quotePath } from '../contract/quote.ts'
import { schemaFault } from '../contract/schema-fault.ts'
import { canonicalizeBody } from './canonicalize-body.ts'
import { decodeSource } from './decode-source.ts'
import { MAX_BODY_BYTES } from './limits.ts'
import { type Frontmatter, readFrontmatter } from './read-frontmatter.ts'
import { splitFrontmatter } from './split-frontmatter.ts'

export interface ParsedSource {
  readonly persona: Persona
  /** UTF-8 of the canonical body: kept, because hashing bytes is half the price of hashing a string. */
  readonly bodyBytes: Uint8Array
}

/** Returns a body's UTF-8 and its SHA-256. Node's own ways are ten times as fast as those that also run in a browser. */
export type DigestBody = (body: string) => { readonly bytes: Uint8Array; readonly sha256Hex: string }

/** Returns the persona in `bytes` and the bytes its hash is over. See `parsePersona` for the rules. */
export function parseSource(path: string, bytes: Uint8Array, digest: DigestBody): ParsedSource {
  const { frontmatter, body: rawBody } = splitFrontmatter(path, decodeSource(path, bytes))
  const fields = readFrontmatter(path, frontmatter)
  const body = canonicalizeBody(rawBody)
  if (body === '\n') {
    throw schemaFault(path, 'empty_body', {}, 'found no body; write the prompt below the closing fence')
  }
  const { bytes: bodyBytes, sha256Hex } = digest(body)
  if (bodyBytes.length > MAX_BODY_BYTES) {
    const found = `found a body of ${bodyBytes.length} bytes; at most ${MAX_BODY_BYTES} are injected`
    throw schemaFault(path, 'too_large', {}, found)
  }
  const handle = `${fields.id}@${fields.version}`
  if (path.slice(path.lastIndexOf('/') + 1) !== `${handle}.md`) {
    const message = `${quotePath(path)}: the frontmatter says ${handle}; rename the file to ${handle}.md, or correct id and version`
    throw new PersonaError('ERR_PERSONA_FILENAME_MISMATCH', message, { path, handle })
  }
  return { persona: freezePersona(handle, fields, body, path, sha256Hex), bodyBytes }
}

function freezePersona(
  handle: string,
  fields: Frontmatter,
  body: string,
  sourcePath: string,
  sourceHash: string,
): Persona {
  const { stopSequences } = fields.llmHints
  if (stopSequences !== undefined) Object.freeze(stopSequences)
  return Object.freeze({
    handle,
    id: fields.id,
    version: fields.version,
    body,
    allowedTools: Object.freeze(fields.allowedTools),
    traits: Object.freeze(fields.traits),
    llmHints: Object.freeze(fields.llmHints),
    sourcePath,
    sourceHash,
  })
}
