import { useEffect, useState } from 'react'
import { wholePage } from '#shared/files/perspective.ts'
import { contentUrl } from '#web/files/api.ts'
import { openPdf, type Page as PdfPage } from '#web/files/open-pdf.ts'
import { isPdf, isPicture, type Upload } from '#web/files/use-uploads.ts'
import { type Adjustment, drawPicture } from './page-drawing.ts'

/** Pages of one PDF; more would not fit into a phone's memory. */
const MOST_PAGES = 60

type PageSource = { id: string; name: string; file: Blob | undefined } & (
  | { kind: 'picture'; canvas: HTMLCanvasElement }
  | { kind: 'pdf'; number: number; page: PdfPage }
)
export type CapturedPage = Adjustment & { key: string; source: PageSource }

/** The pages of stored files, each with its adjustment. `broken` names the files that could not be opened. */
export function usePages(uploads: readonly Upload[]) {
  const [sources] = useState(uploads)
  const [pages, setPages] = useState<CapturedPage[] | null>(null)
  const [broken, setBroken] = useState<string[]>([])

  useEffect(() => {
    const abort = new AbortController()
    const found: CapturedPage[] = []
    const failed: string[] = []
    const openAll = async () => {
      // One after the other: several decoded photos at once would not fit into a phone's memory.
      for (const upload of sources) {
        try {
          found.push(...(await openPages(upload, abort.signal)))
        } catch {
          failed.push(upload.name)
        }
        if (abort.signal.aborted) return
      }
      setPages(found)
      setBroken(failed)
    }
    void openAll()
    return () => {
      abort.abort()
      for (const { source } of found) if (source.kind === 'picture') source.canvas.width = 0
    }
  }, [sources])

  const change = (key: string, next: Partial<Adjustment>) =>
    setPages((before) => before?.map((page) => (page.key === key ? { ...page, ...next } : page)) ?? null)

  return {
    pages,
    broken,
    change,
    turn: (page: CapturedPage) => change(page.key, { turns: (page.turns + 1) % 4 }),
    remove: (key: string) => setPages((before) => before?.filter((page) => page.key !== key) ?? null),
    reorder: (next: CapturedPage[]) => setPages(next),
  }
}

async function openPages(upload: Upload, signal: AbortSignal): Promise<CapturedPage[]> {
  if (upload.state !== 'sent') return []
  const { id, key, name, file } = upload
  const untouched = { corners: wholePage, turns: 0 }
  if (isPicture(upload)) {
    const canvas = await drawPicture(id, file, signal)
    return [{ ...untouched, key, source: { kind: 'picture', id, name, file, canvas } }]
  }
  if (!isPdf(upload)) return []
  const { pages } = await openPdf(file ?? contentUrl(id), MOST_PAGES, signal)
  return pages.map((page) => ({
    ...untouched,
    key: `${key} ${page.number}`,
    source: { kind: 'pdf', id, name, file, number: page.number, page },
  }))
}
