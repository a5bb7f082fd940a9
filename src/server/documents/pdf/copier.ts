import {
  decodePDFRawStream,
  PDFArray,
  PDFBool,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib'
import { pictureOnly } from './strip-metadata.ts'

const MAX_OBJECTS = 100_000

/** What a resource dictionary may name. Not `Properties`: these are layers and marks of the other document's structure. */
const drawnWith = ['ColorSpace', 'ExtGState', 'Font', 'Pattern', 'Shading', 'XObject']
const words = (text: string) => new Set(text.split(' '))
/** All that draws in the dictionary of a picture, and in that of a form (PDF 32000-1, tables 89 and 95). */
const drawing: Record<string, Set<string>> = {
  Image: words(
    'Type Subtype Width Height ColorSpace BitsPerComponent Intent ImageMask Mask Decode Interpolate SMask SMaskInData Filter DecodeParms',
  ),
  Form: words('Type Subtype FormType BBox Matrix Resources Group Filter DecodeParms'),
}
/** In another stream's dictionary: file names, notes to programs, and what points back into the other document. */
const notDrawn = words(
  'Metadata PieceInfo AF OPI Ref OC StructParent StructParents LastModified F FFilter FDecodeParms Length DL',
)
const actions = words(
  'JavaScript Launch URI SubmitForm ImportData GoToR GoToE Rendition Sound Movie ResetForm Named Hide',
)
/** No page needs these to be drawn, whatever points at them. */
const foreign = words('Metadata EmbeddedFile Filespec')

const n = (name: string) => PDFName.of(name)

/** Still filtered, but no longer encrypted. */
export function rawBytes(stream: PDFStream): Uint8Array {
  if (!(stream instanceof PDFRawStream) || stream.transform === undefined) return stream.getContents()
  const bare = PDFDict.withContext(stream.dict.context)
  return decodePDFRawStream(PDFRawStream.of(bare, stream.contents, stream.transform)).decode()
}

export type Content = { bytes: Uint8Array; filter: PDFDict | null }
export type Copier = ReturnType<typeof createCopier>
type Ref = PDFKit.PDFKitReference
type Data = Record<string, unknown>
type Written = Ref['data']

/** Copies objects into `doc` as pdfkit writes them: names as strings, strings as bytes, dictionaries as records. */
export function createCopier(pdf: PDFDocument, doc: PDFKit.PDFDocument) {
  const { context } = pdf
  const refs = new Map<PDFRef, Ref | null>()
  const waiting: { ref: Ref; object: PDFObject }[] = []
  let begun: PDFRef[] = []
  let count = 0

  function refOf(source: PDFRef): Ref | null {
    const known = refs.get(source)
    if (known !== undefined) return known
    count += 1
    if (count > MAX_OBJECTS) throw new Error('too many objects')
    const object = context.lookup(source)
    const ref = object === undefined || isForeign(object) ? null : startRef(object)
    refs.set(source, ref)
    begun.push(source)
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
    for (let next = waiting.at(-1); next; next = waiting.at(-1)) {
      const { ref, object } = next
      const place = waiting.length - 1
      if (object instanceof PDFStream) copyStream(ref, object)
      else {
        ref.data = value(object) as Written
        ref.end(undefined)
      }
      waiting.splice(place, 1)
    }
  }

  /** The document waits for all that was begun in it; what is left half done by a failure is not used again. */
  function whole<T>(copy: () => T): T {
    begun = []
    try {
      const copied = copy()
      finish()
      return copied
    } catch (error) {
      for (const source of begun) refs.delete(source)
      for (const { ref } of waiting.splice(0)) ref.end(undefined)
      throw error
    }
  }

  function copyStream(ref: Ref, stream: PDFStream): void {
    const kind = stream.dict.lookup(n('Subtype'))
    const subtype = kind instanceof PDFName ? nameOf(kind) : ''
    const bare = subtype === 'Image' ? pictureOnly(stream.dict, rawBytes(stream)) : null
    const data = streamData(stream.dict, drawing[subtype])
    if (bare) {
      delete data.DecodeParms
      Object.assign(data, { Filter: bare.filter }, bare.parms && { DecodeParms: value(bare.parms) })
    }
    writeStream(ref, data, bare?.bytes ?? rawBytes(stream))
  }

  function streamData(dict: PDFDict, known: Set<string> | undefined): Data {
    const data: Data = {}
    for (const [key, each] of dict.entries()) {
      const name = nameOf(key)
      if (known ? !known.has(name) : notDrawn.has(name)) continue
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
      if (isForeign(object)) return null
      return Object.fromEntries(object.entries().map(([key, each]) => [nameOf(key), value(each)]))
    }
    return object === undefined ? undefined : null
  }

  /** Names in these dictionaries are the other document's own and mean nothing. */
  function resources(dict: PDFDict | undefined): Data {
    const data: Data = {}
    for (const name of drawnWith) {
      const found = dict?.lookup(n(name))
      if (found instanceof PDFDict)
        data[name] = Object.fromEntries(found.entries().map(([key, each]) => [nameOf(key), value(each)]))
    }
    return data
  }

  function form({ bytes, filter }: Content, data: Data): Ref {
    const kept = ['Filter', 'DecodeParms'].flatMap((key) => {
      const found = filter?.get(n(key))
      return found === undefined ? [] : [[key, value(found)] as const]
    })
    const filters = Object.fromEntries(kept)
    const ref = doc.ref(filters.Filter === undefined ? {} : { Filter: 'FlateDecode' })
    writeStream(ref, { ...data, ...(filters.Filter === undefined ? {} : filters) }, bytes)
    return ref
  }

  return {
    value: (object: PDFObject | undefined) => whole(() => value(object)),
    resources: (dict: PDFDict | undefined) => whole(() => resources(dict)),
    stream: (source: PDFRef) => whole(() => refOf(source)),
    form: (content: Content, data: Data) => whole(() => form(content, data)),
  }
}

/** Without its slash, and with what it escapes still escaped. */
function nameOf(name: PDFName): string {
  return name.toString().slice(1)
}

function finite(number: number): number {
  return Number.isFinite(number) && Math.abs(number) < 1e15 ? number : 0
}

/** What acts, or holds a file or notes of its own. */
function isForeign(object: PDFObject): boolean {
  const dict = object instanceof PDFStream ? object.dict : object
  if (!(dict instanceof PDFDict)) return false
  const [kind, type] = [dict.get(n('S')), dict.get(n('Type'))]
  if (type instanceof PDFName && foreign.has(nameOf(type))) return true
  return (
    dict.has(n('JS')) ||
    dict.lookup(n('EF')) instanceof PDFDict ||
    (kind instanceof PDFName && actions.has(nameOf(kind)))
  )
}
