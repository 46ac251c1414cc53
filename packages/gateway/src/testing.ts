/// <reference types="node" preserve="true" />
export {
  chunk,
  completion,
  type ScriptedAnswer,
  textStream,
  toolCallStream,
} from './testing/scripted-answers.ts'
export {
  type ReceivedRequest,
  type ScriptedUpstream,
  startScriptedUpstream,
} from './testing/scripted-upstream.ts'
