/** Names of the OpenTelemetry semantic conventions for generative AI, v0.1.0 (status: development). */
export const GEN_AI = {
  operationName: 'gen_ai.operation.name',
  providerName: 'gen_ai.provider.name',
  requestModel: 'gen_ai.request.model',
  requestStream: 'gen_ai.request.stream',
  finishReasons: 'gen_ai.response.finish_reasons',
  inputTokens: 'gen_ai.usage.input_tokens',
  outputTokens: 'gen_ai.usage.output_tokens',
  agentName: 'gen_ai.agent.name',
  agentId: 'gen_ai.agent.id',
  agentVersion: 'gen_ai.agent.version',
  errorType: 'error.type',
} as const

/** The same for the numbers of a request, by their fields. */
export const GEN_AI_NUMBERS: readonly (readonly [field: string, attribute: string])[] = [
  ['n', 'gen_ai.request.choice.count'],
  ['seed', 'gen_ai.request.seed'],
  ['temperature', 'gen_ai.request.temperature'],
  ['top_p', 'gen_ai.request.top_p'],
  ['max_completion_tokens', 'gen_ai.request.max_tokens'],
  ['max_tokens', 'gen_ai.request.max_tokens'],
  ['frequency_penalty', 'gen_ai.request.frequency_penalty'],
  ['presence_penalty', 'gen_ai.request.presence_penalty'],
]
