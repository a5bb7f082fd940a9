import { buffer } from 'node:stream/consumers'
import { issueCode, signDocument } from '#server/checks/statement-service.ts'
import { makeJpeg } from '#server/documents/image-preview.ts'
import type { CreatedPacket } from '#server/documents/packet.ts'
import { type CachedSource, createCachedPacket } from '#server/files/packet-cache-service.ts'
import { readPreview, sourceOf } from '#server/files/service.ts'
import type { FileRow } from '#server/files/store.ts'
import type { FairKeys } from '#server/kernel/fair-queue.ts'
import type { Services } from '#server/services.ts'
import { Problem } from '#shared/http/errors.ts'
import { attachedFiles } from '#shared/shares/packet.ts'
import type { ViewFile } from '#shared/shares/view.ts'
import {
  auditHealthRecords,
  presentViewOrRefuse,
  recordOnce,
  refuse,
  type ShareSession,
} from './session-service.ts'
import { ownerOf } from './session-store.ts'
import { filesIn, type VisitorView } from './view-service.ts'

export type Disposition = 'inline' | 'attachment'
/** A file as the visitor sees it, and its row. */
export type SharedFile = { file: ViewFile; row: FileRow }

/**
 * One file of a share. Logs it as viewed or downloaded, unless only its headers are requested. Rejects with
 * `page_not_found` for a file that the share does not show, with `downloads_off`, or at the limit of copies.
 */
export async function findSharedFile(
  services: Services,
  session: ShareSession,
  request: { fileId: string; disposition: Disposition; isHead: boolean },
): Promise<SharedFile> {
  const { fileId, disposition, isHead } = request
  const { view, files } = await presentViewOrRefuse(services, session)
  const file = view.items.flatMap(filesIn).find(({ id }) => id === fileId)
  const row = files.get(fileId)
  if (!file || !row) throw new Problem('page_not_found')
  const isDownload = disposition === 'attachment'
  if (isDownload && !session.row.allowDownloads) return refuse(services, session, 'download')
  if (isHead) return { file, row }
  // Limited because the copy is created again for each request.
  if (isDownload || file.kind === 'pdf') await services.limits.consume('sharePacket', session.row.id)
  const isOfHealth = row.resourceType === 'healthRecord'
  if (isOfHealth && row.resourceId !== null) await auditHealthRecords(services.db, session, [row.resourceId])
  // The name of a health document is stored encrypted only, and the line before names its record.
  const what = isOfHealth ? 'health document' : file.name
  await recordOnce(services, session, isDownload ? 'downloaded' : 'viewed', what)
  return { file, row }
}

export type PreparedPacket = VisitorView & { consumeLimit(): Promise<void>; recordDownload(): Promise<void> }

/** The contents of a share's packet. Call `recordDownload` once the packet is made. Rejects with `downloads_off`. */
export async function prepareSharePacket(services: Services, session: ShareSession): Promise<PreparedPacket> {
  if (!session.row.allowDownloads) return refuse(services, session, 'download')
  return {
    ...(await presentViewOrRefuse(services, session)),
    consumeLimit: async () => void (await services.limits.consume('sharePacket', session.row.id)),
    async recordDownload() {
      await auditHealthRecords(services.db, session)
      await recordOnce(services, session, 'downloaded', 'packet')
    },
  }
}

/** One PDF with the text of `view` and the pages of every file. Rejects like `createCachedPacket`. */
export async function writeSharePacket(
  services: Services,
  session: ShareSession,
  { view, files }: VisitorView,
  signal: AbortSignal,
): Promise<CreatedPacket> {
  const sources = attachedFiles(view).map(({ file }) => {
    const row = files.get(file.id)
    return row ? sourceOf(services, row) : missing
  })
  // The document contains the day but not the time, so the same view a minute later gives the same document.
  const language = session.t.language
  const owner = ownerOf(session.row)
  const issue = await issueCode(services, owner, { kind: 'sharePacket', linkId: session.row.id })
  const check = { code: issue.code, publicUrl: services.config.publicUrl }
  const document = { kind: 'share', view: { ...view, asOf: '' }, language, check } as const
  const options = { signal, keys: keysOf(session) }
  const made = await createCachedPacket(services, owner, document, sources, options)
  return signDocument(services, made, issue, 'pdf')
}

const missing: CachedSource = { key: '', mimeType: 'application/pdf', size: 0, open: async () => null }

/** Visitors share turns with other links and networks, but never use up the owner's turn. */
function keysOf({ row, visitor }: ShareSession): FairKeys {
  return { link: row.id, network: visitor.network }
}

/** Copies the pages of a PDF and drops the rest. Rejects like `createPacket`. */
export async function copyPdf(
  services: Services,
  session: ShareSession,
  row: FileRow,
  signal: AbortSignal,
): Promise<CreatedPacket> {
  const owner = ownerOf(session.row)
  const options = { signal, keys: keysOf(session) }
  const document = { kind: 'copy', language: session.t.language } as const
  const made = await createCachedPacket(services, owner, document, [sourceOf(services, row)], options)
  const issue = await issueCode(services, owner, { kind: 'shareFile', linkId: session.row.id })
  return signDocument(services, made, issue, 'pdf')
}

/** A picture without metadata, at most 1600 pixels wide. Rejects with `file_bytes_missing`. */
export async function readPicture(
  services: Services,
  session: ShareSession,
  row: FileRow,
  format: 'webp' | 'jpeg',
): Promise<Buffer> {
  if (format === 'webp') return buffer(await openPreview(services, row))
  const made = await makeJpeg(() => openPreview(services, row), 1600, keysOf(session))
  const [picture] = 'previews' in made ? made.previews : []
  if (!picture) throw new Problem('file_bytes_missing')
  return picture
}

async function openPreview(services: Services, row: FileRow) {
  const preview = await readPreview(services, row, 1600)
  if (!preview) throw new Problem('file_bytes_missing')
  return preview
}
