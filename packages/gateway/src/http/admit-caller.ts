import { guardContentType } from './content-type-guard.ts'
import type { Exchange } from './exchange.ts'
import { type RequestRecord, readBody } from './request-record.ts'
import { sharedTurn } from './shared-turn.ts'
import type { Caller, TenantDirectory } from './tenants.ts'

const bodiesRead = sharedTurn()

interface Entrance {
  readonly tenants: TenantDirectory
  readonly limits: { readonly maxBodyBytes: number }
}

/**
 * Runs `answer` with the caller and the body of its request. Key and limits come before the body (ADR 016): one that
 * drips in takes a place among the caller's open requests like any other.
 *
 * @throws `ERR_GATEWAY_UNSUPPORTED_MEDIA_TYPE`, `ERR_GATEWAY_INVALID_API_KEY`, `ERR_GATEWAY_RATE_LIMITED`, what
 * {@link Exchange.readBody} rejects with, and what `answer` does.
 */
export async function admitCaller(
  { tenants, limits }: Entrance,
  exchange: Exchange,
  record: RequestRecord,
  answer: (caller: Caller, body: Buffer) => Promise<void>,
): Promise<void> {
  guardContentType(exchange, tenants.keyless)
  const caller = tenants.identify(exchange)
  record.tenant = caller.name
  const leave = caller.limiter.enter()
  try {
    const body = await readBody(exchange, record, limits.maxBodyBytes)
    await bodiesRead()
    await answer(caller, body)
  } finally {
    leave()
  }
}
