import { type PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib'
import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { aPhoto } from '#testing/documents.ts'
import { stripMetadata } from './strip-metadata.ts'

async function stripped(bytes: Uint8Array, filter: string): Promise<Buffer> {
  const { context } = await PDFDocument.create()
  const dict = context.obj({ Subtype: 'Image', Filter: PDFName.of(filter) })
  return Buffer.from(stripMetadata(dict as PDFDict, bytes)?.bytes ?? [])
}

const pixelsOf = (bytes: Uint8Array) => sharp(bytes, { failOn: 'warning' }).raw().toBuffer()

/** A drawing fine enough that no scan of it is empty. */
async function drawn(width = 333, height = 217) {
  const noise = Buffer.alloc(width * height * 3)
  for (let at = 0; at < noise.length; at++) noise[at] = (at * 7919 + (at >> 5) * 31) & 0xff
  return sharp(noise, { raw: { width, height, channels: 3 } })
}

const withNotes = (picture: Sharp) =>
  picture
    .withExif({ IFD0: { Make: 'Canary' }, IFD3: { GPSLatitudeRef: 'N' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>Canary</a></x:xmpmeta>')
    .withIccProfile('srgb')
    .toBuffer()

test.each([
  ['plain', async () => withNotes((await drawn()).jpeg())],
  ['progressive', async () => withNotes((await drawn()).jpeg({ progressive: true }))],
  ['grey', async () => withNotes((await drawn()).grayscale().jpeg())],
  ['in four inks', async () => withNotes((await drawn()).toColourspace('cmyk').jpeg())],
  ['in full colour', async () => withNotes((await drawn()).jpeg({ chromaSubsampling: '4:4:4' }))],
])('a JPEG, %s, keeps every pixel and none of its metadata', async (_, make) => {
  const photo = await make()
  expect(photo.includes('Exif')).toBe(true)
  // Like some phones: a video or a second photo after the end.
  const bare = await stripped(Buffer.concat([photo, Buffer.from('a film called Canary'), photo]), 'DCTDecode')
  for (const text of ['Exif', 'Canary', 'adobe:ns', 'ICC_PROFILE', 'GPS'])
    expect(bare.includes(text), text).toBe(false)
  expect((await pixelsOf(bare)).equals(await pixelsOf(photo))).toBe(true)
  expect(await stripped(bare, 'DCTDecode')).toEqual(bare)
})

test('a truncated JPEG yields only what it has, without metadata', async () => {
  const photo = await aPhoto()
  for (let size = 0; size < photo.length; size += 97) {
    const bare = await stripped(photo.subarray(0, size), 'DCTDecode')
    expect(bare.length).toBeLessThanOrEqual(size + 4)
    expect(bare.includes('Canary')).toBe(false)
  }
})

const box = (type: string, ...parts: (Uint8Array | string)[]) => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)))
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

test('a JPEG 2000 keeps its picture; metadata is removed and comments are blanked', async () => {
  const comment = Buffer.concat([Buffer.from([0xff, 0x64, 0, 10, 0, 1]), Buffer.from('Canary')])
  const size = Buffer.from([0xff, 0x51, 0, 4, 1, 2])
  const tile = Buffer.from([0xff, 0x90, 0, 10, 0xff, 0x64, 0, 4, 5, 6, 0xff, 0xd9])
  const stream = Buffer.concat([Buffer.from([0xff, 0x4f]), size, comment, tile])
  const [start, head] = [box('jP  ', '\r\n\x87\n'), box('jp2h', box('ihdr', 'x'))]
  const whole = Buffer.concat([
    start,
    box('uuid', 'Canary'),
    head,
    box('xml ', '<Canary/>'),
    box('jp2c', stream),
  ])
  const blank = Buffer.from(stream.toString('latin1').replace('Canary', '      '), 'latin1')
  expect(await stripped(whole, 'JPXDecode')).toEqual(Buffer.concat([start, head, box('jp2c', blank)]))
  expect(await stripped(stream, 'JPXDecode')).toEqual(blank)
  for (let end = 0; end < whole.length; end++)
    expect((await stripped(whole.subarray(0, end), 'JPXDecode')).length).toBeLessThanOrEqual(end)
})

test('a picture in a format without metadata is unchanged', async () => {
  const { context } = await PDFDocument.create()
  for (const filter of ['FlateDecode', 'CCITTFaxDecode', 'RunLengthDecode'])
    expect(stripMetadata(context.obj({ Filter: PDFName.of(filter) }) as PDFDict, Buffer.from('x'))).toBe(null)
  expect(stripMetadata(context.obj({}) as PDFDict, Buffer.from('x'))).toBe(null)
})
