import {
  type Corners,
  isWholePage,
  type Size,
  straightened,
  straightSize,
} from '#shared/files/perspective.ts'
import { contentUrl, previewUrl } from '#web/files/api.ts'

/** The longer side of a page in pixels: keeps small print readable, and twenty pages in a phone's memory. */
const LONG_SIDE = 2000
const QUALITY = 0.9

export type Adjustment = { corners: Corners; turns: number }

function newCanvas({ width, height }: Size) {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('This browser cannot draw')
  return { canvas, context }
}

/** The picture, upright, on white, at most `longSide` pixels on its longer side. */
export async function drawPicture(
  id: string,
  file: Blob | undefined,
  signal: AbortSignal,
  longSide = LONG_SIDE,
) {
  const bitmap = await decode(id, file, signal)
  const scale = Math.min(1, longSide / Math.max(bitmap.width, bitmap.height))
  const size = {
    width: Math.max(1, Math.round(bitmap.width * scale)),
    height: Math.max(1, Math.round(bitmap.height * scale)),
  }
  const { canvas, context } = newCanvas(size)
  context.fillStyle = '#fff'
  context.fillRect(0, 0, size.width, size.height)
  context.drawImage(bitmap, 0, 0, size.width, size.height)
  bitmap.close()
  return canvas
}

/** From the bytes, or from the server's preview if this browser cannot decode them, as with HEIC. */
async function decode(id: string, file: Blob | undefined, signal: AbortSignal): Promise<ImageBitmap> {
  const load = async (url: string) => {
    const response = await fetch(url, { signal })
    if (!response.ok) throw new Error(`The picture answered ${response.status}`)
    return response.blob()
  }
  try {
    return await createImageBitmap(file ?? (await load(contentUrl(id))))
  } catch {
    signal.throwIfAborted()
    return createImageBitmap(await load(previewUrl(id, 1600)))
  }
}

/** The page turned to the right, drawn on `target`, for showing it while it is cropped. */
export function drawTurned(page: HTMLCanvasElement, turns: number, target: HTMLCanvasElement): void {
  const isUpright = turns % 2 === 0
  target.width = isUpright ? page.width : page.height
  target.height = isUpright ? page.height : page.width
  const context = target.getContext('2d')
  if (!context) return
  context.translate(target.width / 2, target.height / 2)
  context.rotate((turns * Math.PI) / 2)
  context.drawImage(page, -page.width / 2, -page.height / 2)
}

/** The page as it was adjusted: straightened to its corners, then turned. */
export function adjustedPage(page: HTMLCanvasElement, { corners, turns }: Adjustment): HTMLCanvasElement {
  const { canvas: result } = newCanvas(page)
  drawTurned(isWholePage(corners) ? page : cropped(page, corners), turns, result)
  return result
}

function cropped(page: HTMLCanvasElement, corners: Corners): HTMLCanvasElement {
  const { width, height } = page
  const pixels = page.getContext('2d')?.getImageData(0, 0, width, height)
  if (!pixels) throw new Error('This browser cannot read the page')
  const size = straightSize(corners, page)
  const { canvas, context } = newCanvas(size)
  const image = context.createImageData(size.width, size.height)
  image.data.set(straightened(pixels, corners, size))
  context.putImageData(image, 0, 0)
  return canvas
}

export function jpegOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('This browser cannot save pictures'))),
      'image/jpeg',
      QUALITY,
    ),
  )
}
