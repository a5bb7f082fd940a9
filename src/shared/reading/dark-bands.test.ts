import { expect, test } from 'vitest'
import type { Corners } from '#shared/files/perspective.ts'
import { withDarkBands } from './dark-bands.ts'
import type { GrayPicture } from './picture.ts'

const [WIDTH, HEIGHT] = [400, 300]
/** Paper from 100 to 250 on a table, below a band from 70 on. */
const card = (table: number, bandAt: number, isPrinted: boolean): GrayPicture => ({
  width: WIDTH,
  height: HEIGHT,
  data: Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) => {
    const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)]
    if (x < 50 || x >= 350) return table
    if (y >= 100 && y < 250) return 220
    if (y < bandAt || y >= 100) return table
    return isPrinted && y > 78 && y < 90 && x > 100 && x < 300 && x % 12 < 3 ? 215 : 40
  }),
})
const paper: Corners = [
  { x: 50 / WIDTH, y: 100 / HEIGHT },
  { x: 350 / WIDTH, y: 100 / HEIGHT },
  { x: 350 / WIDTH, y: 250 / HEIGHT },
  { x: 50 / WIDTH, y: 250 / HEIGHT },
]
const topOf = (corners: Corners) => corners[0].y * HEIGHT

test('a dark head with print belongs to its card, on a dark table and on a light one', () => {
  expect(topOf(withDarkBands(card(45, 70, true), paper))).toBeLessThan(78)
  const onLight = topOf(withDarkBands(card(200, 70, true), paper))
  expect(onLight).toBeGreaterThan(66)
  expect(onLight).toBeLessThan(78)
})

test('a table is no part of the card', () => {
  expect(withDarkBands(card(45, 100, false), paper)).toBe(paper)
  expect(withDarkBands(card(45, 70, false), paper)).toBe(paper)
  expect(withDarkBands(card(200, 100, false), paper)).toBe(paper)
})

test('no corner leaves the picture', () => {
  const { data, ...size } = card(45, 70, true)
  const upper = { ...size, height: 230, data: data.slice(70 * WIDTH) }
  const corners = paper.map(({ x, y }) => ({ x, y: (y * HEIGHT - 70) / 230 })) as unknown as Corners
  expect(withDarkBands(upper, corners)[0].y).toBeGreaterThanOrEqual(0)
})
