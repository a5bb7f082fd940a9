import type { Readable } from 'node:stream'
import type { Context } from 'hono'
import { contentDisposition, fileHeaders, streamBody } from '#server/http/download.ts'
import { Problem } from '#shared/http/errors.ts'

/** A document with its file name and size in bytes; `remove` frees its disk space. */
type NamedDocument = {
  name: string
  size: number
  read(): Readable
  remove(): Promise<void>
}
type SendOptions = {
  type: 'application/pdf' | 'application/zip'
  disposition?: 'inline' | 'attachment'
  /** Awaited before the first byte. */
  before?: (document: { size: number }) => Promise<void>
}

/**
 * Sends the document that `work` resolves to. A client that disconnects in the meantime leaves no error and no file
 * behind.
 */
export async function sendDocument<D extends NamedDocument>(
  c: Context,
  work: Promise<D>,
  { type, disposition = 'attachment', before = async () => {} }: SendOptions,
): Promise<Response> {
  const { signal } = c.req.raw
  const document = await work.catch((error) => {
    throw signal.aborted ? new Problem('bad_request') : error
  })
  // Reading the document removes it; this removes one that is never read.
  signal.addEventListener('abort', () => void document.remove(), { once: true })
  try {
    if (signal.aborted) throw new Problem('bad_request')
    await before(document)
    // Reading opens files: not for a client that has disconnected in the meantime.
    if (signal.aborted) throw new Problem('bad_request')
    return c.body(streamBody(c, document.read()), 200, {
      ...fileHeaders(),
      'Content-Type': type,
      'Content-Length': String(document.size),
      'Content-Disposition': contentDisposition(disposition, document.name),
    })
  } catch (error) {
    await document.remove()
    throw error
  }
}
