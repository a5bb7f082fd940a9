import { isAdjusted } from '#shared/files/picture-sides.ts'
import { outlineOf } from '#shared/reading/card-area.ts'
import { MAX_PAGES, type Purpose, type ReadPage, type Suggestion } from '#shared/reading/page.ts'
import { SOURCE_PIXELS } from '#shared/reading/picture.ts'
import { courseRecordsIn, suggestionsIn } from '#shared/reading/suggestions.ts'
import { contentUrl } from '#web/files/api.ts'
import type { Highlight } from '#web/files/capture/highlight-view.tsx'
import { drawPicture } from '#web/files/capture/page-drawing.ts'
import { openPdf } from '#web/files/open-pdf.ts'
import { isPdf, isPicture, type Upload } from '#web/files/use-uploads.ts'
import { recognize } from './recognition-api.ts'

/** Suggestions, and where each was read, by its field. */
export type ReadRecord = {
  suggestions: readonly Suggestion[]
  highlights: Readonly<Record<string, Highlight>>
}

/** The values read from the files of a record. `courses`: if there are several. */
export type ReadFiles = ReadRecord & { courses: readonly ReadRecord[] }

const objects = [
  '<</Type/Catalog/Pages 2 0 R>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Resources<</Font<</F 4 0 R>>>>/Contents 5 0 R>>',
  '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
]

const lines = [
  '(Texas Board of Nursing)',
  '(Registered Nurse)',
  '(Name: Ann Sample)',
  '(License No.: 1)',
  '(Expiration Date: 03/31/2028)',
]

/** Pages of a scanned PDF that are read; a card or certificate has one or two. */
const MAX_SCANNED_PAGES = 2
const SCAN_WIDTH = 1600

/** The longest time that pdf.js may look for the text of a file, or draw one of its pages. */
const LIMIT_MS = 60_000

type Progress = (part: number) => void
/** A page of one of the files. `ratio`: the height of the shown page divided by its width. */
export type PageOfFile = { key: string; ratio: number; page: ReadPage }

/** Loads the modules for most files before one is chosen, and reads a sample, because the first run is the slowest. */
export async function prepare(): Promise<void> {
  const abort = new AbortController()
  try {
    const { pages } = await openPdf(new Blob([samplePdf()]), 1, abort.signal)
    suggestionsIn(pages, '2026-01-01')
  } finally {
    abort.abort()
  }
}

/** The text that was recognized on the pages of a file. They are read on this device and sent nowhere. */
export async function readPages(
  upload: Upload,
  signal: AbortSignal,
  onProgress: Progress,
): Promise<PageOfFile[]> {
  const { key, name } = upload
  const id = upload.state === 'sent' ? upload.id : ''
  const read = async (canvas: HTMLCanvasElement, number: number): Promise<PageOfFile> => {
    const bitmap = await createImageBitmap(canvas)
    const job = { bitmap, number, isCropped: isAdjusted(name) }
    const ratio = canvas.height / canvas.width
    return { key, ratio, page: await recognize(job, signal, onProgress) }
  }
  if (isPicture(upload)) return [await read(await drawPicture(id, upload.file, signal, SOURCE_PIXELS), 1)]
  if (!isPdf(upload)) return []
  const abort = new AbortController()
  try {
    const source = upload.file ?? contentUrl(id)
    const opened = openPdf(source, MAX_PAGES, AbortSignal.any([signal, abort.signal]))
    const { pages } = await withLimit(opened, signal)
    if (pages.some(({ words }) => words.length > 0))
      return pages.map(({ draw, ...page }) => ({ key, ratio: page.height / page.width, page }))
    const scanned: PageOfFile[] = []
    for (const page of pages.slice(0, MAX_SCANNED_PAGES)) {
      const canvas = document.createElement('canvas')
      await withLimit(page.draw(canvas, SCAN_WIDTH / Math.min(window.devicePixelRatio, 2)), signal)
      scanned.push(await read(canvas, page.number))
    }
    return scanned
  } finally {
    abort.abort()
  }
}

/** Promises of pdf.js may never settle: a damaged file, or a document that was closed meanwhile. */
function withLimit<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const limit = setTimeout(() => reject(new Error('Reading took too long')), LIMIT_MS)
  const cancel = () => reject(signal.reason)
  signal.addEventListener('abort', cancel)
  return Promise.race([work, promise]).finally(() => {
    clearTimeout(limit)
    signal.removeEventListener('abort', cancel)
  })
}

/** The first file determines the kind; the others, such as the back of a card, add missing values. */
export function readingOf(files: readonly PageOfFile[][], today: string, purpose: Purpose): ReadFiles {
  const [main = []] = files
  const all = files.flat()
  const pages = all.map(({ page }, at) => numbered(page, at + 1))
  const first = suggestionsIn(pages.slice(0, main.length), today, purpose)
  const added = files.length > 1 ? suggestionsIn(pages, today, purpose) : []
  const isNew = ({ field }: Suggestion) => first.every((one) => one.field !== field)
  const suggestions = [...first, ...added.filter(isNew)]
  const toRecord = (own: readonly Suggestion[]): ReadRecord => ({
    suggestions: own,
    highlights: Object.fromEntries(own.flatMap((one) => highlightOf(one, all, pages))),
  })
  const courses = courseRecordsIn(pages, suggestions, today)
  return { ...toRecord(suggestions), courses: courses.map(toRecord) }
}

const numbered = (page: ReadPage, number: number): ReadPage => ({
  ...page,
  number,
  words: page.words.map((word) => ({ ...word, page: number })),
})

function highlightOf(
  { field, where }: Suggestion,
  files: readonly PageOfFile[],
  pages: readonly ReadPage[],
): [string, Highlight][] {
  const at = (where[0]?.page ?? 0) - 1
  const [file, page] = [files[at], pages[at]]
  if (!file || !page) return []
  const outlines = where.flatMap((place) => (place.page === at + 1 ? [outlineOf(place.box, page)] : []))
  return [[field, { key: file.key, page: file.page.number, ratio: file.ratio, outlines }]]
}

/** The bytes of an invented page in the layout of a board. */
function samplePdf(): Uint8Array<ArrayBuffer> {
  const text = lines.map((line, at) => `BT/F 12 Tf 20 ${180 - at * 24} Td${line}Tj ET`).join('\n')
  const all = [...objects, `<</Length ${text.length}>>\nstream\n${text}\nendstream`]
  let pdf = '%PDF-1.4\n'
  const offsets = all.map((object, at) => {
    const offset = pdf.length
    pdf += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const size = all.length + 1
  const end = `trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${pdf.length}\n%%EOF\n`
  return new TextEncoder().encode(`${pdf}xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}${end}`)
}
