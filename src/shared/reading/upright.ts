import { type GrayPicture, reduced } from './picture.ts'

/** At this size the strokes of letters are visible and noise is not. */
const LOOKED_AT = 560
/** The border shows the desk, or a shadow. */
const BORDER = 0.06

/** Whether the lines of print go from top to bottom: most strokes of letters are perpendicular to their line. */
export function liesOnSide(picture: GrayPicture): boolean {
  const { width, height, data } = reduced(picture, LOOKED_AT)
  const [marginX, marginY] = [Math.ceil(width * BORDER), Math.ceil(height * BORDER)]
  let upright = 0
  let flat = 0
  for (let y = marginY; y < height - marginY; y += 1)
    for (let x = marginX; x < width - marginX; x += 1) {
      const at = y * width + x
      upright += ((data[at] ?? 0) - (data[at - 1] ?? 0)) ** 2
      flat += ((data[at] ?? 0) - (data[at - width] ?? 0)) ** 2
    }
  return flat > upright
}
