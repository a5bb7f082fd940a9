import sharp from 'sharp'
import type { Drawing } from './import.ts'

// Whatever type the bytes claim, only this decoder may read them: our own previews are all WebP.
sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadWebpBuffer'] })

/** One of our WebP previews, upright and at most 1600 pixels wide. Null when it cannot be decoded. */
export async function loadPicture(doc: PDFKit.PDFDocument, bytes: Uint8Array): Promise<Drawing | null> {
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: 1600 * 1600 })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 82 })
      .toBuffer({ resolveWithObject: true })
    const { width, height } = info
    return {
      width,
      height,
      draw([a, , , d, e, f]) {
        doc.image(data, e, f + d * height, { width: width * a, height: -d * height })
      },
    }
  } catch {
    return null
  }
}
