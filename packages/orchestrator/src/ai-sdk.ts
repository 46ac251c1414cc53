export { type AiSdkLanguageModel, fromLanguageModel } from './providers/from-language-model.ts'
