import { useEffect, useRef, useState } from 'react'
import type { fileContract } from '#shared/files/contract.ts'
import { Problem } from '#shared/http/errors.ts'
import type { Box, PageBoxes, Redaction } from '#shared/shares/redaction.ts'
import type { ShareInput } from '#shared/shares/share.ts'
import type { SharePreview } from '#shared/shares/view.ts'
import { contentUrl, previewUrl, purgeFile, uploadFile } from '#web/files/api.ts'
import { openPdf, type Page } from '#web/files/open-pdf.ts'
import { client } from '#web/http/client.ts'
import { t } from '#web/i18n/t.ts'
import { toProblem } from '#web/ui/problem-note.tsx'
import { boxesOf, type PageRedactions, pixelsOf } from './use-redaction-boxes.ts'

/** A request may have 5,000 values, and every picture is one of them. */
const MAX_COVER_VALUES = 2000

const api = client<typeof fileContract>()

export type WithheldFile = SharePreview['withheld'][number]

/** The most pictures that may replace one file. */
const MAX_PAGES = 20
/** The longer side of a redacted picture, in pixels. Large enough to read small print. */
const LONG_SIDE = 2000
const QUALITY = 0.9

export type SourcePage = Page
export type Source = { pages: SourcePage[]; total: number }

export function openSource(
  { fileId, kind }: Pick<WithheldFile, 'fileId' | 'kind'>,
  signal: AbortSignal,
): Promise<Source> {
  return kind === 'pdf'
    ? openPdf(contentUrl(fileId), MAX_PAGES, signal)
    : openPicture(previewUrl(fileId, 1600))
}

/** A picture as a single page, from its preview: upright and without metadata. */
async function openPicture(url: string): Promise<Source> {
  const image = new Image()
  image.src = url
  await image.decode()
  const { naturalWidth, naturalHeight } = image
  const page: SourcePage = {
    number: 1,
    ratio: naturalWidth / naturalHeight,
    text: '',
    draw: async (canvas) => {
      canvas.width = naturalWidth
      canvas.height = naturalHeight
      canvas.getContext('2d')?.drawImage(image, 0, 0)
    },
  }
  return { pages: [page], total: 1 }
}

const loadError = () =>
  new Problem('unexpected', {
    detail: t`This file cannot be displayed, so its numbers cannot be covered. It is left out.`,
  })

/**
 * Renders the page and its boxes into one layer. Pixels under a box are overwritten before the picture is encoded, so
 * no copy of them is uploaded.
 */
