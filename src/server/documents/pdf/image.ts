import sharp from 'sharp'
import type { Drawing } from './import.ts'

// Whatever the bytes say they are, only this one decoder may read them: it is we who made these pictures.
sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadWebpBuffer'] })

/** A picture that we made ourselves: upright, in WebP, 1600 pixels at most. Null of what is none. */
export async function pictureOf(doc: PDFKit.PDFDocument, bytes: Uint8Array): Promise<Drawing | null> {
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
