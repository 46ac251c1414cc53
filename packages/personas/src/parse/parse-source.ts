import { collectFault } from '../contract/collect-fault.ts'
import { PersonaError } from '../contract/errors.ts'
import type { Persona } from '../contract/persona.ts'
import { quotePath } from '../contract/quote.ts'
import { schemaFault } from '../contract/schema-fault.ts'
import { canonicalizeBody } from './canonicalize-body.ts'
import { decodeSource } from './decode-source.ts'
import { MAX_BODY_BYTES } from './limits.ts'
import type { ParsedHandle } from './parse-handle.ts'
import { type Frontmatter, readFrontmatter } from './read-frontmatter.ts'
import { splitFrontmatter } from './split-frontmatter.ts'

export interface ParsedSource {
  readonly persona: Persona
  /** UTF-8 of the canonical body: kept, because hashing bytes is half the price of hashing a string. */
  readonly bodyBytes: Uint8Array
}

/** All that is wrong with a file, in its order: there is always a first. */
export type FileFaults = readonly [PersonaError, ...PersonaError[]]

/** Returns a body's UTF-8 and its SHA-256. Node's own ways are ten times as fast as those that also run in a browser. */
export type DigestBody = (body: string) => { readonly bytes: Uint8Array; readonly sha256Hex: string }

/** Returns the persona in `bytes` and the bytes its hash is over, or all that is wrong with them. See `parsePersona` for the rules. */
export function parseSource(
  path: string,
  bytes: Uint8Array,
  digest: DigestBody,
): ParsedSource | { readonly faults: FileFaults } {
  const faults: PersonaError[] = []
  const parts = collectFault(faults, () => splitFrontmatter(path, decodeSource(path, bytes)))
  if (parts === undefined) return refusal(faults)
  const fields = collectFault(faults, () => readFrontmatter(path, parts.frontmatter, faults))
  const body = collectFault(faults, () => readBody(path, parts.body, digest))
  const name = fields?.name
  if (name !== undefined) collectFault(faults, () => assertFileName(path, name))
  if (fields === undefined || name === undefined || body === undefined || faults.length > 0) {
    return refusal(faults)
  }
  return { persona: freezePersona(path, name, fields, body), bodyBytes: body.bytes }
}

/** What could not be read has left its fault, which the compiler cannot know. */
function refusal(faults: readonly PersonaError[]): { readonly faults: FileFaults } {
  return { faults: faults as FileFaults }
}

interface Body extends ReturnType<DigestBody> {
  readonly text: string
}

function readBody(path: string, raw: string, digest: DigestBody): Body {
  const text = canonicalizeBody(raw)
  if (text === '\n') {
    throw schemaFault(path, 'empty_body', {}, 'found no body; write the prompt below the closing fence')
  }
  const digested = digest(text)
  const { length } = digested.bytes
  if (length > MAX_BODY_BYTES) {
    const found = `found a body of ${length} bytes; at most ${MAX_BODY_BYTES} are injected`
    throw schemaFault(path, 'too_large', {}, found)
  }
  return { text, ...digested }
}

function assertFileName(path: string, { id, version }: ParsedHandle): void {
  const handle = `${id}@${version}`
  if (path.slice(path.lastIndexOf('/') + 1) === `${handle}.md`) return
  const message = `${quotePath(path)}: the frontmatter says ${handle}; rename the file to ${handle}.md, or correct id and version`
  throw new PersonaError('ERR_PERSONA_FILENAME_MISMATCH', message, { path, handle })
}

function freezePersona(
  sourcePath: string,
  { id, version }: ParsedHandle,
  { allowedTools, traits, llmHints }: Frontmatter,
  { text, sha256Hex }: Body,
): Persona {
  const { stopSequences } = llmHints
  if (stopSequences !== undefined) Object.freeze(stopSequences)
  return Object.freeze({
    handle: `${id}@${version}`,
    id,
    version,
    body: text,
    allowedTools: Object.freeze(allowedTools),
    traits: Object.freeze(traits),
    llmHints: Object.freeze(llmHints),
    sourcePath,
    sourceHash: sha256Hex,
  })
}
