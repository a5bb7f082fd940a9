import { describe, expect, test } from 'vitest'
import { type Corners, projection, wholePage } from '#shared/files/perspective.ts'
import { cardAreaOf, outlineOf } from './card-area.ts'
import type { ReadPage } from './page.ts'
import type { GrayPicture } from './picture.ts'

const whole: Omit<ReadPage, 'width' | 'height'> = { number: 1, words: [] }
const rounded = (points: readonly (readonly number[])[]) =>
  points.map((point) => point.map((part) => Math.round(part * 1000) / 1000 + 0))
const outline = ([x = 0, y = 0, width = 0, height = 0]: readonly number[], page: ReadPage) =>
  rounded(outlineOf({ x, y, width, height }, page).map((point) => [point.x, point.y]))

describe('the place of a word in its picture', () => {
  const page = { ...whole, width: 240, height: 120 }

  test('has some room around it', () => {
    const [left, top, right, bottom] = [20 / 240, 10 / 120, 68 / 240, 38 / 120]
    expect(outline([22, 12, 44, 24], page)).toEqual(
      rounded([
        [left, top],
        [right, top],
        [right, bottom],
        [left, bottom],
      ]),
    )
  })

  test('is turned back with a page that was straightened', () => {
    // A quarter turn around the middle: what stands at the top was at the left.
    const tilted = { ...page, height: 240, tilt: Math.PI / 2 }
    expect(outline([102, 2, 36, 16], tilted)).toEqual(
      rounded([
        [0, 140 / 240],
        [0, 100 / 240],
        [20 / 240, 100 / 240],
        [20 / 240, 140 / 240],
      ]),
    )
  })

  test('keeps its distance from the middle of a page that was a little crooked', () => {
    const angle = Math.PI / 6
    const [first] = outlineOf(
      { x: 182, y: 122, width: 10, height: 10 },
      { ...page, height: 240, tilt: angle },
    )
    expect(first?.x).toBeCloseTo((120 + 60 * Math.cos(angle)) / 240)
    expect(first?.y).toBeCloseTo((120 - 60 * Math.sin(angle)) / 240)
    const [below] = outlineOf(
      { x: 122, y: 182, width: 10, height: 10 },
      { ...page, height: 240, tilt: angle },
    )
    expect(below?.x).toBeCloseTo((120 + 60 * Math.sin(angle)) / 240)
    expect(below?.y).toBeCloseTo((120 + 60 * Math.cos(angle)) / 240)
  })

  test('is that before the page was turned', () => {
    const corner = (turns: number) => outline([2, 2, 0, 0], { ...page, turns })[0]
    expect([corner(1), corner(2), corner(3)]).toEqual([
      [0, 1],
      [1, 1],
      [1, 0],
    ])
  })

  test('is on the card that was cut out', () => {
    const corners: Corners = [
      { x: 0.5, y: 0.5 },
      { x: 1, y: 0.5 },
      { x: 1, y: 1 },
      { x: 0.5, y: 1 },
    ]
    expect(outline([2, 2, 236, 116], { ...page, corners })).toEqual([
      [0.5, 0.5],
      [1, 0.5],
      [1, 1],
      [0.5, 1],
    ])
  })
})

describe('a card', () => {
  // Its paper gets lighter by one with each pixel to the right and by two with each pixel down.
  const lightness = (x: number, y: number) => 100 + (x - 60) + 2 * (y - 50)
  const picture: GrayPicture = {
    width: 200,
    height: 150,
    data: Uint8Array.from({ length: 200 * 150 }, (_, at) => {
      const [x, y] = [at % 200, Math.floor(at / 200)]
      return x >= 60 && x < 140 && y >= 50 && y < 100 ? lightness(x, y) : 20
    }),
  }

  test('is cut out pixel by pixel', () => {
    const { picture: card, corners } = cardAreaOf(picture, false)
    expect(corners).not.toBeNull()
    expect(card.data).toHaveLength(card.width * card.height)
    const at = projection(corners ?? wholePage)
    for (const [column, row] of [
      [20, 10],
      [21, 10],
      [20, 11],
      [40, 30],
    ] as const) {
      const middle = at((column + 0.5) / card.width, (row + 0.5) / card.height)
      const there = lightness(middle.x * 200 - 0.5, middle.y * 150 - 0.5)
      expect(card.data[row * card.width + column]).toBeCloseTo(there - 0.5, 0)
    }
  })

  test('that its owner cropped is all of the picture', () => {
    expect(cardAreaOf(picture, true)).toEqual({ picture, corners: null })
  })
})
