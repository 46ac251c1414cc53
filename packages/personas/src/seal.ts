export { generateSealKey, type SealKeyPair } from './generate-seal-key.ts'
export type { SealKey } from './internal/seal-keys.ts'
export { type SealPersonasOptions, type SealRecord, sealPersonas } from './seal-personas.ts'
export { type SealVerification, type VerifySealOptions, verifySeal } from './verify-seal.ts'
