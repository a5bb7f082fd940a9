import {
  decodePDFRawStream,
  PDFArray,
  PDFDocument,
  PDFName,
  type PDFPage,
  PDFRawStream,
  PDFStream,
} from '@cantoo/pdf-lib'
import { appearancesOf, type Matrix } from './annotations.ts'
import { type Content, type Copier, createCopier, rawBytes } from './copier.ts'

/**
 * Imports pages of an untrusted PDF: only a page's content and the resources it draws with are copied, so no action,
 * script, form or embedded file is copied.
 */

export type Fault = 'locked' | 'unreadable'
export type Drawing = { width: number; height: number; draw(matrix: Matrix): void }
/** `take` returns null for a page that cannot be read. */
export type Pages = { count: number; take(index: number): Drawing | null }

const MAX_CONTENT_BYTES = 64_000_000

/** The default graphics state, which a page may rely on but a form inside another page does not get. */
const defaultState = '0 g 0 G 1 w 0 J 0 j 10 M [] 0 d 0 Tc 0 Tw 100 Tz 0 TL 0 Tr 0 Ts'

const n = (name: string) => PDFName.of(name)

/** Opens a PDF that needs no password, also one that restricts editing or printing. */
export async function openPdf(bytes: Uint8Array): Promise<{ pdf: PDFDocument } | { fault: Fault }> {
  try {
    const pdf = await PDFDocument.load(bytes, { updateMetadata: false, password: '', parseSpeed: 5000 })
    writeFormValues(pdf)
    return pdf.getPageCount() > 0 ? { pdf } : { fault: 'unreadable' }
  } catch (error) {
    const isLocked = /password|encrypt/i.test(String(error))
    return { fault: isLocked ? 'locked' : 'unreadable' }
  }
}

/** Draws the values of form fields that have no appearance yet. */
function writeFormValues(pdf: PDFDocument): void {
  if (!pdf.catalog.has(n('AcroForm'))) return
  try {
    pdf.getForm().updateFieldAppearances()
  } catch {
    // Fields that have an appearance keep it.
  }
}

/** The pages of `pdf`, to be drawn in `doc`; resources that pages share are copied once. */
export function pagesOf(pdf: PDFDocument, doc: PDFKit.PDFDocument): Pages {
  const pages = pdf.getPages()
  const copier = createCopier(pdf, doc)
  return {
    count: pages.length,
    take(index) {
      const page = pages[index]
      try {
        return page ? takePage(page, doc, copier) : null
      } catch {
        return null
      }
    },
  }
}

function takePage(page: PDFPage, doc: PDFKit.PDFDocument, copier: Copier): Drawing {
  const box = boxOf(page)
  const [x, y, width, height] = box
  const turned = ((page.getRotation().angle % 360) + 360) % 360
  const upright: Record<number, Matrix> = {
    0: [1, 0, 0, 1, -x, -y],
    90: [0, -1, 1, 0, -y, width + x],
    180: [-1, 0, 0, -1, width + x, height + y],
    270: [0, 1, -1, 0, height + y, -x],
  }
  const form = copier.form(contentOf(page), {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [x, y, x + width, y + height],
    Resources: copier.resources(page.node.Resources()),
    Group: copier.value(page.node.get(n('Group'))),
  })
  const appearances = appearancesOf(page).flatMap((each) => {
    const ref = copier.stream(each.stream)
    return ref ? [{ ref, matrix: each.matrix }] : []
  })
  const isSideways = turned === 90 || turned === 270
  return {
    width: isSideways ? height : width,
    height: isSideways ? width : height,
    draw(matrix) {
      const { page: own } = doc as unknown as { page: { xobjects: Record<string, object> } }
      const name = (index: number) => `Copy${index}`
      own.xobjects[name(0)] = form
      doc.addContent(`q ${defaultState} ${numbers(matrix)} cm ${numbers(upright[turned] ?? upright[0])} cm`)
      doc.addContent(`${numbers([x, y, width, height])} re W n q /${name(0)} Do Q`)
      for (const [index, { ref, matrix }] of appearances.entries()) {
        own.xobjects[name(index + 1)] = ref
        doc.addContent(`q ${numbers(matrix)} cm /${name(index + 1)} Do Q`)
      }
      doc.addContent('Q')
    },
  }
}

function boxOf(page: PDFPage): [number, number, number, number] {
  const { x, y, width, height } = page.getCropBox()
  const box: [number, number, number, number] = [x, y, width, height]
  if (!box.every(Number.isFinite) || width < 1 || height < 1 || width > 20_000 || height > 20_000)
    throw new Error('page without a size')
  return box
}

/** A single stream is copied with its filters; several are joined. */
function contentOf(page: PDFPage): Content {
  const contents = page.node.Contents()
  if (contents instanceof PDFStream) return { bytes: rawBytes(contents), filter: contents.dict }
  if (!(contents instanceof PDFArray)) return { bytes: new Uint8Array(), filter: null }
  const parts: Uint8Array[] = []
  let size = 0
  for (let index = 0; index < contents.size(); index++) {
    const part = contents.lookup(index)
    if (!(part instanceof PDFRawStream)) continue
    const bytes = decodePDFRawStream(part).decode()
    size += bytes.length
    if (size > MAX_CONTENT_BYTES) throw new Error('page content too large')
    parts.push(bytes, Buffer.from('\n'))
  }
  return { bytes: Buffer.concat(parts), filter: null }
}

function numbers(values: readonly number[] | undefined): string {
  return (values ?? []).map((value) => String(Math.round(value * 1e6) / 1e6)).join(' ')
}
