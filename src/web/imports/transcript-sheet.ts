import type { Table } from '#shared/imports/table-head.ts'
import { publisherIn, transcriptRows, transcriptTable } from '#shared/imports/transcript-table.ts'
import { MAX_PAGES } from '#shared/reading/page.ts'
import { openPdf } from '#web/files/open-pdf.ts'

/** The courses that a PDF lists, with their provider; or `null`. `isCut`: it has more pages than were read. */
export async function readTranscript(
  file: File,
  today: string,
): Promise<{
  table: Table
  publisher: string | null
  isCut: boolean
} | null> {
  const abort = new AbortController()
  try {
    const { pages, total } = await openPdf(file, MAX_PAGES, abort.signal)
    const rows = transcriptRows(pages, today)
    if (!rows) return null
    const texts = pages.map(({ words }) => words.map(({ text }) => text).join(' '))
    const publisher = publisherIn(file.name, ...texts)
    return { table: transcriptTable(rows), publisher, isCut: total > pages.length }
  } finally {
    abort.abort()
  }
}
