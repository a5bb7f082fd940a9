import { deflateSync } from 'node:zlib'
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
import { withoutHidden } from './hidden-content.ts'
import type { Layers } from './layers.ts'
import { stripMetadata } from './strip-metadata.ts'

const MAX_OBJECTS = 100_000

/** Resource categories to copy. Not `Properties`: layers and structure marks of the other document. */
const resourceCategories = ['ColorSpace', 'ExtGState', 'Font', 'Pattern', 'Shading', 'XObject']
const wordSet = (text: string) => new Set(text.split(' '))
/** Keys to copy from the dictionary of an image and of a form (PDF 32000-1, tables 89 and 95). */
const copiedKeys: Record<string, Set<string>> = {
  Image: wordSet(
    'Type Subtype Width Height ColorSpace BitsPerComponent Intent ImageMask Mask Decode Interpolate SMask SMaskInData Filter DecodeParms',
  ),
  Form: wordSet('Type Subtype FormType BBox Matrix Resources Group Filter DecodeParms'),
}
/** Keys not to copy from other stream dictionaries: file names, application data, references into the other document. */
const skippedKeys = wordSet(
  'Metadata PieceInfo AF OPI Ref OC StructParent StructParents LastModified F FFilter FDecodeParms Length DL',
)
const actions = wordSet(
  'JavaScript Launch URI SubmitForm ImportData GoToR GoToE Rendition Sound Movie ResetForm Named Hide',
)
/** Object types that are never copied: no page needs them to be drawn. */
const skippedTypes = wordSet('Metadata EmbeddedFile Filespec')

const n = (name: string) => PDFName.of(name)

/** Decrypted, but with its filters still applied. */
export function rawBytes(stream: PDFStream): Uint8Array {
  if (!(stream instanceof PDFRawStream) || stream.transform === undefined) return stream.getContents()
  const emptyDict = PDFDict.withContext(stream.dict.context)
  return decodePDFRawStream(PDFRawStream.of(emptyDict, stream.contents, stream.transform)).decode()
}

export type Content = { bytes: Uint8Array; filter: PDFDict | null }
export type Copier = ReturnType<typeof createCopier>
type Ref = PDFKit.PDFKitReference
type Data = Record<string, unknown>
type Written = Ref['data']

