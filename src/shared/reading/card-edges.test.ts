import { describe, expect, test } from 'vitest'
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

test('a small card on wood whose grain has more lines than the card has edges is found', () => {
  const small: Corners = [
    { x: 0.3, y: 0.36 },
    { x: 0.66, y: 0.32 },
    { x: 0.69, y: 0.6 },
    { x: 0.32, y: 0.64 },
  ]
  const grain = (x: number, y: number) => (((x >> 1) * 7919 + (y >> 6) * 104729) % 13) * 3
  const wood = picture(width, height, (x, y) =>
    isInside(small, x / width, y / height) ? 225 : 85 + grain(x, y),
  )
  const found = cardCornersIn(wood)
  expect(found).not.toBeNull()
  for (const [at, { x, y }] of small.entries()) {
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

type Quad = readonly (readonly [number, number])[]
type Painter = (x: number, y: number) => number | undefined

describe('in a picture of 320 by 240 pixels', () => {
  const [wide, high] = [320, 240]
  const fractions = (quad: Quad) => quad.map(([x, y]) => ({ x: x / wide, y: y / high })) as unknown as Corners
  /** A card on a desk; `over` lies on both. */
  const scene = (quad: Quad, paper: number, desk: number, over: Painter = () => undefined) =>
    picture(wide, high, (x, y) => {
      const isCard = isInside(fractions(quad), (x + 0.5) / wide, (y + 0.5) / high)
      return over(x, y) ?? (isCard ? paper : desk)
    })
  const rectangle = (left: number, top: number, right: number, bottom: number): Quad => [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ]
  /** Around the middle of the picture, clockwise. */
  const leaning = (degrees: number, width = 170, height = 107): Quad => {
    const angle = (degrees * Math.PI) / 180
    return rectangle(-width / 2, -height / 2, width / 2, height / 2).map(([x, y]) => [
      160 + x * Math.cos(angle) - y * Math.sin(angle),
      120 + x * Math.sin(angle) + y * Math.cos(angle),
    ])
  }
  const card = rectangle(60, 50, 260, 190)
  const fromBelow: Quad = [
    [90, 50],
    [230, 56],
    [268, 196],
    [54, 190],
  ]
  const isBetween = (at: number, from: number, to: number) => at >= from && at < to
  const frame: Painter = (x, y) => {
    const isOuter = isBetween(x, 80, 240) && isBetween(y, 70, 170)
    return isOuter && !(isBetween(x, 86, 234) && isBetween(y, 76, 164)) ? 60 : undefined
  }
  const thumb =
    (from: number, to: number): Painter =>
    (x, y) =>
      isBetween(x, from, to) && y > 170 ? 150 : undefined

  const wave = (at: number) => 6 * Math.sin(at / 7)
  const grain = (x: number, y: number, across: number) =>
    isBetween(x, 60, 260) && isBetween(y, 50, 190) ? undefined : across % 12 < 6 ? 70 : 90

  /** How far the worst corner is from where it should be, in pixels. */
  const distance = (found: Corners | null, quad: Quad) =>
    Math.max(
      ...quad.map(([x, y], at) => {
        const corner = found?.[at]
        return Math.hypot((corner?.x ?? 9) * wide - x, (corner?.y ?? 9) * high - y)
      }),
    )

  const whole = rectangle(6, 6, 314, 234)
  const [first, last] = [rectangle(4, 4, 150, 100), rectangle(170, 140, 316, 236)]
  const upright = rectangle(100, 20, 220, 212)
  test.each<[what: string, quad: Quad, page: GrayPicture]>([
    ['a card', card, scene(card, 240, 80)],
    ['a dark card', card, scene(card, 60, 200)],
    ['an upright card', upright, scene(upright, 240, 80)],
    ['a card that fills the picture', whole, scene(whole, 240, 80)],
    ['a card in a corner', first, scene(first, 240, 80)],
    ['a card in the other corner', last, scene(last, 240, 80)],
    ['a card on a desk that is nearly as light', card, scene(card, 211, 200)],
    ['a card on a desk that is a little lighter', card, scene(card, 200, 211)],
    ['a card under a thumb', card, scene(card, 240, 80, thumb(120, 180))],
    ['a card with a printed frame', card, scene(card, 240, 80, frame)],
    ['a card that leans to the right', leaning(10), scene(leaning(10), 240, 80)],
    ['a card that leans to the left', leaning(-10), scene(leaning(-10), 240, 80)],
    ['a card that leans much', leaning(14), scene(leaning(14), 240, 80)],
    ['a card seen from below', fromBelow, scene(fromBelow, 240, 80)],
    ['a card half under a hand', card, scene(card, 240, 80, thumb(100, 200))],
    [
      'a card on a desk of which one half is lighter and one half darker',
      card,
      scene(card, 150, 60, (x, y) =>
        x >= 160 && !(isBetween(x, 60, 260) && isBetween(y, 50, 190)) ? 240 : undefined,
      ),
    ],
    // Its grain is no print: it goes in one direction.
    [
      'a card on a table with a grain along it',
      card,
      scene(card, 240, 80, (x, y) => grain(x, y, y + wave(x))),
    ],
    [
      'a card beside a pen',
      card,
      scene(card, 240, 80, (x, y) => (isBetween(x, 285, 292) && isBetween(y, 60, 180) ? 160 : undefined)),
    ],
  ])('the corners of %s are found', (_, quad, page) => {
    expect(distance(cardCornersIn(page), quad)).toBeLessThan(2)
  })

  test('a small card is found', () => {
    const small = rectangle(98, 80, 222, 160)
    expect(distance(cardCornersIn(scene(small, 240, 80)), small)).toBeLessThan(3)
  })

  const tiny = rectangle(118, 88, 202, 152)
  const lower = rectangle(60, 100, 260, 260)
  const aside = rectangle(-20, 50, 180, 190)
  test.each<[what: string, page: GrayPicture]>([
    ['a card that leans too much', scene(leaning(20), 240, 80)],
    ['a card that is too small', scene(tiny, 240, 80)],
    ['a card whose lower edge is not in the picture', scene(lower, 240, 80)],
    ['a card whose left edge is not in the picture', scene(aside, 240, 80)],
    ['a card as light as the desk', scene(card, 208, 200)],
    [
      'a card on a newspaper',
      scene(card, 240, 80, (x, y) => ((y < 44 || y > 196) && x % 8 < 3 && y % 8 < 5 ? 200 : undefined)),
    ],
  ])('%s is not cut out', (_, page) => {
    expect(cardCornersIn(page)).toBeNull()
  })
})

test('what its owner cropped is read as it is', () => {
  expect(cardAreaOf(card(245, 90), true).corners).toBeNull()
  const { corners, picture: cut } = cardAreaOf(card(245, 90), false)
  expect(corners && isConvex(corners)).toBe(true)
  // The desk is gone from its corner.
  expect(cut.data[8 * cut.width + 8]).toBeGreaterThan(150)
})

test('letters that lie on their side are told from upright ones', () => {
  const isStroke = (x: number, y: number) =>
    y % 40 > 10 && y % 40 < 34 && (x + 3 * Math.floor(y / 40)) % 9 < 3
  const strokes = picture(600, 300, (x, y) => (isStroke(x, y) ? 30 : 240))
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
