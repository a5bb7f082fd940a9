import { type GrayPicture, reduced, turned } from './picture.ts'

/** At this size lines of print are visible and noise is not. */
const LOOKED_AT = 560
/** The border shows the desk, or a shadow. */
const BORDER = 0.06
/** Lines are compared in strips as wide as this, in which a tilt does not mix them. */
const STRIP = 160

/** Whether the lines of print go from top to bottom: across them, light and dark change much more than along them. */
export function liesOnSide(picture: GrayPicture): boolean {
  const small = reduced(picture, LOOKED_AT)
  return changesDown(turned(small, 1)) > changesDown(small)
}

/** How much the rows of each strip differ from the row above them. */
function changesDown({ width, height, data }: GrayPicture): number {
  const [marginX, marginY] = [Math.ceil(width * BORDER), Math.ceil(height * BORDER)]
  let changes = 0
  for (let left = marginX; left < width - marginX; left += STRIP) {
    const right = Math.min(left + STRIP, width - marginX)
    for (let y = marginY + 1, last = meanOf(marginY); y < height - marginY; y += 1) {
      const mean = meanOf(y)
      changes += (right - left) * (mean - last) ** 2
      last = mean
    }

    function meanOf(y: number): number {
      let sum = 0
      for (let x = left; x < right; x += 1) sum += data[y * width + x] ?? 0
      return sum / (right - left)
    }
  }
  return changes
}
