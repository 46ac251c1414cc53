import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import canonicalize from 'canonicalize'
import type { Persona } from '../contract/persona.ts'

/**
 * Returns the hash of everything in a persona that steers a model, 64 lowercase hex characters: SHA-256 of the
 * RFC 8785 form of handle, body hash, tools, traits and hints. `sourceHash` alone covers the body only, so it does not
 * change when a tool is added.
 *
 * @throws TypeError for anything but a persona.
 */
export function personaHash(persona: Persona): string {
  if (typeof persona?.handle !== 'string' || typeof persona.llmHints !== 'object')
    throw new TypeError(`"persona" expected a Persona, got ${persona === null ? 'null' : typeof persona}`)
  const form = canonicalize({
    v: 1,
    handle: persona.handle,
    body_sha256: persona.sourceHash,
    allowed_tools: persona.allowedTools,
    traits: persona.traits,
    llm_hints: {
      temperature: persona.llmHints.temperature ?? null,
      max_tokens: persona.llmHints.maxTokens ?? null,
      stop_sequences: persona.llmHints.stopSequences ?? [],
    },
  })
  return bytesToHex(sha256(utf8ToBytes(String(form))))
}