/** Copies objects into `doc` in pdfkit's terms: names as strings, strings as bytes, dictionaries as records. */
export function createCopier(pdf: PDFDocument, doc: PDFKit.PDFDocument, layers: Layers) {
  const { context } = pdf
  /** The resources of streams that have none of their own: of a page, or of a font for its glyphs. */
  const owners = new Map<PDFObject, PDFDict>()
  let pageResources: PDFDict | undefined
  const refs = new Map<PDFRef, Ref | null>()
  const waiting: { ref: Ref; object: PDFObject }[] = []
  let started: PDFRef[] = []
  let count = 0

  function refOf(source: PDFRef): Ref | null {
    const known = refs.get(source)
    if (known !== undefined) return known
    count += 1
    if (count > MAX_OBJECTS) throw new Error('too many objects')
    const object = context.lookup(source)
    const ref = object === undefined || isSkipped(object) ? null : startRef(object)
    refs.set(source, ref)
    started.push(source)
    if (ref && object) waiting.push({ ref, object })
    return ref
  }

  /** pdfkit compresses a stream that has no filter when its reference is created. */
  function startRef(object: PDFObject): Ref {
    return doc.ref(
      object instanceof PDFStream && object.dict.has(n('Filter')) ? { Filter: 'FlateDecode' } : {},
    )
  }

  /** Iterative, because objects may be nested arbitrarily deep. */
  function writeWaiting(): void {
    for (let next = waiting.at(-1); next; next = waiting.at(-1)) {
      const { ref, object } = next
      const index = waiting.length - 1
      if (object instanceof PDFStream) copyStream(ref, object)
      else {
        ref.data = value(object) as Written
        ref.end(undefined)
      }
      waiting.splice(index, 1)
    }
  }

  /** Ends every reference that was started, also after a failure: the document waits for them. A failed copy is not reused. */
  function completely<T>(copy: () => T): T {
    started = []
    try {
      const copied = copy()
      writeWaiting()
      return copied
    } catch (error) {
      for (const source of started) refs.delete(source)
      for (const { ref } of waiting.splice(0)) ref.end(undefined)
      throw error
    }
  }

  function copyStream(ref: Ref, stream: PDFStream): void {
    const kind = stream.dict.lookup(n('Subtype'))
    const subtype = kind instanceof PDFName ? nameOf(kind) : ''
    if (layers.isHidden(stream.dict.get(n('OC')))) {
      writeStream(ref, { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 0, 0] }, new Uint8Array())
      return
    }
    const own = stream.dict.lookup(n('Resources')) ?? owners.get(stream)
    const content = isContent(stream)
      ? shownContent(stream, own instanceof PDFDict ? own : pageResources)
      : null
    if (content) {
      const { Filter, DecodeParms, ...data } = streamData(stream.dict, copiedKeys[subtype])
      if (Filter === undefined) writeStream(ref, data, content)
      else writeStream(ref, { ...data, Filter: 'FlateDecode' }, deflateSync(content))
      return
    }
    const picture = subtype === 'Image' ? stripMetadata(stream.dict, rawBytes(stream)) : null
    const data = streamData(stream.dict, copiedKeys[subtype])
    if (picture) {
      delete data.DecodeParms
      Object.assign(data, { Filter: picture.filter }, picture.parms && { DecodeParms: value(picture.parms) })
    }
    writeStream(ref, data, picture?.bytes ?? rawBytes(stream))
  }

  function isContent(stream: PDFStream): boolean {
    const isForm = stream.dict.lookup(n('Subtype')) === n('Form')
    return isForm || stream.dict.has(n('PatternType')) || owners.has(stream)
  }

  /** Without what its hidden layers draw; null if it has none. */
  function shownContent(stream: PDFStream, resources: PDFDict | undefined): Uint8Array | null {
    if (!hasHidden(resources) || !(stream instanceof PDFRawStream)) return null
    return shown(decodePDFRawStream(stream).decode(), resources)
  }

  function hasHidden(resources: PDFDict | undefined): boolean {
    return hiddenIn(resources).size > 0
  }

  /** The names of layers that are off. */
  function hiddenIn(resources: PDFDict | undefined): Set<string> {
    const properties = layers.areOff ? resources?.lookup(n('Properties')) : undefined
    if (!(properties instanceof PDFDict)) return new Set()
    const hidden = properties.entries().filter(([, owner]) => layers.isHidden(owner))
    return new Set(hidden.map(([name]) => name.decodeText()))
  }

  function shown(bytes: Uint8Array, resources: PDFDict | undefined): Uint8Array {
    return withoutHidden(bytes, hiddenIn(resources))
  }

  function streamData(dict: PDFDict, known: Set<string> | undefined): Data {
    const data: Data = {}
    for (const [key, each] of dict.entries()) {
      const name = nameOf(key)
      if (known ? !known.has(name) : skippedKeys.has(name)) continue
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
      if (isSkipped(object)) return null
      noteGlyphs(object)
      return Object.fromEntries(object.entries().map(([key, each]) => [nameOf(key), value(each)]))
    }
    return object === undefined ? undefined : null
  }

  /** Of a font whose glyphs are content streams. */
  function noteGlyphs(font: PDFDict): void {
    const [glyphs, own] = [font.lookup(n('CharProcs')), font.lookup(n('Resources'))]
    if (!(glyphs instanceof PDFDict) || !(own instanceof PDFDict)) return
    for (const glyph of glyphs.values()) {
      const stream = context.lookup(glyph)
      if (stream) owners.set(stream, own)
    }
  }

  /** The keys of these dictionaries are arbitrary names, so they are all copied. */
  function resources(dict: PDFDict | undefined): Data {
    const data: Data = {}
    for (const name of resourceCategories) {
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
    value: (object: PDFObject | undefined) => completely(() => value(object)),
    hasHidden,
    shown,
    /** Of a page: the forms that it draws may have none of their own. */
    resources(dict: PDFDict | undefined) {
      pageResources = dict
      return completely(() => resources(dict))
    },
    stream: (source: PDFRef) => completely(() => refOf(source)),
    form: (content: Content, data: Data) => completely(() => form(content, data)),
  }
}

/** Without the slash; escapes stay. */
function nameOf(name: PDFName): string {
  return name.toString().slice(1)
}

function finite(number: number): number {
  return Number.isFinite(number) && Math.abs(number) < 1e15 ? number : 0
}

/** Actions, embedded files and metadata. */
function isSkipped(object: PDFObject): boolean {
  const dict = object instanceof PDFStream ? object.dict : object
  if (!(dict instanceof PDFDict)) return false
  const [kind, type] = [dict.get(n('S')), dict.get(n('Type'))]
  if (type instanceof PDFName && skippedTypes.has(nameOf(type))) return true
  return (
    dict.has(n('JS')) ||
    dict.lookup(n('EF')) instanceof PDFDict ||
    (kind instanceof PDFName && actions.has(nameOf(kind)))
  )
}
