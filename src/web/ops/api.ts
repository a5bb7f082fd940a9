import type { debugContract } from '#shared/ops/contract.ts'
import { client } from '#web/http/client.ts'

const api = client<typeof debugContract>()

/** The URL of a message in the local outbox, for a sandboxed frame. */
export function outboxMessageUrl(id: string): string {
  return api.url('GET /api/debug/outbox/{id}', { params: { id } })
}
