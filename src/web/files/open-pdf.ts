import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { ReadPage } from '#shared/reading/page.ts'
import { wordsOfPdf } from '#shared/reading/pdf-words.ts'
import { offlineSource } from '#web/http/offline-source.ts'
import { offlineState } from '#web/offline/offline-state.ts'

/** A scan has no text: its page is shown while it is recognized. */
const MOST_MS = 2_000

/** Pages that a view shows. */
export const MOST_PAGES = 60

/** The values that were read appear on the screen first. */
const AFTER_MS = 100

let readings: Promise<unknown> = Promise.resolve()

export type Page = {
  number: number
  /** Width by height. */
  ratio: number
  text: string
  draw(canvas: HTMLCanvasElement, width: number): Promise<void>
}
/** A page with its words, which a reader of cards needs. */
export type PdfPage = Page & ReadPage
export type Pdf = { pages: PdfPage[]; total: number }

let loaded: ReturnType<typeof load> | undefined

/** pdf.js and its worker, which all views share: a phone takes longer to start it than to open a card. */
function loadPdf() {
  loaded ??= load().catch((error: unknown) => {
    loaded = undefined
    throw error
  })
  return loaded
}

async function load() {
  const [pdfjs, { default: workerSrc }] = await Promise.all([
    import('pdfjs-dist'),
    import('pdfjs-dist/build/pdf.worker.min.mjs?url'),
  ])
  pdfjs.GlobalWorkerOptions.workerSrc = workerSrc
  const parts = `/assets/pdf-${pdfjs.version}`
  const options = {
    wasmUrl: `${parts}/wasm/`,
    cMapUrl: `${parts}/cmaps/`,
    iccUrl: `${parts}/iccs/`,
    standardFontDataUrl: `${parts}/standard_fonts/`,
    ...{ useSystemFonts: true, disableFontFace: true },
  }
  return { pdfjs, options: { ...options, worker: new pdfjs.PDFWorker() } }
}

/**
 * Draws a PDF on canvases: nothing in it can run, and no browser plug-in is used. pdf.js is loaded when the first PDF
 * is shown. Destroys the worker's document when the view unmounts.
 */
export function openPdf(source: string | Blob, most: number, signal: AbortSignal): Promise<Pdf> {
  return withPdf(source, signal, (pdf) => pagesOf(pdf, most))
}

async function withPdf<T>(
  source: string | Blob,
  signal: AbortSignal,
  read: (pdf: PDFDocumentProxy) => Promise<T>,
): Promise<T> {
  const { pdfjs, options } = await loadPdf()
  signal.throwIfAborted()
  const bytes = typeof source === 'string' ? await keptBytes(source) : source
  const from = bytes ? { data: await bytes.arrayBuffer() } : { url: String(source) }
  signal.throwIfAborted()
  const task = pdfjs.getDocument({ ...from, ...options })
  // A promise of a destroyed document may never settle.
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      void task.destroy().catch(() => {})
      reject(signal.reason)
    })
  })
  return Promise.race([read(await Promise.race([task.promise, aborted])), aborted])
}

/** Why a PDF is not shown to others like any other. */
export type PdfCautionKind = 'locked' | 'portfolio' | 'xfa'

export async function findCaution(
  source: string | Blob,
  signal: AbortSignal,
): Promise<PdfCautionKind | null> {
  const abort = new AbortController()
  try {
    return await withPdf(source, AbortSignal.any([signal, abort.signal]), cautionIn)
  } catch (error) {
    if (isLocked(error)) return 'locked'
    throw error
  } finally {
    abort.abort()
  }
}

export function isLocked(error: unknown): boolean {
  return error instanceof Error && error.name === 'PasswordException'
}

async function cautionIn(pdf: PDFDocumentProxy): Promise<PdfCautionKind | null> {
  const info = Object((await pdf.getMetadata()).info)
  if (info.IsCollectionPresent) return 'portfolio'
  if (!info.IsXFAPresent) return null
  const { items } = await (await pdf.getPage(1)).getTextContent()
  const text = items.map((item) => ('str' in item ? item.str : '')).join('')
  return !info.IsAcroFormPresent || /^\s*please wait/i.test(text) ? 'xfa' : null
}

/** Loads all that the pages need, so that a device which keeps the PDF can draw them without a connection. */
export async function loadPdfParts(bytes: Blob): Promise<void> {
  const abort = new AbortController()
  const load = async (pdf: PDFDocumentProxy) => {
    for (let number = 1; number <= Math.min(pdf.numPages, MOST_PAGES); number++)
      await (await pdf.getPage(number)).getOperatorList()
  }
  // A PDF that cannot be displayed is kept as it is.
  await withPdf(bytes, abort.signal, load).catch(() => {})
  abort.abort()
}

async function pagesOf(pdf: PDFDocumentProxy, most: number): Promise<Pdf> {
  const numbers = Array.from({ length: Math.min(pdf.numPages, most) }, (_, index) => index + 1)
  const pages = numbers.map(async (number): Promise<PdfPage> => {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    const { width: fullWidth, height } = page.getViewport({ scale: 1 })
    return {
      number,
      width: fullWidth,
      height,
      words: wordsOfPdf(items, number, height),
      ratio: fullWidth / height,
      text: items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''),
      draw: async (canvas, width) => {
        const scale = (width * Math.min(window.devicePixelRatio, 2)) / fullWidth
        const viewport = page.getViewport({ scale })
        canvas.width = viewport.width
        canvas.height = viewport.height
        await page.render({ canvas, viewport }).promise
      },
    }
  })
  return { pages: await Promise.all(pages), total: pdf.numPages }
}

/** Without a connection, the document of this address as this device keeps it. */
async function keptBytes(address: string): Promise<Blob | null> {
  const [, id] = /^\/api\/upload\/([0-9a-f-]{36})\/content/.exec(address) ?? []
  const source = id && offlineState().isOffline ? await offlineSource() : null
  return (id && (await source?.bytes(id))) || null
}

/** Views of PDFs wait until the returned function is called: on a phone they would slow down reading. */
export function holdPdfViews(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(resolve, MOST_MS)
  readings = Promise.all([readings, promise])
  return () => setTimeout(resolve, AFTER_MS)
}

/** Resolves when a view may open its PDF. */
export async function turnOfPdfView(): Promise<void> {
  await readings
}
