import sharp from 'sharp'
import type { Packet, PacketEntry } from '#shared/ceu/packet.ts'
import { entryName } from './packet-entries.ts'
import { type Drawing, type Fault, openPdf, pagesOf } from './packet-import.ts'
import { type Paper, type Structure, styles } from './packet-paper.ts'

/** Why a certificate is not in the packet as it is. */
export type Absence = Fault | 'missing' | 'over_limit' | 'untried'

export type Certificate = { bytes: Uint8Array; mimeType: string } | { absence: Absence }

/** Pages of one certificate; a course book is not a certificate. */
const MAX_PAGES = 40

const sentences: Record<Absence, string> = {
  locked: 'This certificate is protected by a password, so it could not be put in here.',
  unreadable:
    'This certificate could not be read: the file is damaged, or made in a way that is not understood.',
  missing: 'The file of this certificate is missing or damaged in storage.',
  untried: 'Several certificates before this one could not be read, so this one was left out.',
  over_limit: 'The certificates are too large for one PDF, so this one was left out.',
}

/** One packet's certificates, in the order of its entries; each entry has a bookmark. */
export function createCertificates(paper: Paper, { entries }: Packet) {
  const all = entries.flatMap((one) => one.files.map((_, index) => ({ one, index })))
  let folder: PDFKit.PDFOutline | null = null
  let part: Structure | null = null

  function sheet(place: (typeof all)[number], page: Page, isFirst: boolean): void {
    const { one, index } = place
    const several = one.files.length > 1 ? `file ${index + 1} of ${one.files.length}` : ''
    const heading = { text: entryName(one), style: styles.strong }
    const caption = [several, page.caption].filter((text) => text !== '').join(', ')
    const layout = page.drawing && page.drawing.width > page.drawing.height ? 'landscape' : 'portrait'
    if (isFirst && index === 0) {
      part?.end()
      part = paper.section()
    }
    const parent = part ?? paper.section()
    const texts = {
      heading,
      tag: isFirst && index === 0 ? 'H2' : 'P',
      ...(caption === '' ? {} : { caption: { text: capital(caption), style: styles.small } }),
    }
    paper.sheet(parent, layout, texts, (box) => {
      if (isFirst && index === 0) {
        folder ??= paper.bookmark('Certificates')
        paper.bookmark(entryName(one), folder)
      }
      const { drawing } = page
      if (drawing) placeFigure(paper, parent, drawing, box, altOf(one, caption))
    })
    for (const text of page.texts ?? []) paper.write(parent, 'P', { text, style: styles.body }, 10)
  }

  async function add(position: number, certificate: Certificate): Promise<void> {
    const place = all[position]
    if (!place) return
    let drawn = 0
    const show = (page: Page) => {
      sheet(place, page, drawn === 0)
      drawn += 1
    }
    const explain = (absence: Absence) => show({ caption: '', texts: explained(absence, place) })
    if ('absence' in certificate) return explain(certificate.absence)
    if (certificate.mimeType !== 'application/pdf') {
      const drawing = await pictureOf(paper, certificate.bytes)
      return drawing ? show({ caption: '', drawing }) : explain('unreadable')
    }
    const opened = await openPdf(certificate.bytes)
    if ('fault' in opened) return explain(opened.fault)
    const pages = pagesOf(opened.pdf, paper.doc)
    const count = Math.min(pages.count, MAX_PAGES)
    for (let index = 0; index < count; index++) {
      const caption = pages.count > 1 ? `page ${index + 1} of ${pages.count}` : ''
      const drawing = attempt(() => pages.take(index))
      if (drawing) show({ caption, drawing })
      else show({ caption, texts: ['This page of the certificate could not be read.', elsewhere(place)] })
    }
    if (pages.count > count) {
      const text = `Pages ${count + 1} to ${pages.count} of this file were left out.`
      show({ caption: '', texts: [text, elsewhere(place)] })
    }
  }

  return { count: all.length, add, end: () => part?.end() }
}

type Page = { caption: string; drawing?: Drawing; texts?: string[] }
type Place = { one: PacketEntry; index: number }

function explained(absence: Absence, place: Place): string[] {
  return absence === 'missing' ? [sentences[absence]] : [sentences[absence], elsewhere(place)]
}

function elsewhere({ one, index }: Place): string {
  return `The file itself, “${one.files[index]?.name ?? ''}”, is in the ZIP of this packet.`
}

function altOf({ entry }: PacketEntry, caption: string): string {
  return `Certificate of “${entry.title}”, ${entry.provider}${caption === '' ? '' : `, ${caption}`}`
}

function attempt<T>(what: () => T): T | null {
  try {
    return what()
  } catch {
    return null
  }
}

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

/** A picture that we made ourselves: upright, in WebP, 1600 pixels at most. */
async function pictureOf(paper: Paper, bytes: Uint8Array): Promise<Drawing | null> {
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: 1600 * 1600 })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 82 })
      .toBuffer({ resolveWithObject: true })
    const { width, height } = info
    return {
      width,
      height,
      draw([a, , , d, e, f]) {
        paper.doc.image(data, e, f + d * height, { width: width * a, height: -d * height })
      },
    }
  } catch {
    return null
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
