import { useEffect, useState } from 'react'
import type { File as StoredFile } from '#shared/files/file.ts'
import { type PictureSide, sideNames } from '#shared/files/picture-sides.ts'
import { contentUrl } from '#web/files/api.ts'
import { useFiles } from '#web/files/attachment-list.tsx'
import { openPdf, type Page, type Pdf } from '#web/files/open-pdf.ts'
import { isPdf } from '#web/files/use-uploads.ts'
import { t } from '#web/i18n/t.ts'

const MOST_PAGES = 20

/** One thing to show: a picture, a page of a PDF, or a PDF that could not be opened. */
export type CardSide = { key: string; label: string; file: StoredFile; page?: Page }

type Opened = Record<string, Pdf | 'broken'>
type KnownFile = { file: StoredFile | null; side: PictureSide | null }

/** The sides in order. Leaves out a picture that has an adjusted copy. */
export function cardSides(files: KnownFile[], pdfs: Opened): CardSide[] {
  const sides = files.flatMap(({ file, side }): CardSide[] => {
    if (!file || side === 'Original') return []
    if (!isPdf(file)) return [{ key: file.id, label: side ? t(sideNames[side]) : '', file }]
    const pdf = pdfs[file.id]
    if (!pdf) return []
    if (pdf === 'broken') return [{ key: file.id, label: '', file }]
    return pdf.pages.map((page) => ({ key: `${file.id} ${page.number}`, label: '', file, page }))
  })
  return sides.map((side, at) => ({ ...side, label: side.label || positionText(at, sides.length) }))
}

function positionText(at: number, count: number): string {
  return count === 2 ? t`Page ${at + 1}` : t`${at + 1} of ${count}`
}

/** The pages of these files that "Show my card" shows. */
export function useCardSides(fileIds: string[]) {
  const files = useFiles(fileIds)
  const pdfIds = files.flatMap(({ file }) => (file && isPdf(file) ? [file.id] : []))
  const pdfs = usePdfs(pdfIds)
  const isPending = files.some(({ isPending }) => isPending) || pdfIds.some((id) => !pdfs[id])
  return { sides: cardSides(files, pdfs), isPending }
}

function usePdfs(ids: string[]): Opened {
  const [opened, setOpened] = useState<Opened>({})
  const joined = ids.join(' ')
  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    const keep = (id: string, pdf: Pdf | 'broken') => {
      if (!signal.aborted) setOpened((before) => ({ ...before, [id]: pdf }))
    }
    for (const id of joined.split(' ').filter(Boolean))
      openPdf(contentUrl(id), MOST_PAGES, signal).then(
        (pdf) => keep(id, pdf),
        () => keep(id, 'broken'),
      )
    return () => abort.abort()
  }, [joined])
  return opened
}
