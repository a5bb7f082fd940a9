import { capital } from './fact-list.ts'
import { pictureOf } from './pdf/image.ts'
import { type Drawing, openPdf, pagesOf } from './pdf/import.ts'
import { type Paper, type Structure, styles } from './pdf/writer.ts'
import type { Absence, Book, Piece } from './worker-protocol.ts'

/** One file whose pages come at the end of a document. */
export type Attachment = {
  /** Atop each of its pages. */
  heading: string
  /** Below the heading: what sets it apart from others of the same heading; may be empty. */
  note: string
  /** What a page of it is to who cannot see it. */
  alt: string
  /** Whether a part of the document, and a bookmark, begin with it. */
  isFirst: boolean
  /** A sentence: where the file itself is to be had. */
  elsewhere: string
}

export type Attachments = { folder: string; noun: 'certificate' | 'file'; list: Attachment[] }

/** Pages of one attachment; a course book is not a certificate. */
const MAX_PAGES = 40

const sentences: Record<Absence, (noun: Attachments['noun']) => string> = {
  locked: (noun) => `This ${noun} is protected by a password, so it could not be put in here.`,
  unreadable: (noun) =>
    `This ${noun} could not be read: it is damaged, or made in a way that is not understood.`,
  missing: (noun) =>
    `${noun === 'file' ? 'This file' : `The file of this ${noun}`} is missing or damaged in storage.`,
  untried: (noun) => `Several ${noun}s before this one could not be read, so this one was left out.`,
  over_limit: (noun) => `The ${noun}s are too large for one PDF, so this one was left out.`,
}

/** The files after what was written on `paper`, in their order, with a folder of bookmarks. */
export function bindAttachments(paper: Paper, { folder: title, noun, list }: Attachments): Book {
  let folder: PDFKit.PDFOutline | null = null
  let part: Structure | null = null

  function sheet(one: Attachment, page: Page, isFirstPage: boolean): void {
    const begins = isFirstPage && one.isFirst
    const caption = [one.note, page.caption].filter((text) => text !== '').join(', ')
    const layout = page.drawing && page.drawing.width > page.drawing.height ? 'landscape' : 'portrait'
    if (begins) {
      part?.end()
      part = paper.section()
    }
    const parent = part ?? paper.section()
    const texts = {
      heading: { text: one.heading, style: styles.strong },
      tag: begins ? 'H2' : 'P',
      ...(caption === '' ? {} : { caption: { text: capital(caption), style: styles.small } }),
    }
    paper.sheet(parent, layout, texts, (box) => {
      if (begins) {
        folder ??= paper.bookmark(title)
        paper.bookmark(one.heading, folder)
      }
      const alt = page.caption === '' ? one.alt : `${one.alt}, ${page.caption}`
      if (page.drawing) placeFigure(paper, parent, page.drawing, box, alt)
    })
    for (const text of page.texts ?? []) paper.write(parent, 'P', { text, style: styles.body }, 10)
  }

  async function add(position: number, piece: Piece, written: () => Promise<void>): Promise<void> {
    const one = list[position]
    if (!one) return
    let drawn = 0
    const show = (page: Page) => {
      sheet(one, page, drawn === 0)
      drawn += 1
    }
    const explain = (absence: Absence) => {
      const sentence = sentences[absence](noun)
      show({ caption: '', texts: absence === 'missing' ? [sentence] : [sentence, one.elsewhere] })
    }
    if ('absence' in piece) return explain(piece.absence)
    if (piece.mimeType !== 'application/pdf') {
      const drawing = await pictureOf(paper.doc, piece.bytes)
      return drawing ? show({ caption: '', drawing }) : explain('unreadable')
    }
    const opened = await openPdf(piece.bytes)
    if ('fault' in opened) return explain(opened.fault)
    const pages = pagesOf(opened.pdf, paper.doc)
    const count = Math.min(pages.count, MAX_PAGES)
    for (let index = 0; index < count; index++) {
      const caption = pages.count > 1 ? `page ${index + 1} of ${pages.count}` : ''
      const drawing = pages.take(index)
      if (drawing) show({ caption, drawing })
      else show({ caption, texts: [`This page of the ${noun} could not be read.`, one.elsewhere] })
      await written()
    }
    if (pages.count > count) {
      const text = `Pages ${count + 1} to ${pages.count} of this file were left out.`
      show({ caption: '', texts: [text, one.elsewhere] })
    }
  }

  return {
    doc: paper.doc,
    count: list.length,
    add,
    close() {
      part?.end()
      return paper.close()
    },
  }
}

type Page = { caption: string; drawing?: Drawing; texts?: string[] }

/** As large as it fits, but never larger than it is; in the middle. */
function placeFigure(
  paper: Paper,
  parent: Structure,
  drawing: Drawing,
  box: { x: number; y: number; width: number; height: number },
  alt: string,
): void {
  const scale = Math.min(1, box.width / drawing.width, box.height / drawing.height)
  const width = drawing.width * scale
  const height = drawing.height * scale
  const x = box.x + (box.width - width) / 2
  const { y } = box
  paper.element(parent, 'Figure', { alt, bbox: [x, y, x + width, y + height] }, () =>
    // pdfkit's y goes down the page, a PDF's up.
    drawing.draw([scale, 0, 0, -scale, x, y + height]),
  )
}
