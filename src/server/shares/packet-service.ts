import { buffer } from 'node:stream/consumers'
import type { Context } from 'hono'
import { makeJpeg } from '#server/documents/image-preview.ts'
import { type MadePacket, makePacket, type Source } from '#server/documents/packet.ts'
import { answerMade } from '#server/documents/response.ts'
import { readPreview, sourceOf } from '#server/files/service.ts'
import type { FileRow } from '#server/files/store.ts'
import { contentDisposition, fileHeaders } from '#server/http/download.ts'
import type { Services } from '#server/services.ts'
import { Problem } from '#shared/http/errors.ts'
import { attachedFiles, sharedFileName, sharePacketName } from '#shared/shares/packet.ts'
import type { ShareView, ViewFile } from '#shared/shares/view.ts'

type Disposition = 'inline' | 'attachment'

/**
 * One PDF of all that a link shows: `view` and nothing else in words, then the pages of every file. `files` by the ids
 * in the view; what is not among them gets a page that says so. Rejects as `makePacket` does.
 */
export async function writeSharePacket(
  services: Services,
  view: ShareView,
  files: Map<string, FileRow>,
  options: { signal: AbortSignal },
): Promise<MadePacket & { name: string; size: number }> {
  const sources = attachedFiles(view).map(({ file }) => {
    const row = files.get(file.id)
    return row ? sourceOf(services, row) : missing
  })
  const made = await makePacket({ kind: 'share', view }, sources, options)
  return { ...made, name: sharePacketName(view) }
}

const missing: Source = { mimeType: 'application/pdf', size: 0, open: async () => null }

/**
 * Answers one file of a link and never its original: a picture as our preview of it (WebP in the page, JPEG to keep),
 * a PDF as a copy of its pages, or as one page that says why there are none. Always the whole; HEAD makes nothing.
 * Rejects with `file_bytes_missing` where a picture is gone.
 */
export async function answerSharedFile(
  c: Context,
  services: Services,
  shown: ViewFile,
  row: FileRow,
  disposition: Disposition,
): Promise<Response> {
  return row.mimeType === 'application/pdf'
    ? answerCopy(c, services, shown, row, disposition)
    : answerPicture(c, services, shown, row, disposition)
}

async function answerCopy(
  c: Context,
  services: Services,
  shown: ViewFile,
  row: FileRow,
  disposition: Disposition,
): Promise<Response> {
  const type = 'application/pdf'
  const name = sharedFileName(shown, 'pdf')
  if (c.req.method === 'HEAD') return c.body(null, 200, headersOf(type, disposition, name))
  const { signal } = c.req.raw
  const copy = makePacket({ kind: 'copy' }, [sourceOf(services, row)], { signal })
  return answerMade(
    c,
    copy.then((made) => ({ ...made, name })),
    { type, disposition },
  )
}

async function answerPicture(
  c: Context,
  services: Services,
  shown: ViewFile,
  row: FileRow,
  disposition: Disposition,
): Promise<Response> {
  const isShown = disposition === 'inline'
  const type = isShown ? 'image/webp' : 'image/jpeg'
  const headers = headersOf(type, disposition, sharedFileName(shown, isShown ? 'webp' : 'jpg'))
  if (c.req.method === 'HEAD') return c.body(null, 200, headers)
  const bytes = isShown ? await previewOf(services, row) : await jpegOf(services, row)
  return c.body(new Uint8Array(bytes), 200, { ...headers, 'Content-Length': String(bytes.length) })
}

async function previewOf(services: Services, row: FileRow): Promise<Buffer> {
  return buffer(await openPreview(services, row))
}

async function openPreview(services: Services, row: FileRow) {
  const preview = await readPreview(services, row, 1600)
  if (!preview) throw new Problem('file_bytes_missing')
  return preview
}

async function jpegOf(services: Services, row: FileRow): Promise<Buffer> {
  const made = await makeJpeg(() => openPreview(services, row), 1600)
  const [picture] = 'previews' in made ? made.previews : []
  if (!picture) throw new Problem('file_bytes_missing')
  return picture
}

function headersOf(type: string, disposition: Disposition, name: string): Record<string, string> {
  return {
    ...fileHeaders(),
    'Content-Type': type,
    'Content-Disposition': contentDisposition(disposition, name),
  }
}
