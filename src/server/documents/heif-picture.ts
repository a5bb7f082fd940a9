import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The functions of libheif's C interface that are used here. Each of the last four writes its error to its first argument. */
type Libheif = {
  HEAPU8: Uint8Array
  HEAPU32: Uint32Array
  _malloc(size: number): number
  _heif_context_alloc(): number
  _heif_image_handle_get_width(handle: number): number
  _heif_image_handle_get_height(handle: number): number
  _heif_image_handle_get_item_id(handle: number): number
  _heif_item_get_properties_of_type(
    context: number,
    item: number,
    type: number,
    ids: number,
    count: number,
  ): number
  _heif_image_handle_get_list_of_metadata_block_IDs(
    handle: number,
    type: number,
    ids: number,
    count: number,
  ): number
  _heif_image_handle_get_metadata_size(handle: number, id: number): number
  _heif_image_get_width(image: number, channel: number): number
  _heif_image_get_height(image: number, channel: number): number
  _heif_image_get_plane_readonly(image: number, channel: number, stride: number): number
  _heif_image_release(image: number): void
  _heif_context_read_from_memory_without_copy: Call
  _heif_context_get_primary_image_handle: Call
  _heif_image_handle_get_image_tiling: Call
  _heif_image_handle_get_metadata: Call
  _heif_decode_image: Call
  _heif_image_handle_decode_image_tile: Call
}
type Call = (error: number, ...args: number[]) => void
type Pixels = { width: number; height: number; pixels: Buffer }
export type HeifPicture = Pixels & { orientation: number }
/** Pixels that are decoded at once, and all of them. */
export type PixelLimits = { atOnce: number; total: number }
export class TooManyPixels extends Error {}

const [RGB, INTERLEAVED_RGB, INTERLEAVED] = [1, 10, 10]
/** Sums of a square of this many pixels fit into 16 bits. */
const MAX_SHRINK = 16

/**
 * The picture in RGB, turned as the container says. A large one in tiles, as phones write it, is decoded tile by tile:
 * it comes with fewer pixels, but at least `least` in its longer side.
 */
