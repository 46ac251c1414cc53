export { type AiSdkLanguageModel, fromLanguageModel } from './from-language-model.ts'