export async function redactedPicture(page: SourcePage, boxes: Box[], total: number): Promise<File> {
  const canvas = document.createElement('canvas')
  const width = page.ratio >= 1 ? LONG_SIDE : LONG_SIDE * page.ratio
  // `draw` counts in CSS pixels. A high-density screen has two device pixels for each.
  await page.draw(canvas, width / Math.min(window.devicePixelRatio, 2))
  const context = canvas.getContext('2d')
  if (!context) throw loadError()
  // A transparent background would make black text black on black.
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.globalCompositeOperation = 'source-over'
  context.fillStyle = '#000'
  for (const box of boxes) {
    const { left, top, width, height } = pixelsOf(box, canvas)
    context.fillRect(left, top, width, height)
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
  canvas.width = 0
  if (!blob) throw loadError()
  // Not the name of the document, which may contain the number.
  return new File([blob], `page-${page.number}-of-${total}.jpg`, { type: 'image/jpeg' })
}

type UploadProgress = { done: number; total: number }
type UploadOptions = { signal: AbortSignal; onProgress?: (progress: UploadProgress) => void }

/** The ids of the uploaded pictures. If the upload fails or is stopped, none of the pictures is kept. */
export async function uploadRedacted(
  source: Source,
  covers: PageBoxes,
  { signal, onProgress = () => {} }: UploadOptions,
): Promise<string[]> {
  const ids: string[] = []
  const total = source.pages.length
  try {
    for (const [index, page] of source.pages.entries()) {
      onProgress({ done: index, total })
      const file = await redactedPicture(page, covers[index] ?? [], total)
      const idempotencyKey = crypto.randomUUID()
      const stored = await uploadFile(file, {
        ...{ resourceType: 'share', idempotencyKey, signal },
        onProgress: () => {},
      })
      ids.push(stored.id)
    }
    signal.throwIfAborted()
    return ids
  } catch (error) {
    dropPictures(ids)
    throw error
  }
}

/** Opens the pages of one file, and uploads them as redacted pictures. */
export function useRedaction({ fileId, kind }: WithheldFile) {
  const [source, setSource] = useState<Source | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [sending, setSending] = useState<UploadProgress | null>(null)
  const abort = useRef<AbortController | null>(null)

  useEffect(() => {
    const opening = new AbortController()
    openSource({ fileId, kind }, opening.signal).then(
      (found) => !opening.signal.aborted && setSource(found),
      () => !opening.signal.aborted && setProblem(loadError()),
    )
    return () => {
      opening.abort()
      abort.current?.abort()
    }
  }, [fileId, kind])

  /** The ids of the uploaded pictures; `null` if the upload was stopped or failed, and then no picture is kept. */
  async function send(pages: readonly PageRedactions[]): Promise<string[] | null> {
    if (!source) return null
    const upload = new AbortController()
    abort.current = upload
    setProblem(null)
    try {
      return await uploadRedacted(source, boxesOf(pages), { signal: upload.signal, onProgress: setSending })
    } catch (error) {
      if (!upload.signal.aborted) setProblem(toProblem(error))
      return null
    } finally {
      setSending(null)
    }
  }

  return { source, problem, sending, send, stop: () => abort.current?.abort() }
}

/** Deletes pictures that no share uses. A picture that cannot be deleted stays among the owner's files. */
export function dropPictures(ids: Iterable<string>): void {
  for (const id of ids) void purgeFile(id).catch(() => {})
}

/** Pictures uploaded for a share. Pictures that no share uses are deleted when the user leaves the page. */
export function useUploadedPictures() {
  const unused = useRef(new Set<string>())
  useEffect(() => {
    const left = unused.current
    // When the window closes, the browser would cancel an ordinary request.
    const dropNow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) return
      for (const id of left)
        void api
          .call('DELETE /api/upload/{id}', { params: { id }, query: { forever: true }, keepalive: true })
          .catch(() => {})
    }
    window.addEventListener('pagehide', dropNow)
    return () => {
      window.removeEventListener('pagehide', dropNow)
      dropPictures(left)
      left.clear()
    }
  }, [])
  return {
    add: (ids: readonly string[]) => {
      for (const id of ids) unused.current.add(id)
    },
    /** Deletes pictures that are no longer needed. */
    drop: (ids: readonly string[]) => {
      dropPictures(ids)
      for (const id of ids) unused.current.delete(id)
    },
    /** The pictures belong to a share now. */
    keep: (ids: readonly string[]) => {
      for (const id of ids) unused.current.delete(id)
    },
  }
}

type RedactionDraft = Pick<ShareInput, 'masks' | 'includeFiles' | 'redactions'>

/**
 * The redactions to send: only redactions of withheld files that the share shows. Others would store unused pictures.
 */
export function redactionsOf(
  { masks, includeFiles, redactions }: RedactionDraft,
  withheld: ReadonlySet<string>,
): Redaction[] {
  if (!masks.hideNumber || !includeFiles) return []
  let left = MAX_COVER_VALUES
  return redactions
    .filter(({ fileId }) => withheld.has(fileId))
    .map((redaction) => {
      left -= valuesIn(redaction)
      return left < 0 ? { ...redaction, covers: null } : redaction
    })
}

/** A box has five values in JSON: itself and its four numbers. */
function valuesIn({ covers }: Redaction): number {
  return (covers ?? []).reduce((sum, boxes) => sum + 1 + 5 * boxes.length, 1)
}
