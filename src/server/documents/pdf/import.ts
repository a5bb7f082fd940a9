import {
  decodePDFRawStream,
  PDFArray,
  PDFDocument,
  PDFName,
  type PDFPage,
  PDFRawStream,
  PDFStream,
} from '@cantoo/pdf-lib'
import { appearancesOf } from './annotations.ts'
import { type Content, type Copier, createCopier, rawBytes } from './copier.ts'
import type { TextLayout } from './fonts.ts'
import { drawFormField, type FormField } from './form-field.ts'
import { type Layers, layersOf } from './layers.ts'
import { type Matrix, numbersOf } from './matrix.ts'

/**
 * Imports pages of an untrusted PDF as a reader shows them: only a page's content and the resources it draws with are
 * copied, so no action, script, form, layer that is off or embedded file is copied.
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
    return pdf.getPageCount() > 0 ? { pdf } : { fault: 'unreadable' }
  } catch (error) {
    const isLocked = /password|encrypt/i.test(String(error))
    return { fault: isLocked ? 'locked' : 'unreadable' }
  }
}

/** Where pages are drawn; `fonts` are for the values of form fields, and loaded only for them. */
export type Target = { doc: PDFKit.PDFDocument; fonts(): TextLayout }

/** The pages of `pdf`, to be drawn in `doc`; resources that pages share are copied once. */
export function pagesOf(pdf: PDFDocument, target: Target): Pages {
  const pages = pdf.getPages()
  const layers = layersOf(pdf)
  const copier = createCopier(pdf, target.doc, layers)
  return {
    count: pages.length,
    take(index) {
      const page = pages[index]
      try {
        return page ? takePage(page, target, { copier, layers }) : null
      } catch {
        return null
      }
    },
  }
}

function takePage(
  page: PDFPage,
  { doc, fonts }: Target,
  { copier, layers }: { copier: Copier; layers: Layers },
): Drawing {
  const box = boxOf(page)
  const [x, y, width, height] = box
  const turned = ((page.getRotation().angle % 360) + 360) % 360
  const upright: Record<number, Matrix> = {
    0: [1, 0, 0, 1, -x, -y],
    90: [0, -1, 1, 0, -y, width + x],
    180: [-1, 0, 0, -1, width + x, height + y],
    270: [0, 1, -1, 0, height + y, -x],
  }
  const resources = page.node.Resources()
  const form = copier.form(shownContent(page, copier), {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [x, y, x + width, y + height],
    Resources: copier.resources(resources),
    Group: copier.value(page.node.get(n('Group'))),
  })
  const appearances = appearancesOf(page, layers).flatMap((each): CopiedAppearance[] => {
    if ('field' in each) return [each]
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
      for (const [index, each] of appearances.entries()) {
        const { matrix } = 'field' in each ? each.field : each
        doc.addContent(`q ${numbers(matrix)} cm`)
        if ('field' in each) drawFormField(doc, each.field, fonts())
        else {
          own.xobjects[name(index + 1)] = each.ref
          doc.addContent(`/${name(index + 1)} Do`)
        }
        doc.addContent('Q')
      }
      doc.addContent('Q')
    },
  }
}

type CopiedAppearance = { ref: PDFKit.PDFKitReference; matrix: Matrix } | { field: FormField }

/** Points: readers take letter size for a page that has none. */
const letter: Box = [0, 0, 612, 792]
type Box = [x1: number, y1: number, x2: number, y2: number]

/** The part of the page that readers show, as its corner and its size. */
function boxOf(page: PDFPage): Box {
  const media = boxIn(page, 'MediaBox') ?? letter
  const crop = boxIn(page, 'CropBox') ?? media
  const both: Box = [
    Math.max(media[0], crop[0]),
    Math.max(media[1], crop[1]),
    Math.min(media[2], crop[2]),
    Math.min(media[3], crop[3]),
  ]
  const [x1, y1, x2, y2] = isBox(both) ? both : media
  if (x2 - x1 > 20_000 || y2 - y1 > 20_000) throw new Error('page without a size')
  return [x1, y1, x2 - x1, y2 - y1]
}

/** Of the page, or of a node above it; null for one that is no box. */
function boxIn(page: PDFPage, name: string): Box | null {
  const found = page.node.getInheritableAttribute(n(name))
  const numbers = numbersOf(found && page.doc.context.lookup(found), 4)
  if (!numbers) return null
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbers
  const box: Box = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]
  return isBox(box) ? box : null
}

function isBox([x1, y1, x2, y2]: Box): boolean {
  return [x1, y1, x2, y2].every(Number.isFinite) && x2 - x1 >= 1 && y2 - y1 >= 1
}

/** The content of a page without what its hidden layers draw. */
function shownContent(page: PDFPage, copier: Copier): Content {
  const resources = page.node.Resources()
  if (!copier.hasHidden(resources)) return contentOf(page)
  return { bytes: copier.shown(decodedContent(page), resources), filter: null }
}

/** A single stream is copied with its filters; several are joined. */
function contentOf(page: PDFPage): Content {
  const contents = page.node.Contents()
  if (contents instanceof PDFStream) return { bytes: rawBytes(contents), filter: contents.dict }
  return { bytes: decodedContent(page), filter: null }
}

function decodedContent(page: PDFPage): Uint8Array {
  const contents = page.node.Contents()
  const list = contents instanceof PDFArray ? contents.asArray() : [contents]
  const parts: Uint8Array[] = []
  let size = 0
  for (const each of list) {
    const part = page.doc.context.lookup(each)
    if (!(part instanceof PDFRawStream)) continue
    const bytes = decodePDFRawStream(part).decode()
    size += bytes.length
    if (size > MAX_CONTENT_BYTES) throw new Error('page content too large')
    parts.push(bytes, Buffer.from('\n'))
  }
  return Buffer.concat(parts)
}

function numbers(values: readonly number[] | undefined): string {
  return (values ?? []).map((value) => String(Math.round(value * 1e6) / 1e6)).join(' ')
}