export function readHeif(bytes: Buffer, limits: PixelLimits, least: number): HeifPicture {
  const heif = loadHeif()
  const [error, out] = [heif._malloc(64), heif._malloc(256)]
  const call = (run: Call, ...args: number[]) => {
    run(error, ...args)
    if (heif.HEAPU32[error / 4] !== 0) throw new Error('not a picture that libheif reads')
    return heif.HEAPU32[out / 4] ?? 0
  }
  const file = heif._malloc(bytes.length)
  heif.HEAPU8.set(bytes, file)
  const context = heif._heif_context_alloc()
  call(heif._heif_context_read_from_memory_without_copy, context, file, bytes.length, 0)
  const handle = call(heif._heif_context_get_primary_image_handle, context, out)
  const width = heif._heif_image_handle_get_width(handle)
  const height = heif._heif_image_handle_get_height(handle)
  if (width * height > limits.total) throw new TooManyPixels()
  const orientation = orientationOf()
  const by = Math.min(MAX_SHRINK, Math.floor(Math.max(width, height) / least))
  const tiles = tiling()
  if (by > 1 && tiles.columns * tiles.rows > 1) return { ...shrunk(tiles), orientation }
  if (width * height > limits.atOnce) throw new TooManyPixels()
  return { ...pixelsOf(call(heif._heif_decode_image, handle, out, RGB, INTERLEAVED_RGB, 0)), orientation }

  function tiling() {
    call(heif._heif_image_handle_get_image_tiling, handle, 1, out)
    // After a version; the size of the image follows.
    const [columns = 0, rows = 0, tileWidth = 0, tileHeight = 0] = heif.HEAPU32.subarray(
      out / 4 + 1,
      out / 4 + 5,
    )
    return { columns, rows, tileWidth, tileHeight }
  }

  /** The decoded image, without the padding of its rows. It is not copied where it has none. */
  function pixelsOf(image: number): Pixels {
    const { at, stride, width, height } = planeOf(image)
    const row = width * 3
    if (stride === row) return { width, height, pixels: Buffer.from(heif.HEAPU8.buffer, at, row * height) }
    const pixels = Buffer.allocUnsafe(row * height)
    for (let y = 0; y < height; y++)
      pixels.set(heif.HEAPU8.subarray(at + y * stride, at + y * stride + row), y * row)
    return { width, height, pixels }
  }

  function planeOf(image: number) {
    const at = heif._heif_image_get_plane_readonly(image, INTERLEAVED, out)
    if (at === 0) throw new Error('decoded in another format')
    return {
      ...{ at, stride: heif.HEAPU32[out / 4] ?? 0 },
      width: heif._heif_image_get_width(image, INTERLEAVED),
      height: heif._heif_image_get_height(image, INTERLEAVED),
    }
  }

  /** Each pixel is the mean of a square of pixels. */
  function shrunk({ columns, rows, tileWidth, tileHeight }: ReturnType<typeof tiling>): Pixels {
    if (tileWidth * tileHeight > limits.atOnce) throw new TooManyPixels()
    const small = { width: Math.ceil(width / by), height: Math.ceil(height / by) }
    const sums = new Uint16Array(small.width * small.height * 3)
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) {
        const image = call(
          heif._heif_image_handle_decode_image_tile,
          handle,
          out,
          RGB,
          INTERLEAVED_RGB,
          0,
          column,
          row,
        )
        addTile(image, column * tileWidth, row * tileHeight, sums, small.width)
      }
    const pixels = Buffer.allocUnsafe(sums.length)
    for (let y = 0; y < small.height; y++)
      for (let x = 0; x < small.width; x++) {
        // The squares at the right and at the bottom may be cut.
        const count = Math.min(by, width - x * by) * Math.min(by, height - y * by)
        const at = (y * small.width + x) * 3
        for (let channel = at; channel < at + 3; channel++) pixels[channel] = (sums[channel] ?? 0) / count
      }
    return { ...small, pixels }
  }

  function addTile(image: number, left: number, top: number, sums: Uint16Array, smallWidth: number): void {
    const tile = planeOf(image)
    const bytes = heif.HEAPU8
    const [right, bottom] = [Math.min(tile.width, width - left), Math.min(tile.height, height - top)]
    for (let y = 0; y < bottom; y++) {
      const row = Math.floor((top + y) / by) * smallWidth
      for (let x = 0, from = tile.at + y * tile.stride; x < right; x++, from += 3) {
        const to = (row + Math.floor((left + x) / by)) * 3
        sums[to] = (sums[to] ?? 0) + (bytes[from] ?? 0)
        sums[to + 1] = (sums[to + 1] ?? 0) + (bytes[from + 1] ?? 0)
        sums[to + 2] = (sums[to + 2] ?? 0) + (bytes[from + 2] ?? 0)
      }
    }
    heif._heif_image_release(image)
  }

  /** By EXIF, which counts only where the container itself does not turn the picture: some phones write nothing else. */
  function orientationOf(): number {
    const item = heif._heif_image_handle_get_item_id(handle)
    const has = (type: string) =>
      heif._heif_item_get_properties_of_type(context, item, Buffer.from(type).readUInt32BE(), out, 1) > 0
    if (has('irot') || has('imir')) return 1
    const type = heif._malloc(8)
    heif.HEAPU8.set(Buffer.from('Exif\0'), type)
    if (heif._heif_image_handle_get_list_of_metadata_block_IDs(handle, type, out, 1) < 1) return 1
    const id = heif.HEAPU32[out / 4] ?? 0
    const size = heif._heif_image_handle_get_metadata_size(handle, id)
    if (size < 12 || size > bytes.length) return 1
    const exif = heif._malloc(size)
    call(heif._heif_image_handle_get_metadata, handle, id, exif)
    return exifOrientation(Buffer.from(heif.HEAPU8.slice(exif, exif + size)))
  }
}

function loadHeif(): Libheif {
  const require = createRequire(import.meta.url)
  const wasmBinary = readFileSync(require.resolve('libheif-js/libheif-wasm/libheif.wasm'))
  const silent = () => {}
  return require('libheif-js/libheif-wasm/libheif.js')({ wasmBinary, print: silent, printErr: silent })
}

/** The tag 0x0112 of the first directory: ISO 23008-12, A.2.1, and TIFF 6.0. 1 where there is none. */
function exifOrientation(exif: Buffer): number {
  const start = 4 + exif.readUInt32BE(0)
  if (start + 8 > exif.length) return 1
  const isLittle = exif.toString('latin1', start, start + 2) === 'II'
  const short = (at: number) =>
    at + 2 > exif.length ? 0 : isLittle ? exif.readUInt16LE(at) : exif.readUInt16BE(at)
  const directory = start + (isLittle ? exif.readUInt32LE(start + 4) : exif.readUInt32BE(start + 4))
  for (let entry = 0; entry < short(directory); entry++) {
    const at = directory + 2 + entry * 12
    const value = short(at) === 0x0112 ? short(at + 8) : 0
    if (value >= 1 && value <= 8) return value
  }
  return 1
}
