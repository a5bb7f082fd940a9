import {
  decodePDFRawStream,
  PDFArray,
  PDFBool,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib'

/**
 * Takes pages out of a PDF that somebody else made: what they draw, and nothing of what they do. Only a page's content
 * and the resources that it draws with are copied, so no action, script, form or embedded file comes along.
 */

export type Fault = 'locked' | 'unreadable'
export type Drawing = { width: number; height: number; draw(place: Matrix): void }
export type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number]
export type Pages = { count: number; take(index: number): Drawing }

const MAX_OBJECTS = 100_000
const MAX_CONTENT_BYTES = 64_000_000

/** What a resource dictionary may name. Not `Properties`: these are layers and marks of the other document's structure. */
const drawnWith = ['ColorSpace', 'ExtGState', 'Font', 'Pattern', 'Shading', 'XObject']
/** In a stream's dictionary: file names, notes to programs, and what points back into the other document. */
const notDrawn = new Set(
  'Metadata PieceInfo AF OPI Ref OC StructParent StructParents LastModified F FFilter FDecodeParms Length DL'.split(
    ' ',
  ),
)
const actions = new Set(
  'JavaScript Launch URI SubmitForm ImportData GoToR GoToE Rendition Sound Movie ResetForm Named Hide'.split(
    ' ',
  ),
)

/** What a page may rely on at its start, and a form in the middle of another page may not: black, and nothing set. */
const fresh = '0 g 0 G 1 w 0 J 0 j 10 M [] 0 d 0 Tc 0 Tw 100 Tz 0 TL 0 Tr 0 Ts'

const n = (name: string) => PDFName.of(name)

/** Opens what everybody can open, also where it asks no password but forbids things. */
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

/** A form that leaves it to the reader to write its values gets them written, as far as its letters go. */
function writeFormValues(pdf: PDFDocument): void {
  if (!pdf.catalog.has(n('AcroForm'))) return
  try {
    pdf.getForm().updateFieldAppearances()
  } catch {
    // What has an appearance keeps it.
  }
}

/** The pages of `pdf`, to be drawn in `doc`; what several share is copied once. */
export function pagesOf(pdf: PDFDocument, doc: PDFKit.PDFDocument): Pages {
  const pages = pdf.getPages()
  const copier = createCopier(pdf, doc)
  return {
    count: pages.length,
    take(index) {
      const page = pages[index]
      if (!page) throw new Error('no such page')
      return takePage(page, doc, copier)
    },
  }
}

function takePage(page: PDFPage, doc: PDFKit.PDFDocument, copier: Copier): Drawing {
  const box = boxOf(page)
  const [x, y, width, height] = box
  const turned = (((page.getRotation().angle % 360) + 360) % 360) as 0 | 90 | 180 | 270
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
  const notes = appearancesOf(page).flatMap((each) => {
    const ref = copier.stream(each.stream)
    return ref ? [{ ref, matrix: each.matrix }] : []
  })
  const isSideways = turned === 90 || turned === 270
  return {
    width: isSideways ? height : width,
    height: isSideways ? width : height,
    draw(place) {
      const { page: own } = doc as unknown as { page: { xobjects: Record<string, object> } }
      const name = (index: number) => `Copy${index}`
      own.xobjects[name(0)] = form
      doc.addContent(`q ${fresh} ${numbers(place)} cm ${numbers(upright[turned] ?? upright[0])} cm`)
      doc.addContent(`${numbers([x, y, width, height])} re W n q /${name(0)} Do Q`)
      for (const [index, { ref, matrix }] of notes.entries()) {
        own.xobjects[name(index + 1)] = ref
        doc.addContent(`q ${numbers(matrix)} cm /${name(index + 1)} Do Q`)
      }
      doc.addContent('Q')
    },
  }
}

function boxOf(page: PDFPage): [number, number, number, number] {
  const { x, y, width, height } = page.getCropBox()
  const box = [x, y, width, height] as [number, number, number, number]
  if (!box.every(Number.isFinite) || width < 1 || height < 1 || width > 20_000 || height > 20_000)
    throw new Error('a page without a size')
  return box
}

