import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFName,
  PDFNull,
  type PDFObject,
  PDFRawStream,
} from '@cantoo/pdf-lib'

// A photo inside a PDF still has the camera's metadata: location, device, time and thumbnails. This removes it without
// decoding the picture.

/** A picture without metadata, with its filter; `parms` are objects of the source document. */
type StrippedPicture = { bytes: Uint8Array; filter: string; parms: PDFObject | undefined }

const n = (name: string) => PDFName.of(name)
const strips: Record<string, (bytes: Uint8Array) => Uint8Array> = {
  DCTDecode: stripJpeg,
  DCT: stripJpeg,
  JPXDecode: stripJpeg2000,
}

/** `null` for a picture in a format that holds no metadata. */
export function stripMetadata(dict: PDFDict, bytes: Uint8Array): StrippedPicture | null {
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
    return Array.from({ length: object.size() }, (_, at) => object.lookup(at) ?? PDFNull)
  return object === undefined ? [] : [object]
}

/** Undoes the filters around the picture's own. */
function unpacked(dict: PDFDict, bytes: Uint8Array, filters: PDFObject[], parms: PDFObject[]): Uint8Array {
  if (filters.length === 0) return bytes
  const outer = PDFDict.withContext(dict.context)
  const arrayOf = (objects: PDFObject[]) => {
    const array = PDFArray.withContext(dict.context)
    for (const object of objects) array.push(object)
    return array
  }
  outer.set(n('Filter'), arrayOf(filters))
  if (parms.length > 0) outer.set(n('DecodeParms'), arrayOf(parms))
  return decodePDFRawStream(PDFRawStream.of(outer, bytes)).decode()
}

const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7

/** ITU-T T.81, annex B: keeps frames, tables and scans; drops comments, EXIF, XMP, IPTC, ICC and trailing data. */
function stripJpeg(bytes: Uint8Array): Uint8Array {
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

/** Keeps only the two application segments that define the colors, reduced to that. */
function segmentOf(marker: number, segment: Uint8Array): Uint8Array {
  const starts = (text: string) =>
    Buffer.from(segment.subarray(4, 4 + text.length)).toString('latin1') === text
  if (marker === 0xe0 && starts('JFIF\0')) return Buffer.from('ffe000104a46494600010100000100010000', 'hex')
  if (marker === 0xee && starts('Adobe') && segment.length >= 16)
    return Buffer.concat([Buffer.from('ffee000e', 'hex'), segment.subarray(4, 16)])
  const isMetadata = marker >= 0xe0 && marker !== 0xff
  return isMetadata ? new Uint8Array() : segment
}

const jp2Boxes = new Set(['jP  ', 'ftyp', 'rreq', 'jp2h', 'jp2c'])

/** ISO/IEC 15444-1, annexes A and I: keeps the boxes that show the picture, drops the others, blanks comments. */
function stripJpeg2000(bytes: Uint8Array): Uint8Array {
  const view = Buffer.from(bytes)
  if (view.toString('latin1', 4, 8) !== 'jP  ') return blankComments(view)
  const kept: Uint8Array[] = []
  for (let at = 0; at + 8 <= view.length; ) {
    const length = view.readUInt32BE(at)
    const isLong = length === 1 && at + 16 <= view.length
    const size = isLong ? Number(view.readBigUInt64BE(at + 8)) : length
    const end = size < 8 ? view.length : Math.min(at + size, view.length)
    const type = view.toString('latin1', at + 4, at + 8)
    if (type === 'jp2c') blankComments(view.subarray(at + (isLong ? 16 : 8), end))
    if (jp2Boxes.has(type)) kept.push(view.subarray(at, end))
    at = end
  }
  return Buffer.concat(kept)
}

/** Overwrites comments up to the first tile in place, so that no length changes. */
function blankComments(stream: Buffer): Buffer {
  for (let at = 2; at + 4 <= stream.length && stream[at] === 0xff; ) {
    const marker = stream[at + 1]
    const size = stream.readUInt16BE(at + 2)
    if (marker === 0x90 || size < 2) break
    if (marker === 0x64) stream.subarray(at + 6, at + 2 + size).fill(0x20)
    at += 2 + size
  }
  return stream
}
