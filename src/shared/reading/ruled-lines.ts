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
  const data = Uint8Array.from(picture.data)
  for (let y = 0; y < picture.height; y += 1)
    for (const [from, to] of runsAlong(picture.width, (x) => isInk(picture, x, y)))
      if (to - from >= LONG) for (let x = from; x < to; x += 1) clear(picture, data, x, y, 0, 1)
  for (let x = 0; x < picture.width; x += 1)
    for (const [from, to] of runsAlong(picture.height, (y) => isInk(picture, x, y)))
      if (to - from >= HIGH && isThin(picture, x, from, to))
        for (let y = from; y < to; y += 1) clear(picture, data, x, y, 1, 0)
  return { ...picture, data }
}

const isInk = ({ width, data }: GrayPicture, x: number, y: number) => (data[y * width + x] ?? INK) < INK

function* runsAlong(length: number, isDark: (at: number) => boolean): Generator<[number, number]> {
  let from = -1
  for (let at = 0; at <= length; at += 1) {
    const isInside = at < length && isDark(at)
    if (isInside && from < 0) from = at
    if (!isInside && from >= 0) {
      yield [from, at]
      from = -1
    }
  }
}

function isThin(picture: GrayPicture, x: number, from: number, to: number): boolean {
  let thin = 0
  for (let y = from; y < to; y += 1) {
    let [left, right] = [x, x]
    while (left > 0 && right - left < THICKEST && isInk(picture, left - 1, y)) left -= 1
    while (right < picture.width - 1 && right - left < THICKEST && isInk(picture, right + 1, y)) right += 1
    if (right - left < THICKEST) thin += 1
  }
  return thin >= LEAST_THIN * (to - from)
}

/** The pixel and its neighbors across the line, whose gray is the line's, too. */
function clear(
  { width, height }: GrayPicture,
  data: Uint8Array,
  x: number,
  y: number,
  right: number,
  down: number,
) {
  for (const side of [-1, 0, 1]) {
    const [column, row] = [x + side * right, y + side * down]
    if (column >= 0 && column < width && row >= 0 && row < height) data[row * width + column] = 255
  }
}
