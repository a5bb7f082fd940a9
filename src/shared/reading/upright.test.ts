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
/** One short stroke of print. */
const isUprightStroke = (x: number, y: number) => x === 100 && y > 40 && y < 60
const isFlatStroke = (x: number, y: number) => y === 50 && x > 90 && x < 110

test.each([
  ['print that stands upright', picture((x, y) => (isUprightStroke(x, y) ? 30 : 240)), false],
  ['print that lies on its side', picture((x, y) => (isFlatStroke(x, y) ? 30 : 240)), true],
  ['an empty page', picture(() => 240), false],
  [
    'upright print on a desk of boards',
    picture((x, y) => {
      if (isBorder(x, y)) return y % 2 ? 235 : 240
      return isUprightStroke(x, y) ? 30 : 240
    }),
    false,
  ],
  [
    'print on its side on a desk of boards',
    picture((x, y) => {
      if (isBorder(x, y)) return x % 2 ? 235 : 240
      return isFlatStroke(x, y) ? 30 : 240
    }),
    true,
  ],
  [
    'print on its side and a dark desk at the right',
    picture((x, y) => (x >= 188 || isFlatStroke(x, y) ? 30 : 240)),
    true,
  ],
  [
    'upright print and a dark desk at the bottom',
    picture((x, y) => (y >= 94 || isUprightStroke(x, y) ? 30 : 240)),
    false,
  ],
])('%s lies on its side: %#', (_, page, isOnSide) => {
  expect(liesOnSide(page)).toBe(isOnSide)
})
