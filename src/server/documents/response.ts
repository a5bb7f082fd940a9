import { Readable } from 'node:stream'
import type { Context } from 'hono'
import { contentDisposition, fileHeaders, streamBody } from '#server/http/download.ts'
import { Problem } from '#shared/http/errors.ts'

/** A document under the name to save it as; `remove` gives up what it takes on disk. */
type Made = {
  name: string
  size: number
  read(): Readable | ReadableStream<Uint8Array>
  remove(): Promise<void>
}
type How = {
  type: 'application/pdf' | 'application/zip'
  disposition?: 'inline' | 'attachment'
  /** Awaited before the first byte. */
  before?: (made: { size: number }) => Promise<void>
}

/** Answers with what `work` makes. Whoever goes away while it is made leaves no failure and nothing on disk. */
export async function answerMade<M extends Made>(
  c: Context,
  work: Promise<M>,
  { type, disposition = 'attachment', before = async () => {} }: How,
): Promise<Response> {
  const { signal } = c.req.raw
  const made = await work.catch((error) => {
    throw signal.aborted ? new Problem('bad_request') : error
  })
  // It goes when its reader is done or goes away; here it goes when there never is a reader.
  signal.addEventListener('abort', () => void made.remove(), { once: true })
  try {
    if (signal.aborted) throw new Problem('bad_request')
    await before(made)
    // Reading opens files: not for a client that went away meanwhile.
    if (signal.aborted) throw new Problem('bad_request')
    const bytes = made.read()
    return c.body(bytes instanceof Readable ? streamBody(c, bytes) : bytes, 200, {
      ...fileHeaders(),
      'Content-Type': type,
      'Content-Length': String(made.size),
      'Content-Disposition': contentDisposition(disposition, made.name),
    })
  } catch (error) {
    await made.remove()
    throw error
  }
}
