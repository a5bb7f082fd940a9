import PDFDocument from 'pdfkit'
import { translateIn } from '#server/i18n/translations.ts'
import type { Language } from '#shared/i18n/language.ts'
import { msg } from '#shared/i18n/translate.ts'
import { loadFonts, type TextLayout } from './pdf/fonts.ts'
import { openPdf, pagesOf } from './pdf/import.ts'
import { stripDocumentInfo } from './pdf/writer.ts'
import type { Attachment, OmissionReason, PdfBuilder } from './worker-protocol.ts'

/** Of longer PDFs only the first pages are copied. */
const MAX_PAGES = 300

const sentences: Partial<Record<OmissionReason, string>> = {
  locked: msg`It is protected by a password.`,
  missing: msg`It is missing or damaged in storage.`,
}

/** Only the pages of one PDF, in their own size; or one page that says why it cannot be shown. */
export function buildCopy(language: Language): PdfBuilder {
  const t = translateIn(language)
  const doc = new PDFDocument({ autoFirstPage: false, pdfVersion: '1.7' })
  stripDocumentInfo(doc, ['Producer', 'Creator', 'CreationDate'])

  let loaded: TextLayout | undefined
  function fonts(): TextLayout {
    loaded ??= loadFonts(doc)
    return loaded
  }

  function addTextPage(...texts: string[]): void {
    doc.addPage({ size: 'letter', margin: 72 })
    doc.fontSize(13)
    for (const text of texts) doc.text(text).moveDown()
  }
  const explain = (omitted: OmissionReason) =>
    addTextPage(
      t`This file cannot be shown here.`,
      t(sentences[omitted] ?? msg`It is damaged or in an unsupported format.`),
      t`Ask whoever sent you the link for another copy.`,
    )

  async function add(_: number, attachment: Attachment, flushed: () => Promise<void>): Promise<void> {
    if ('omitted' in attachment) return explain(attachment.omitted)
    const opened = await openPdf(attachment.bytes)
    if ('fault' in opened) return explain(opened.fault)
    const pages = pagesOf(opened.pdf, { doc, fonts })
    const count = Math.min(pages.count, MAX_PAGES)
    for (let index = 0; index < count; index++) {
      const drawing = pages.take(index)
      if (drawing) {
        const { width, height } = drawing
        doc.addPage({ size: [width, height], margin: 0 })
        // pdfkit's y goes down the page, a PDF's up.
        drawing.draw([1, 0, 0, -1, 0, height])
      } else addTextPage(t`Page ${index + 1} of this file cannot be shown here.`)
      await flushed()
    }
    if (pages.count > count)
      addTextPage(t`Pages ${count + 1} to ${pages.count} of this file are not shown here.`)
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
