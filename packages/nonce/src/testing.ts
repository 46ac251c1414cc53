export { fixedRng } from './fixed-rng.ts'
