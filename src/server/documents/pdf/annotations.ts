import { PDFBool, PDFDict, PDFName, PDFNumber, type PDFPage, PDFRef, PDFStream } from '@cantoo/pdf-lib'
import { type FormField, formFieldOf } from './form-field.ts'
import type { Layers } from './layers.ts'
import { type Matrix, numbersOf } from './matrix.ts'

/** Where an annotation is drawn, and as what: as the file shows it, or a field of a form from its value. */
export type Appearance = { stream: PDFRef; matrix: Matrix } | { field: FormField }

const n = (name: string) => PDFName.of(name)

/** The appearance of notes, stamps, signatures and filled fields. */
export function appearancesOf(page: PDFPage, layers: Layers): Appearance[] {
  const annotations = page.node.Annots()
  const found: Appearance[] = []
  const { form, asks } = formOf(page)
  for (let index = 0; index < Math.min(annotations?.size() ?? 0, 2000); index++) {
    const annotation = annotations?.lookup(index)
    if (!(annotation instanceof PDFDict) || isHidden(annotation)) continue
    if (layers.isHidden(annotation.get(n('OC')))) continue
    const field = annotation.lookup(n('Subtype')) === n('Widget') ? formFieldOf(annotation, form) : null
    const stream = normalAppearance(annotation)
    if (field && (!stream || (asks && isWritten(field)))) {
      found.push({ field })
      continue
    }
    const matrix = stream && matrixOf(annotation, stream, page)
    if (stream && matrix) found.push({ stream, matrix })
  }
  return found
}

/** Programs that fill a form may leave it to readers to draw its values. */
function formOf({ doc }: PDFPage): { form: PDFDict; asks: boolean } {
  const form = doc.catalog.lookup(n('AcroForm'))
  if (!(form instanceof PDFDict)) return { form: PDFDict.withContext(doc.context), asks: false }
  return { form, asks: form.lookup(n('NeedAppearances')) === PDFBool.True }
}

/** A button is drawn as the file shows it. */
function isWritten({ content }: FormField): boolean {
  return content.kind !== 'mark' && content.kind !== 'nothing'
}

function isHidden(annotation: PDFDict): boolean {
  const flags = annotation.lookup(n('F'))
  const kind = annotation.lookup(n('Subtype'))
  const hidden = 2 | 32
  return (
    kind === n('Popup') ||
    kind === n('Link') ||
    (flags instanceof PDFNumber && (flags.asNumber() & hidden) !== 0)
  )
}

function normalAppearance(annotation: PDFDict): PDFRef | null {
  const all = annotation.lookup(n('AP'))
  const normal = all instanceof PDFDict ? all.get(n('N')) : undefined
  const one = normal instanceof PDFRef ? annotation.context.lookup(normal) : normal
  if (one instanceof PDFStream) return normal instanceof PDFRef ? normal : null
  const state = annotation.lookup(n('AS'))
  if (!(one instanceof PDFDict) || !(state instanceof PDFName)) return null
  const chosen = one.get(state)
  return chosen instanceof PDFRef && annotation.context.lookup(chosen) instanceof PDFStream ? chosen : null
}

/** PDF 32000-1, 12.5.5: fits the appearance's transformed box to the annotation's rectangle. */
function matrixOf(annotation: PDFDict, ref: PDFRef, page: PDFPage): Matrix | null {
  const stream = page.doc.context.lookup(ref)
  if (!(stream instanceof PDFStream)) return null
  const rect = numbersOf(annotation.lookup(n('Rect')), 4)
  const bbox = numbersOf(stream.dict.lookup(n('BBox')), 4)
  const [a, b, c, d, e, f] = numbersOf(stream.dict.lookup(n('Matrix')), 6) ?? [1, 0, 0, 1, 0, 0]
  if (!rect || !bbox) return null
  const corners = [0, 2].flatMap((i) => [1, 3].map((j) => [bbox[i] ?? 0, bbox[j] ?? 0] as const))
  const xs = corners.map(([x, y]) => (a ?? 1) * x + (c ?? 0) * y + (e ?? 0))
  const ys = corners.map(([x, y]) => (b ?? 0) * x + (d ?? 1) * y + (f ?? 0))
  const from = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] as const
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = rect
  const to = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)] as const
  const sx = (to[2] - to[0]) / (from[2] - from[0])
  const sy = (to[3] - to[1]) / (from[3] - from[1])
  const matrix: Matrix = [sx, 0, 0, sy, to[0] - from[0] * sx, to[1] - from[1] * sy]
  return matrix.every(Number.isFinite) && sx > 0 && sy > 0 ? matrix : null
}