type Content = { bytes: Uint8Array; filter: PDFDict | null }

/** One stream goes as it is, filters and all; several become one. */
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
    if (size > MAX_CONTENT_BYTES) throw new Error('too much on one page')
    parts.push(bytes, Buffer.from('\n'))
  }
  return { bytes: Buffer.concat(parts), filter: null }
}

/** Still filtered, but no longer encrypted. */
function rawBytes(stream: PDFStream): Uint8Array {
  if (!(stream instanceof PDFRawStream) || stream.transform === undefined) return stream.getContents()
  const bare = PDFDict.withContext(stream.dict.context)
  return decodePDFRawStream(PDFRawStream.of(bare, stream.contents, stream.transform)).decode()
}

/** What notes, stamps, signatures and filled fields look like, each with where it goes. */
function appearancesOf(page: PDFPage): { stream: PDFRef; matrix: Matrix }[] {
  const annotations = page.node.Annots()
  const found: { stream: PDFRef; matrix: Matrix }[] = []
  for (let index = 0; index < Math.min(annotations?.size() ?? 0, 2000); index++) {
    const note = annotations?.lookup(index)
    if (!(note instanceof PDFDict) || isHidden(note)) continue
    const stream = normalAppearance(note)
    const matrix = stream && placeOf(note, stream, page)
    if (stream && matrix) found.push({ stream, matrix })
  }
  return found
}

function isHidden(note: PDFDict): boolean {
  const flags = note.lookup(n('F'))
  const kind = note.lookup(n('Subtype'))
  const hidden = 2 | 32
  return (
    kind === n('Popup') ||
    kind === n('Link') ||
    (flags instanceof PDFNumber && (flags.asNumber() & hidden) !== 0)
  )
}

function normalAppearance(note: PDFDict): PDFRef | null {
  const all = note.lookup(n('AP'))
  const normal = all instanceof PDFDict ? all.get(n('N')) : undefined
  const one = normal instanceof PDFRef ? note.context.lookup(normal) : normal
  if (one instanceof PDFStream) return normal instanceof PDFRef ? normal : null
  const state = note.lookup(n('AS'))
  if (!(one instanceof PDFDict) || !(state instanceof PDFName)) return null
  const chosen = one.get(state)
  return chosen instanceof PDFRef && note.context.lookup(chosen) instanceof PDFStream ? chosen : null
}

