import { expect, test } from 'vitest'
import { type Corners, isConvex } from '#shared/files/perspective.ts'
import { cardAreaOf, outlineOf } from './card-area.ts'
import { cardCornersIn } from './card-edges.ts'
import { type GrayPicture, turned } from './picture.ts'
import { liesOnSide } from './upright.ts'

const picture = (
  width: number,
  height: number,
  lightness: (x: number, y: number) => number,
): GrayPicture => ({
  width,
  height,
  data: Uint8Array.from({ length: width * height }, (_, at) => lightness(at % width, Math.floor(at / width))),
})
const [width, height] = [640, 480]
const lying: Corners = [
  { x: 0.2, y: 0.22 },
  { x: 0.82, y: 0.16 },
  { x: 0.86, y: 0.7 },
  { x: 0.17, y: 0.78 },
]

function isInside(corners: Corners, x: number, y: number): boolean {
  return corners.every((corner, at) => {
    const next = corners[(at + 1) % 4] ?? corner
    return (next.x - corner.x) * (y - corner.y) - (next.y - corner.y) * (x - corner.x) >= 0
  })
}
/** Short dark bars in lines. */
const isPrint = (x: number, y: number) => y % 24 < 6 && x % 40 < 28
const card = (paper: number, desk: number) =>
  picture(width, height, (x, y) => {
    if (!isInside(lying, x / width, y / height)) return desk
    return x > 200 && x < 480 && y > 140 && y < 320 && isPrint(x, y) ? paper * 0.3 : paper - y / 12
  })

test.each([
  ['a white card on a dark desk', 245, 90],
  ['a gray card on a light desk', 150, 205],
])('the corners of %s are found', (_, paper, desk) => {
  const found = cardCornersIn(card(paper, desk))
  expect(found).not.toBeNull()
  for (const [at, { x, y }] of lying.entries()) {
    expect(Math.abs((found?.[at]?.x ?? 9) - x)).toBeLessThan(0.02)
    expect(Math.abs((found?.[at]?.y ?? 9) - y)).toBeLessThan(0.02)
  }
})

test.each([
  ['a page that fills the picture', picture(width, height, (x, y) => (isPrint(x, y) ? 40 : 240))],
  ['an empty desk', picture(width, height, () => 120)],
  [
    'a frame that is printed around some text',
    picture(width, height, (x, y) => {
      const isFrame =
        (x > 100 && x < 540 && (y === 100 || y === 380)) || (y > 100 && y < 380 && (x === 100 || x === 540))
      return isFrame || (isPrint(x, y) && (y < 90 || y > 390)) ? 40 : 240
    }),
  ],
])('%s has no card to cut out', (_, page) => {
  expect(cardCornersIn(page)).toBeNull()
})

test('what its owner cropped is read as it is', () => {
  expect(cardAreaOf(card(245, 90), true).corners).toBeNull()
  const { corners, picture: cut } = cardAreaOf(card(245, 90), false)
  expect(corners && isConvex(corners)).toBe(true)
  // The desk is gone from its corner.
  expect(cut.data[8 * cut.width + 8]).toBeGreaterThan(150)
})

test('letters that lie on their side are told from upright ones', () => {
  const strokes = picture(600, 300, (x, y) => (y % 40 > 10 && y % 40 < 34 && x % 9 < 3 ? 30 : 240))
  expect(liesOnSide(strokes)).toBe(false)
  expect(liesOnSide(turned(strokes, 1))).toBe(true)
})

test('a place on a card that was turned and straightened lies within the card in the picture', () => {
  const page = { number: 1, width: 300, height: 500, words: [], tilt: 0.02, turns: 1, corners: lying }
  const outline = outlineOf({ x: 100, y: 200, width: 80, height: 30 }, page)
  expect(outline).toHaveLength(4)
  for (const { x, y } of outline) expect(isInside(lying, x, y)).toBe(true)
})

test('a place on a page that was read as it is keeps its place', () => {
  const [first] = outlineOf(
    { x: 100, y: 200, width: 80, height: 30 },
    { number: 1, width: 400, height: 800, words: [] },
  )
  expect(first?.x).toBeCloseTo(0.25 - 800 / 120 / 400)
  expect(first?.y).toBeCloseTo(0.25 - 1 / 120)
})
