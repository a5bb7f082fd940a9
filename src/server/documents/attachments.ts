import { msg, type Translate } from '#shared/i18n/translate.ts'
import { capital } from './fact-list.ts'
import { loadPicture } from './pdf/image.ts'
import { type Drawing, openPdf, pagesOf } from './pdf/import.ts'
import { type PdfWriter, type StructureElement, styles } from './pdf/writer.ts'
import type { Attachment, OmissionReason, PdfBuilder } from './worker-protocol.ts'

/** One file whose pages are appended to a document. */
export type AttachmentInfo = {
  /** At the top of each of its pages. */
  heading: string
  /** Below the heading, to tell files with the same heading apart; may be empty. */
  note: string
  /** Alternative text of its pages. */
  alt: string
  /** Whether it starts a section and a bookmark. */
  isFirst: boolean
  /** A sentence that says where to get the file itself. */
  elsewhere: string
}

export type AttachmentSection = { title: string; noun: 'certificate' | 'file'; list: AttachmentInfo[] }

/** Appended pages of one file; the rest of a whole course book is left out. */
const MAX_PAGES = 40

type Sentences = Record<OmissionReason | 'page', string>

const sentences: Record<AttachmentSection['noun'], Sentences> = {
  certificate: {
    locked: msg`This certificate is protected by a password, so it could not be included.`,
    unreadable: msg`This certificate could not be read: it is damaged or in an unsupported format.`,
    missing: msg`The file of this certificate is missing or damaged in storage.`,
    untried: msg`Several certificates before this one could not be read, so it was left out.`,
    over_limit: msg`The certificates are too large for one PDF, so this one was left out.`,
    page: msg`This page of the certificate could not be read.`,
  },
  file: {
    locked: msg`This file is protected by a password, so it could not be included.`,
    unreadable: msg`This file could not be read: it is damaged or in an unsupported format.`,
    missing: msg`This file is missing or damaged in storage.`,
    untried: msg`Several files before this one could not be read, so it was left out.`,
    over_limit: msg`The files are too large for one PDF, so this one was left out.`,
    page: msg`This page of the file could not be read.`,
  },
}

/** Builds the rest of a document: the files in their order, below one bookmark. */
export function appendAttachments(
  pdf: PdfWriter,
  { title, noun, list }: AttachmentSection,
  t: Translate,
): PdfBuilder {
  let parentBookmark: PDFKit.PDFOutline | null = null
  let section: StructureElement | null = null

  function addPage(one: AttachmentInfo, page: Page, isFirstPage: boolean): void {
    const begins = isFirstPage && one.isFirst
    const caption = [one.note, page.caption].filter((text) => text !== '').join(', ')
    const layout = page.drawing && page.drawing.width > page.drawing.height ? 'landscape' : 'portrait'
    if (begins) {
      section?.end()
      section = pdf.section()
    }
    const parent = section ?? pdf.section()
    const texts = {
      heading: { text: one.heading, style: styles.strong },
      tag: begins ? 'H2' : 'P',
      ...(caption === '' ? {} : { caption: { text: capital(caption), style: styles.small } }),
    }
    pdf.attachmentPage(parent, layout, texts, (box) => {
      if (begins) {
        parentBookmark ??= pdf.bookmark(title)
        pdf.bookmark(one.heading, parentBookmark)
      }
      const alt = page.caption === '' ? one.alt : `${one.alt}, ${page.caption}`
      if (page.drawing) placeFigure(pdf, parent, page.drawing, box, alt)
    })
    for (const text of page.texts ?? []) pdf.write(parent, 'P', { text, style: styles.body }, 10)
  }

  async function add(position: number, attachment: Attachment, flushed: () => Promise<void>): Promise<void> {
    const one = list[position]
    if (!one) return
    let drawn = 0
    const show = (page: Page) => {
      addPage(one, page, drawn === 0)
      drawn += 1
    }
    const explain = (omitted: OmissionReason) => {
      const sentence = t(sentences[noun][omitted])
      show({ caption: '', texts: omitted === 'missing' ? [sentence] : [sentence, one.elsewhere] })
    }
    if ('omitted' in attachment) return explain(attachment.omitted)
    if (attachment.mimeType !== 'application/pdf') {
      const drawing = await loadPicture(pdf.doc, attachment.bytes)
      return drawing ? show({ caption: '', drawing }) : explain('unreadable')
    }
    const opened = await openPdf(attachment.bytes)
    if ('fault' in opened) return explain(opened.fault)
    const pages = pagesOf(opened.pdf, pdf)
    const count = Math.min(pages.count, MAX_PAGES)
    for (let index = 0; index < count; index++) {
      const caption = pages.count > 1 ? t`page ${index + 1} of ${pages.count}` : ''
      const drawing = pages.take(index)
      if (drawing) show({ caption, drawing })
      else show({ caption, texts: [t(sentences[noun].page), one.elsewhere] })
      await flushed()
    }
    if (pages.count > count) {
      const text = t`Pages ${count + 1} to ${pages.count} of this file were left out.`
      show({ caption: '', texts: [text, one.elsewhere] })
    }
  }

  return {
    doc: pdf.doc,
    count: list.length,
    add,
    close() {
      section?.end()
      return pdf.close()
    },
  }
}

type Page = { caption: string; drawing?: Drawing; texts?: string[] }

/** Centered, scaled down to fit but never up. */
function placeFigure(
  pdf: PdfWriter,
  parent: StructureElement,
  drawing: Drawing,
  box: { x: number; y: number; width: number; height: number },
  alt: string,
): void {
  const scale = Math.min(1, box.width / drawing.width, box.height / drawing.height)
  const width = drawing.width * scale
  const height = drawing.height * scale
  const x = box.x + (box.width - width) / 2
  const { y } = box
  pdf.element(parent, 'Figure', { alt, bbox: [x, y, x + width, y + height] }, () =>
    // pdfkit's y goes down the page, a PDF's up.
    drawing.draw([scale, 0, 0, -scale, x, y + height]),
  )
}
