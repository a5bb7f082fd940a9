import type { RequestSpec } from './actors-row-kinds.ts'
import type { Browser } from './browser.ts'
import type { Operation } from './open-api.ts'

export function requestPath({ path }: Operation, { params = {}, query, path: given }: RequestSpec): string {
  const filled = path.replace(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(params[name] ?? ''))
  return given ?? (query === undefined ? filled : `${filled}?${query}`)
}

export function sendAs(who: Browser, asked: RequestSpec, operation: Operation): Promise<Response> {
  const { body, headers = {}, by = who } = asked
  const { method } = operation
  const address = requestPath(operation, asked)
  const isRaw = body instanceof FormData || body instanceof URLSearchParams || body instanceof Blob
  return isRaw ? by.fetch(address, { method, body, headers }) : by.json(method, address, body, headers)
}
