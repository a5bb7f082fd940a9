import { expect, test } from 'vitest'
import type { GrayPicture } from './picture.ts'
import { liesOnSide } from './upright.ts'

const [width, height] = [200, 100]
/** What lies within 6 % of the border, 12 and 6 pixels wide. */
const isBorder = (x: number, y: number) => x < 12 || x >= 188 || y < 6 || y >= 94
const picture = (lightness: (x: number, y: number) => number): GrayPicture => ({
  width,
  height,
  data: Uint8Array.from({ length: width * height }, (_, at) => lightness(at % width, Math.floor(at / width))),
})
/** Strokes of letters in lines, those of one line not below those of another. */
const isLetter = (along: number, across: number) =>
  across % 12 < 7 && (along + 2 * Math.floor(across / 12)) % 6 < 2
const isUpright = (x: number, y: number) => x > 40 && x < 160 && y > 20 && y < 80 && isLetter(x, y)
const isOnSide = (x: number, y: number) => x > 40 && x < 160 && y > 20 && y < 80 && isLetter(y, x)

test.each([
  ['print that stands upright', picture((x, y) => (isUpright(x, y) ? 30 : 240)), false],
  ['print that lies on its side', picture((x, y) => (isOnSide(x, y) ? 30 : 240)), true],
  ['upright print on a tilted page', picture((x, y) => (isUpright(x, y - x / 40) ? 30 : 240)), false],
  ['an empty page', picture(() => 240), false],
  [
    'upright print on a desk of boards',
    picture((x, y) => {
      if (isBorder(x, y)) return x % 2 ? 135 : 240
      return isUpright(x, y) ? 30 : 240
    }),
    false,
  ],
  [
    'print on its side on a desk of boards',
    picture((x, y) => {
      if (isBorder(x, y)) return y % 2 ? 135 : 240
      return isOnSide(x, y) ? 30 : 240
    }),
    true,
  ],
])('%s lies on its side: %#', (_, page, isTrue) => {
  expect(liesOnSide(page)).toBe(isTrue)
})
