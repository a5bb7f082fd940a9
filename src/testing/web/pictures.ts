import { onTestFinished } from 'vitest'

/** A JPEG in one color with the left half in another, such as `#f00` and `#00f`. */
export async function jpegFile(name: string, width: number, height: number, colors: [string, string]) {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw')
  for (const [at, color] of colors.entries()) {
    context.fillStyle = color
    context.fillRect((at * width) / 2, 0, width / 2, height)
  }
  return new File([await canvas.convertToBlob({ type: 'image/jpeg', quality: 1 })], name, {
    type: 'image/jpeg',
  })
}

/** The color at a position in a picture (in fractions), rounded to full red, green and blue: "r", "gb". */
export async function colorAt(picture: Blob, x: number, y: number): Promise<string> {
  const bitmap = await createImageBitmap(picture)
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  const context = canvas.getContext('2d')
  context?.drawImage(bitmap, 0, 0)
  const pixel = context?.getImageData(Math.floor(x * bitmap.width), Math.floor(y * bitmap.height), 1, 1)
  const [red = 0, green = 0, blue = 0] = pixel?.data ?? []
  return [red > 127 && 'r', green > 127 && 'g', blue > 127 && 'b'].filter(Boolean).join('')
}

/**
 * Until the test ends, a server picture stays in place instead of showing its error. Component tests have no server.
 */
export function keepMissingPictures(): void {
  const ignore = (event: Event) => {
    if (event.target instanceof HTMLImageElement) event.stopImmediatePropagation()
  }
  window.addEventListener('error', ignore, { capture: true })
  onTestFinished(() => window.removeEventListener('error', ignore, { capture: true }))
}
