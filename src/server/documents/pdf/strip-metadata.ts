import { decodePDFRawStream, PDFArray, PDFDict, PDFName, type PDFObject, PDFRawStream } from '@cantoo/pdf-lib'

// A photo that was put into a PDF keeps what the camera wrote beside the picture: where it was taken, with what, when,
// and small copies of it. Here only the picture is kept, without decoding it.

/** A picture without notes, and how it is packed now; `parms` are the other document's. */
type Bare = { bytes: Uint8Array; filter: string; parms: PDFObject | undefined }

const n = (name: string) => PDFName.of(name)
const strips: Record<string, (bytes: Uint8Array) => Uint8Array> = {
  DCTDecode: bareJpeg,
  DCT: bareJpeg,
  JPXDecode: bareJpeg2000,
}

/** `null` of a picture in a format that has no place for notes. */
export function pictureOnly(dict: PDFDict, bytes: Uint8Array): Bare | null {
  const filters = listOf(dict.lookup(n('Filter')))
  const parms = listOf(dict.lookup(n('DecodeParms')))
  const last = filters.at(-1)
  const filter = last instanceof PDFName ? last.decodeText() : ''
  const strip = strips[filter]
  if (!strip) return null
  const inner = unpacked(dict, bytes, filters.slice(0, -1), parms.slice(0, -1))
  return { bytes: strip(inner), filter, parms: parms[filters.length - 1] }
}

function listOf(object: PDFObject | undefined): PDFObject[] {
  if (object instanceof PDFArray)
    return Array.from({ length: object.size() }, (_, at) => object.lookup(at) as PDFObject)
  return object === undefined ? [] : [object]
}

/** Without the filters around the picture's own. */
function unpacked(dict: PDFDict, bytes: Uint8Array, filters: PDFObject[], parms: PDFObject[]): Uint8Array {
  if (filters.length === 0) return bytes
  const outer = PDFDict.withContext(dict.context)
  const array = (objects: PDFObject[]) => {
    const made = PDFArray.withContext(dict.context)
    for (const object of objects) made.push(object)
    return made
  }
  outer.set(n('Filter'), array(filters))
  if (parms.length > 0) outer.set(n('DecodeParms'), array(parms))
  return decodePDFRawStream(PDFRawStream.of(outer, bytes)).decode()
}

const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7

/** ITU-T T.81, annex B: frames, tables and scans stay; comments, EXIF, XMP, IPTC, ICC and what follows the end do not. */
function bareJpeg(bytes: Uint8Array): Uint8Array {
  const kept: Uint8Array[] = [Buffer.from([0xff, 0xd8])]
  for (let at = 0; at + 3 < bytes.length; ) {
    const marker = bytes[at] === 0xff ? (bytes[at + 1] ?? 0) : 0
    const size = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)
    if (marker === 0xd9) break
    if (marker < 0xc0 || marker === 0xff || marker === 0xd8 || isRestart(marker) || size < 2) {
      at += 1
      continue
    }
    const end = marker === 0xda ? endOfScan(bytes, at + 2 + size) : at + 2 + size
    kept.push(segmentOf(marker, bytes.subarray(at, end)))
    at = end
  }
  return Buffer.concat([...kept, Buffer.from([0xff, 0xd9])])
}

function endOfScan(bytes: Uint8Array, start: number): number {
  for (let at = start; at + 1 < bytes.length; at++) {
    const next = bytes[at + 1] ?? 0
    if (bytes[at] === 0xff && next !== 0 && next !== 0xff && !isRestart(next)) return at
  }
  return bytes.length
}

/** Of the segments for programs only the two that tell how the colours are meant, and of these only that. */
function segmentOf(marker: number, segment: Uint8Array): Uint8Array {
  const starts = (text: string) =>
    Buffer.from(segment.subarray(4, 4 + text.length)).toString('latin1') === text
  if (marker === 0xe0 && starts('JFIF\0')) return Buffer.from('ffe000104a46494600010100000100010000', 'hex')
  if (marker === 0xee && starts('Adobe') && segment.length >= 16)
    return Buffer.concat([Buffer.from('ffee000e', 'hex'), segment.subarray(4, 16)])
  const isForPrograms = marker >= 0xe0 && marker !== 0xff
  return isForPrograms ? new Uint8Array() : segment
}

const jp2Boxes = new Set(['jP  ', 'ftyp', 'rreq', 'jp2h', 'jp2c'])

/** ISO/IEC 15444-1, annexes A and I: what shows the picture stays; other boxes go, and comments are blanked. */
function bareJpeg2000(bytes: Uint8Array): Uint8Array {
  const view = Buffer.from(bytes)
  if (view.toString('latin1', 4, 8) !== 'jP  ') return withoutComments(view)
  const kept: Uint8Array[] = []
  for (let at = 0; at + 8 <= view.length; ) {
    const told = view.readUInt32BE(at)
    const isLong = told === 1 && at + 16 <= view.length
    const size = isLong ? Number(view.readBigUInt64BE(at + 8)) : told
    const end = size < 8 ? view.length : Math.min(at + size, view.length)
    const type = view.toString('latin1', at + 4, at + 8)
    if (type === 'jp2c') withoutComments(view.subarray(at + (isLong ? 16 : 8), end))
    if (jp2Boxes.has(type)) kept.push(view.subarray(at, end))
    at = end
  }
  return Buffer.concat(kept)
}

/** In place, so that no length changes: up to the first tile. */
function withoutComments(stream: Buffer): Buffer {
  for (let at = 2; at + 4 <= stream.length && stream[at] === 0xff; ) {
    const marker = stream[at + 1]
    const size = stream.readUInt16BE(at + 2)
    if (marker === 0x90 || size < 2) break
    if (marker === 0x64) stream.subarray(at + 6, at + 2 + size).fill(0x20)
    at += 2 + size
  }
  return stream
}
