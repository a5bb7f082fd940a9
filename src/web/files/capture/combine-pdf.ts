import { contentUrl } from '#web/files/api.ts'
import { adjustedPage, jpegOf } from './page-drawing.ts'
import type { CapturedPage } from './use-pages.ts'

/** The longer side of a picture's page, in points: that of a letter. */
const LONG_SIDE = 792

/**
 * One PDF of the pages in this order. Pictures are adjusted and stored as JPEG; pages of a PDF are copied with their
 * text. The library is loaded with the dialog that calls this.
 */
export async function combinePdf(pages: readonly CapturedPage[]): Promise<Blob> {
  const { degrees, PDFDocument } = await import('@cantoo/pdf-lib')
  const combined = await PDFDocument.create()
  const opened = new Map<string, ReturnType<typeof PDFDocument.load>>()
  const open = (id: string, file: Blob | undefined) => {
    const bytes = file ? file.arrayBuffer() : fetch(contentUrl(id)).then((answer) => answer.arrayBuffer())
    return bytes.then((content) => PDFDocument.load(content))
  }
  for (const { source, corners, turns } of pages) {
    if (source.kind === 'picture') {
      const canvas = adjustedPage(source.canvas, { corners, turns })
      const image = await combined.embedJpg(await (await jpegOf(canvas)).arrayBuffer())
      const scale = LONG_SIDE / Math.max(image.width, image.height)
      const [width, height] = [image.width * scale, image.height * scale]
      combined.addPage([width, height]).drawImage(image, { x: 0, y: 0, width, height })
      canvas.width = 0
    } else {
      const pdf = opened.get(source.id) ?? open(source.id, source.file)
      opened.set(source.id, pdf)
      const [page] = await combined.copyPages(await pdf, [source.number - 1])
      if (!page) throw new Error('The page is missing')
      page.setRotation(degrees(page.getRotation().angle + turns * 90))
      combined.addPage(page)
    }
  }
  return new Blob([(await combined.save()) as Uint8Array<ArrayBuffer>], { type: 'application/pdf' })
}
