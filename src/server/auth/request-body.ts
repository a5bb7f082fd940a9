import { Problem } from '#shared/http/errors.ts'

const MAX_BODY_BYTES = 20_000

export type ReadBody = { json: unknown } | { problem: Problem }

/** Reads the body, or keeps what is wrong with it until the limits have spoken. */
export async function readBody(request: Request): Promise<ReadBody> {
  const type = request.headers.get('content-type') ?? ''
  const isEmpty = request.body === null
  if (!isEmpty && !/^application\/json\s*(;|$)/i.test(type)) return { problem: new Problem('json_expected') }
  const parts: Uint8Array[] = []
  let size = 0
  const reader = request.body?.getReader()
  for (;;) {
    // It breaks off when its sender goes away.
    const read = await reader?.read().catch(() => null)
    if (read === null) return { problem: new Problem('bad_request') }
    const { value: part, done } = read ?? { done: true }
    if (done) break
    size += part.byteLength
    if (size > MAX_BODY_BYTES) {
      // Not awaited: where this is one of two readers of a request, it waits for the other.
      void reader?.cancel().catch(() => {})
      return { problem: new Problem('too_large') }
    }
    parts.push(part)
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts))
    return { json: text === '' && isEmpty ? {} : JSON.parse(text) }
  } catch {
    return { problem: new Problem('not_json') }
  }
}
