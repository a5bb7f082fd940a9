import { readFileSync } from 'node:fs'
import sharp from 'sharp'

/** A valid PDF with one empty page, padded with a comment to `size` bytes. */
export function aPdf(size = 0): Buffer {
  const start = '%PDF-1.4\n'
  const objects = [
    '1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n',
    '2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n',
    '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>\nendobj\n',
  ]
  const entries: string[] = []
  let at = start.length
  for (const object of objects) {
    entries.push(`${String(at).padStart(10, '0')} 00000 n \n`)
    at += object.length
  }
  const end = (padding: number) => {
    const comment = padding > 0 ? `%${'x'.repeat(Math.max(0, padding - 2))}\n` : ''
    const xref = at + comment.length
    const table = `xref\n0 4\n0000000000 65535 f \n${entries.join('')}`
    return `${comment}${table}trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n${String(xref).padStart(10, '0')}\n%%EOF\n`
  }
  const bare = at + end(0).length
  return Buffer.from(start + objects.join('') + end(Math.max(0, size - bare)))
}

/** Red in the upper left quarter, blue elsewhere. This shows its orientation. */
function drawing(width: number, height: number): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <rect width="100%" height="100%" fill="#2255aa"/><rect width="50%" height="50%" fill="#dd3322"/></svg>`,
  )
}

/** A JPEG like a phone takes it: with GPS data, a serial number and an EXIF orientation. */
export async function aPhoto({ width = 640, height = 400, orientation = 1 } = {}): Promise<Buffer> {
  const place = {
    GPSLatitudeRef: 'N',
    GPSLatitude: '40/1 26/1 46/1',
    GPSLongitudeRef: 'W',
    GPSLongitude: '79/1 58/1 56/1',
  }
  return sharp(drawing(width, height))
    .jpeg()
    .withExif({ IFD0: { Make: 'Canary' }, IFD3: place })
    .withMetadata({ orientation })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>Canary</a></x:xmpmeta>')
    .toBuffer()
}

export function aPng(width = 640, height = 400): Promise<Buffer> {
  return sharp(drawing(width, height)).png().toBuffer()
}

export function aWebp(width = 640, height = 400): Promise<Buffer> {
  return sharp(drawing(width, height)).webp().toBuffer()
}

export function anAvif(): Promise<Buffer> {
  return sharp(drawing(64, 40)).avif().toBuffer()
}

/** The same drawing, 640 by 400, as an iPhone's HEIC, with GPS data in its EXIF. */
export function aHeic(): Buffer {
  return readFileSync(new URL('./fixtures/badge.heic', import.meta.url))
}

/** The same photo, which its EXIF alone turns: phones of one maker write no other sign of it. */
export function aTurnedHeic(orientation: number): Buffer {
  const heic = aHeic()
  const tag = Buffer.from('1201030001000000', 'hex')
  heic[heic.indexOf(tag) + tag.length] = orientation
  return heic
}

/** The color of one pixel of a picture. */
export async function pixelOf(picture: Uint8Array, x: number, y: number): Promise<[number, number, number]> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (y * info.width + x) * info.channels
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
}

export function isRed([red, , blue]: [number, number, number]): boolean {
  return red > 150 && blue < 100
}

/** The body of an upload in the format of a browser's form. */
export function formOf(
  bytes: Uint8Array<ArrayBuffer> | Buffer,
  name = 'card.pdf',
  type = 'application/pdf',
): FormData {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(bytes)], name, { type }))
  return form
}

/** The code of a document that no installation made. */
export const aCheckNote = { code: '7K3QM2XA'.repeat(4).slice(4), publicUrl: 'https://lanyard.example' }
