import { expect, test } from 'vitest'
import type { GrayPicture } from './picture.ts'
import { withoutLines } from './ruled-lines.ts'

const [WIDTH, HEIGHT] = [240, 120]
const drawn = (isInk: (x: number, y: number) => boolean): GrayPicture => ({
  width: WIDTH,
  height: HEIGHT,
  data: Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) =>
    isInk(at % WIDTH, Math.floor(at / WIDTH)) ? 40 : 255,
  ),
})
const ink = ({ data }: GrayPicture) => data.filter((value) => value < 255).length

test('the lines of a box go, and the print in it stays', () => {
  const isBox = (x: number, y: number) =>
    x >= 20 && x < 220 && y >= 20 && y < 100 && (x < 23 || x >= 217 || y < 23 || y >= 97)
  const isPrint = (x: number, y: number) => x >= 60 && x < 180 && y >= 50 && y < 70 && x % 10 < 4
  const box = drawn((x, y) => isBox(x, y) || isPrint(x, y))
  expect(withoutLines(box).data).toEqual(drawn(isPrint).data)
})

test.each([
  ['a short stroke', (x: number, y: number) => y >= 50 && y < 53 && x >= 20 && x < 110],
  ['a thick letter', (x: number, y: number) => x >= 50 && x < 62 && y >= 20 && y < 90],
  ['a low letter', (x: number, y: number) => x >= 50 && x < 54 && y >= 20 && y < 60],
])('%s stays', (_, isInk) => {
  const picture = drawn(isInk)
  expect(ink(withoutLines(picture))).toBe(ink(picture))
})
