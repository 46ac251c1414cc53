/// <reference types="node" preserve="true" />
export { generateSealKey, type SealKeyPair } from './seal/generate-seal-key.ts'
export type { SealKey } from './seal/seal-keys.ts'
export { type SealPersonasOptions, type SealRecord, sealPersonas } from './seal/seal-personas.ts'
export { type SealVerification, type VerifySealOptions, verifySeal } from './seal/verify-seal.ts'
