import type { Asked } from './actors-row-kinds.ts'
import type { Browser } from './browser.ts'
import type { Operation } from './open-api.ts'

export function addressOf({ path }: Operation, { params = {}, query, path: given }: Asked): string {
  const filled = path.replace(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(params[name] ?? ''))
  return given ?? (query === undefined ? filled : `${filled}?${query}`)
}

export function send(who: Browser, asked: Asked, operation: Operation): Promise<Response> {
  const { body, headers = {}, by = who } = asked
  const { method } = operation
  const address = addressOf(operation, asked)
  const isRaw = body instanceof FormData || body instanceof URLSearchParams || body instanceof Blob
  return isRaw ? by.fetch(address, { method, body, headers }) : by.json(method, address, body, headers)
}
