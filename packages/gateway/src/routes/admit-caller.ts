import { guardContentType } from '../http/content-type-guard.ts'
import type { Exchange } from '../http/exchange.ts'
import { type RequestRecord, readBody } from '../http/request-record.ts'
import type { Caller } from '../http/tenants.ts'
import type { GatewayCore } from './gateway-core.ts'

/**
 * Runs `answer` with the caller and the body of its request. Key and limits come before the body (ADR 016): one that
 * drips in takes a place among the caller's open requests like any other.
 *
 * @throws `ERR_GATEWAY_UNSUPPORTED_MEDIA_TYPE`, `ERR_GATEWAY_INVALID_API_KEY`, `ERR_GATEWAY_RATE_LIMITED`, what
 * {@link Exchange.readBody} rejects with, and what `answer` does.
 */
export async function admitCaller(
  core: GatewayCore,
  exchange: Exchange,
  record: RequestRecord,
  answer: (caller: Caller, body: Buffer) => Promise<void>,
): Promise<void> {
  guardContentType(exchange, core.tenants.keyless)
  const caller = core.tenants.identify(exchange)
  record.tenant = caller.name
  const leave = caller.limiter.enter()
  try {
    await answer(caller, await readBody(exchange, record, core.limits.maxBodyBytes))
  } finally {
    leave()
  }
}