/** PDF 32000-1, 12.5.5: the appearance's box, moved by its matrix, is fitted to the annotation's rectangle. */
function placeOf(note: PDFDict, ref: PDFRef, page: PDFPage): Matrix | null {
  const stream = page.doc.context.lookup(ref)
  if (!(stream instanceof PDFStream)) return null
  const rect = numbersOf(note.lookup(n('Rect')), 4)
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

function numbersOf(array: PDFObject | undefined, count: number): number[] | null {
  if (!(array instanceof PDFArray) || array.size() !== count) return null
  const values = Array.from({ length: count }, (_, index) => array.lookup(index))
  return values.every((value) => value instanceof PDFNumber) ? values.map((value) => value.asNumber()) : null
}

function numbers(values: readonly number[] | undefined): string {
  return (values ?? []).map((value) => String(Math.round(value * 1e6) / 1e6)).join(' ')
}

type Copier = ReturnType<typeof createCopier>
type Ref = PDFKit.PDFKitReference
type Data = Record<string, unknown>
type Written = Ref['data']

/** Copies objects into `doc` as pdfkit writes them: names as strings, strings as bytes, dictionaries as records. */
function createCopier(pdf: PDFDocument, doc: PDFKit.PDFDocument) {
  const { context } = pdf
  const refs = new Map<PDFRef, Ref | null>()
  const waiting: { ref: Ref; object: PDFObject }[] = []
  let count = 0

  function refOf(source: PDFRef): Ref | null {
    const known = refs.get(source)
    if (known !== undefined) return known
    count += 1
    if (count > MAX_OBJECTS) throw new Error('too many objects')
    const object = context.lookup(source)
    const ref = object === undefined || isAction(object) ? null : startRef(object)
    refs.set(source, ref)
    if (ref && object) waiting.push({ ref, object })
    return ref
  }

  /** pdfkit compresses what names no filter when it is begun. */
  function startRef(object: PDFObject): Ref {
    return doc.ref(
      object instanceof PDFStream && object.dict.has(n('Filter')) ? { Filter: 'FlateDecode' } : {},
    )
  }

  /** References are written in a row and not in depth: what they nest may be without end. */
  function finish(): void {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { ref, object } = next
      if (object instanceof PDFStream) writeStream(ref, streamData(object.dict), rawBytes(object))
      else {
        ref.data = value(object) as Written
        ref.end(undefined)
      }
    }
  }

  function streamData(dict: PDFDict): Data {
    const data: Data = {}
    for (const [key, each] of dict.entries()) {
      const name = nameOf(key)
      if (notDrawn.has(name)) continue
      const inner = each instanceof PDFRef ? context.lookup(each) : each
      data[name] = name === 'Resources' && inner instanceof PDFDict ? resources(inner) : value(each)
    }
    if (data.Filter === undefined) delete data.DecodeParms
    return data
  }

  function writeStream(ref: Ref, data: Data, bytes: Uint8Array): void {
    ref.data = data as unknown as Written
    ref.write(Buffer.from(bytes.length > 0 ? bytes : [0x0a]))
    ref.end(undefined)
  }

  function value(object: PDFObject | undefined): unknown {
    if (object instanceof PDFRef) return refOf(object)
    if (object instanceof PDFName) return nameOf(object)
    if (object instanceof PDFNumber) return finite(object.asNumber())
    if (object instanceof PDFString || object instanceof PDFHexString) return Buffer.from(object.asBytes())
    if (object instanceof PDFBool) return object.asBoolean()
    if (object instanceof PDFArray) return object.asArray().map(value)
    if (object instanceof PDFDict) {
      if (isAction(object)) return null
      return Object.fromEntries(object.entries().map(([key, each]) => [nameOf(key), value(each)]))
    }
    return object === undefined ? undefined : null
  }

  function resources(dict: PDFDict | undefined): Data {
    const entries = drawnWith.flatMap((name) => {
      const found = dict?.get(n(name))
      return found === undefined ? [] : [[name, value(found)] as const]
    })
    return Object.fromEntries(entries)
  }

  return {
    value(object: PDFObject | undefined): unknown {
      const copied = value(object)
      finish()
      return copied
    },
    resources(dict: PDFDict | undefined): Data {
      const copied = resources(dict)
      finish()
      return copied
    },
    stream(source: PDFRef): Ref | null {
      const ref = refOf(source)
      finish()
      return ref
    },
    form({ bytes, filter }: Content, data: Data): Ref {
      const kept = ['Filter', 'DecodeParms'].flatMap((key) => {
        const found = filter?.get(n(key))
        return found === undefined ? [] : [[key, value(found)] as const]
      })
      const filters = Object.fromEntries(kept)
      const ref = doc.ref(filters.Filter === undefined ? {} : { Filter: 'FlateDecode' })
      writeStream(ref, { ...data, ...(filters.Filter === undefined ? {} : filters) }, bytes)
      finish()
      return ref
    },
  }
}

/** Without its slash, and with what it escapes still escaped. */
function nameOf(name: PDFName): string {
  return name.toString().slice(1)
}

function finite(number: number): number {
  return Number.isFinite(number) && Math.abs(number) < 1e15 ? number : 0
}

function isAction(object: PDFObject): boolean {
  if (!(object instanceof PDFDict)) return false
  const kind = object.get(n('S'))
  return object.has(n('JS')) || (kind instanceof PDFName && actions.has(nameOf(kind)))
}
