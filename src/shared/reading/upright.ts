import type { GrayPicture } from './picture.ts'

/** Lines are looked at in strips, so that a small tilt does not blur them into each other. */
const STRIPS = 12
const DARK = 140

/** Whether the lines of print go from top to bottom. Ink changes more across lines of print than along them. */
export function liesOnSide({ width, height, data }: GrayPicture): boolean {
  const across = changes(width, height, (along, at) => data[at * width + along] ?? 255)
  const along = changes(height, width, (at, across) => data[at * width + across] ?? 255)
  return along > 1.3 * across
}

/** How much the ink of neighboring rows differs, summed over strips of `length`. */
function changes(length: number, rows: number, lightness: (along: number, row: number) => number): number {
  const strip = Math.max(1, Math.floor(length / STRIPS))
  let sum = 0
  for (let from = 0; from + strip <= length; from += strip) {
    let before = 0
    for (let row = 0; row < rows; row += 1) {
      let ink = 0
      for (let along = from; along < from + strip; along += 2) if (lightness(along, row) < DARK) ink += 1
      sum += row === 0 ? 0 : (ink - before) ** 2
      before = ink
    }
  }
  return sum / (length * rows * strip)
}
