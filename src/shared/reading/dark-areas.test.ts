import { expect, test } from 'vitest'
import { withoutDarkAreas } from './dark-areas.ts'
import type { GrayPicture } from './picture.ts'

const [WIDTH, HEIGHT] = [320, 240]
const drawn = (lightness: (x: number, y: number) => number): GrayPicture => ({
  width: WIDTH,
  height: HEIGHT,
  data: Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) => lightness(at % WIDTH, Math.floor(at / WIDTH))),
})
const at = ({ data }: GrayPicture, x: number, y: number) => data[y * WIDTH + x] ?? 0

/** Thin strokes of light print in the middle of a band from 40 to 100. */
const isStroke = (x: number, y: number) => y > 60 && y < 80 && x > 60 && x < 260 && x % 12 < 3
const band = (top: number, bottom: number) =>
  drawn((x, y) => (y < top || y >= bottom ? 230 : isStroke(x, y) ? 220 : 50))

test('white print on a dark band becomes black print on paper, up to its edge', () => {
  const clean = withoutDarkAreas(band(37, 101), true)
  expect(at(clean, 66, 70)).toBeGreaterThan(200)
  expect(at(clean, 72, 70)).toBeLessThan(40)
  expect(at(clean, 10, 38)).toBeGreaterThan(200)
  expect(at(clean, 10, 100)).toBeGreaterThan(200)
  expect(at(clean, 10, 200)).toBe(230)
})

test('a dark band without print, and dark print, stay', () => {
  const empty = drawn((_, y) => (y < 40 || y >= 100 ? 230 : 50))
  expect(withoutDarkAreas(empty, true).data).toEqual(empty.data)
  const print = drawn((x, y) => (isStroke(x, y) ? 40 : 230))
  expect(withoutDarkAreas(print, true)).toBe(print)
})

test('what is dark at the edge may be the table, unless the card was cut out', () => {
  const head = band(0, 101)
  expect(withoutDarkAreas(head, false)).toBe(head)
  expect(at(withoutDarkAreas(head, true), 10, 10)).toBeGreaterThan(200)
})
