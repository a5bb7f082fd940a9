import { expect, test } from 'vitest'
import type { Corners } from '#shared/files/perspective.ts'
import type { GrayPicture } from './picture.ts'
import { withPrintAround } from './print-around.ts'

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
  expect(topOf(withPrintAround(card(45, 70, true), paper))).toBeLessThan(78)
  const onLight = topOf(withPrintAround(card(200, 70, true), paper))
  expect(onLight).toBeGreaterThan(66)
  expect(onLight).toBeLessThan(78)
})

test('a page goes on above a dark head in its middle', () => {
  const page = card(220, 90, false)
  const isPrint = (x: number, y: number) => y > 40 && y < 60 && x > 100 && x < 300 && x % 12 < 3
  const data = page.data.map((value, at) => (isPrint(at % WIDTH, Math.floor(at / WIDTH)) ? 30 : value))
  expect(topOf(withPrintAround({ ...page, data }, paper))).toBeLessThan(40)
  expect(withPrintAround(page, paper)).toBe(paper)
})

test('a table is no part of the card', () => {
  expect(withPrintAround(card(45, 100, false), paper)).toBe(paper)
  expect(withPrintAround(card(45, 70, false), paper)).toBe(paper)
  expect(withPrintAround(card(200, 100, false), paper)).toBe(paper)
})

test('no corner leaves the picture', () => {
  const { data, ...size } = card(45, 70, true)
  const upper = { ...size, height: 230, data: data.slice(70 * WIDTH) }
  const corners = paper.map(({ x, y }) => ({ x, y: (y * HEIGHT - 70) / 230 })) as unknown as Corners
  expect(withPrintAround(upper, corners)[0].y).toBeGreaterThanOrEqual(0)
})
