import PDFDocument from 'pdfkit'
import { openPdf, pagesOf } from './pdf/import.ts'
import { bare } from './pdf/writer.ts'
import type { Absence, Book, Piece } from './worker-protocol.ts'

/** A page more is a sentence: a book of courses is copied as far as this. */
const MAX_PAGES = 300

const sentences: Partial<Record<Absence, string>> = {
  locked: 'It is protected by a password.',
  missing: 'It is missing or damaged in storage.',
}

/** The pages of one PDF in their own size, and nothing else of it; or one page that says why it cannot be shown. */
export function openCopy(): Book {
  const doc = new PDFDocument({ autoFirstPage: false, pdfVersion: '1.7' })
  bare(doc, ['Producer', 'Creator', 'CreationDate'])

  function say(...texts: string[]): void {
    doc.addPage({ size: 'letter', margin: 72 })
    doc.fontSize(13)
    for (const text of texts) doc.text(text).moveDown()
  }
  const explain = (absence: Absence) =>
    say(
      'This file cannot be shown here.',
      sentences[absence] ?? 'It is damaged, or made in a way that is not understood.',
      'Ask whoever sent you the link for another copy.',
    )

  async function add(_: number, piece: Piece, written: () => Promise<void>): Promise<void> {
    if ('absence' in piece) return explain(piece.absence)
    const opened = await openPdf(piece.bytes)
    if ('fault' in opened) return explain(opened.fault)
    const pages = pagesOf(opened.pdf, doc)
    const count = Math.min(pages.count, MAX_PAGES)
    for (let index = 0; index < count; index++) {
      const drawing = pages.take(index)
      if (drawing) {
        const { width, height } = drawing
        doc.addPage({ size: [width, height], margin: 0 })
        // pdfkit's y goes down the page, a PDF's up.
        drawing.draw([1, 0, 0, -1, 0, height])
      } else say(`Page ${index + 1} of this file cannot be shown here.`)
      await written()
    }
    if (pages.count > count) say(`Pages ${count + 1} to ${pages.count} of this file are not shown here.`)
  }

  return {
    doc,
    count: 1,
    add,
    close() {
      const { start, count } = doc.bufferedPageRange()
      doc.end()
      return start + count
    },
  }
}
