import type { GrayPicture } from './picture.ts'

const INK = 150
/** Pixels: no letter is as wide, and none that is as high is as thin. */
const LONG = 100
const HIGH = 44
const THICKEST = 7
/** This share of a line is thin: where print touches it, it is not. */
const LEAST_THIN = 0.8

/** Without the lines of boxes and tables: the recognizer leaves out what small boxes hold. */
export function withoutLines(picture: GrayPicture): GrayPicture {
  const { width, height } = picture
  const data = Uint8Array.from(picture.data)
  const flat = { length: width, others: height, step: 1, aside: width }
  const upright = { length: height, others: width, step: width, aside: 1 }
  clearLines(picture.data, data, flat, LONG)
  clearLines(picture.data, data, upright, HIGH)
  return { ...picture, data }
}

/** `step` leads to the next pixel of a line, and `aside` to the same one of the next line. */
type Direction = { length: number; others: number; step: number; aside: number }

function clearLines(from: Uint8Array, to: Uint8Array, direction: Direction, shortest: number): void {
  const { length, others, step, aside } = direction
  const isInk = (at: number) => (from[at] ?? INK) < INK
  for (let other = 0; other < others; other += 1) {
    let start = 0
    for (let along = 0; along <= length; along += 1) {
      const at = other * aside + along * step
      if (along < length && isInk(at)) continue
      const line = { start: at - (along - start) * step, count: along - start }
      if (line.count >= shortest && isThin(line)) clear(line)
      start = along + 1
    }
  }

  function isThin({ start, count }: { start: number; count: number }): boolean {
    let thin = 0
    for (let at = start, left = count; left > 0; left -= 1, at += step) {
      let thickness = 1
      for (let side = at - aside; isInk(side) && thickness <= THICKEST; side -= aside) thickness += 1
      for (let side = at + aside; isInk(side) && thickness <= THICKEST; side += aside) thickness += 1
      if (thickness <= THICKEST) thin += 1
    }
    return thin >= LEAST_THIN * count
  }

  /** With the pixels beside it, whose gray is the line's, too. */
  function clear({ start, count }: { start: number; count: number }): void {
    for (let at = start, left = count; left > 0; left -= 1, at += step)
      for (const each of [at - aside, at, at + aside]) if (each >= 0 && each < to.length) to[each] = 255
  }
}
