import { useEffect, useRef, useState } from 'react'
import { Problem } from '#shared/http/errors.ts'
import type { SharePreview } from '#shared/shares/view.ts'
import { contentUrl, previewUrl, purgeFile, uploadFile } from '#web/files/api.ts'
import { openPdf } from '#web/files/open-pdf.ts'
import { toProblem } from '#web/ui/problem-note.tsx'
import { type Marks, pixelsOf } from './use-redaction-boxes.ts'

export type WithheldFile = SharePreview['withheld'][number]

/** Pictures that may stand for one file. */
const MOST_PAGES = 20
/** The longer side of a covered picture, in pixels: small print stays readable. */
const LONG_SIDE = 2000
const QUALITY = 0.9

export type SourcePage = Awaited<ReturnType<typeof openPdf>>['pages'][number]
export type Source = { pages: SourcePage[]; total: number }

/** A picture as the one page that it is, by our preview: upright, and nothing in it but pixels. */
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

const cannotOpen = () =>
  new Problem('unexpected', {
    detail: 'This file cannot be shown here, so nothing can be covered on it. It stays behind.',
  })

/**
 * The page with its boxes as pixels of one layer: what lay under a box is overwritten before the picture is encoded, so
 * that no copy of it exists in what is sent.
 */
export async function coveredPicture(page: SourcePage, boxes: Marks['boxes'], total: number): Promise<File> {
  const canvas = document.createElement('canvas')
  const width = page.ratio >= 1 ? LONG_SIDE : LONG_SIDE * page.ratio
  // What draws counts in CSS pixels, of which a sharp screen has two to one.
  await page.draw(canvas, width / Math.min(window.devicePixelRatio, 2))
  const context = canvas.getContext('2d')
  if (!context) throw cannotOpen()
  // Else black text on a transparent ground would become black on black.
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
  if (!blob) throw cannotOpen()
  // Nothing of the name that the file came with: that may hold the number too.
  return new File([blob], `page-${page.number}-of-${total}.jpg`, { type: 'image/jpeg' })
}

type Sending = { done: number; total: number }

/** The pages of one file, and their way to the server as covered pictures. */
export function useRedaction({ fileId, kind }: WithheldFile) {
  const [source, setSource] = useState<Source | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [sending, setSending] = useState<Sending | null>(null)
  const abort = useRef<AbortController | null>(null)

  useEffect(() => {
    const opening = new AbortController()
    const opened =
      kind === 'pdf'
        ? openPdf(contentUrl(fileId), MOST_PAGES, opening.signal)
        : openPicture(previewUrl(fileId, 1600))
    opened.then(
      (found) => !opening.signal.aborted && setSource(found),
      () => !opening.signal.aborted && setProblem(cannotOpen()),
    )
    return () => {
      opening.abort()
      abort.current?.abort()
    }
  }, [fileId, kind])

  /** The ids of the pictures, or `null` where it was stopped or failed; then none of them is left behind. */
  async function send(marks: readonly Marks[]): Promise<string[] | null> {
    if (!source) return null
    const own = new AbortController()
    abort.current = own
    const ids: string[] = []
    setProblem(null)
    try {
      for (const [index, page] of source.pages.entries()) {
        setSending({ done: index, total: source.pages.length })
        const file = await coveredPicture(page, marks[index]?.boxes ?? [], source.pages.length)
        const idempotencyKey = crypto.randomUUID()
        const stored = await uploadFile(file, { idempotencyKey, signal: own.signal, onProgress: () => {} })
        ids.push(stored.id)
      }
      return ids
    } catch (error) {
      dropPictures(ids)
      if (!own.signal.aborted) setProblem(toProblem(error))
      return null
    } finally {
      setSending(null)
    }
  }

  return { source, problem, sending, send, stop: () => abort.current?.abort() }
}

/** Deletes pictures that no link will show. One that cannot be deleted now stays among her stored files. */
export function dropPictures(ids: Iterable<string>): void {
  for (const id of ids) void purgeFile(id).catch(() => {})
}

/** Pictures that were sent for a link: those that end up in none are deleted when she goes. */
export function useSentPictures() {
  const unused = useRef(new Set<string>())
  useEffect(() => {
    const left = unused.current
    // Closing the window ends the page before an ordinary request has left.
    const dropNow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) return
      for (const id of left)
        void fetch(`/api/upload/${id}?forever=true`, { method: 'DELETE', keepalive: true })
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
    /** They are no longer wanted. */
    drop: (ids: readonly string[]) => {
      dropPictures(ids)
      for (const id of ids) unused.current.delete(id)
    },
    /** A link has taken them over. */
    keep: (ids: readonly string[]) => {
      for (const id of ids) unused.current.delete(id)
    },
  }
}
