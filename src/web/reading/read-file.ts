import { MAX_PAGES, type ReadDocument, type ReadPage } from '#shared/reading/page.ts'
import { suggestionsIn } from '#shared/reading/suggestions.ts'
import { contentUrl } from '#web/files/api.ts'
import { drawPicture } from '#web/files/capture/page-drawing.ts'
import { openPdf } from '#web/files/open-pdf.ts'
import { isPdf, isPicture, type Upload } from '#web/files/use-uploads.ts'
import { recognize } from './recognition-api.ts'

/** Pages of a scanned PDF that are read; a card or certificate has one or two. */
const MAX_SCANNED_PAGES = 2
const SCAN_WIDTH = 1600

type Progress = (part: number) => void

/** What a file seems to say. It is read on this device and sent nowhere. */
export async function readDocument(
  upload: Upload,
  today: string,
  signal: AbortSignal,
  onProgress: Progress,
): Promise<ReadDocument> {
  const pages = await readPages(upload, signal, onProgress)
  return { pages, suggestions: suggestionsIn(pages, today) }
}

/** The text of a PDF, or what Tesseract sees on a picture. */
async function readPages(upload: Upload, signal: AbortSignal, onProgress: Progress): Promise<ReadPage[]> {
  const id = upload.state === 'sent' ? upload.id : ''
  if (isPicture(upload)) {
    const canvas = await drawPicture(id, upload.file, signal)
    return [await recognizeCanvas(canvas, 1, signal, onProgress)]
  }
  if (!isPdf(upload)) return []
  const abort = new AbortController()
  try {
    const source = upload.file ?? contentUrl(id)
    const { pages } = await openPdf(source, MAX_PAGES, AbortSignal.any([signal, abort.signal]))
    if (pages.some(({ words }) => words.length > 0)) return pages.map(({ draw, ...page }) => page)
    const scanned: ReadPage[] = []
    for (const page of pages.slice(0, MAX_SCANNED_PAGES)) {
      const canvas = document.createElement('canvas')
      await page.draw(canvas, SCAN_WIDTH / Math.min(window.devicePixelRatio, 2))
      scanned.push(await recognizeCanvas(canvas, page.number, signal, onProgress))
    }
    return scanned
  } finally {
    abort.abort()
  }
}

async function recognizeCanvas(
  canvas: HTMLCanvasElement,
  number: number,
  signal: AbortSignal,
  onProgress: Progress,
) {
  return recognize({ bitmap: await createImageBitmap(canvas), number }, signal, onProgress)
}
