import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evenPaper, type GrayPicture, grayOf, reduced, toGrayMap, turned, valueAt } from './picture.ts'

const picture = (
  width: number,
  height: number,
  lightness: (x: number, y: number) => number,
): GrayPicture => ({
  width,
  height,
  data: Uint8Array.from({ length: width * height }, (_, at) => lightness(at % width, Math.floor(at / width))),
})

const rowOf = ({ width, data }: GrayPicture, y: number) => [...data.slice(y * width, (y + 1) * width)]

test('green is lighter than red, and red than blue', () => {
  const rgba = [255, 0, 0, 9, 0, 255, 0, 9, 0, 0, 255, 9, 255, 255, 255, 9]
  expect(grayOf(rgba, 2, 2)).toEqual({ width: 2, height: 2, data: Uint8Array.of(76, 149, 28, 255) })
})

describe('a picture that is too large', () => {
  test('is reduced to the means of its pixels', () => {
    const small = reduced({ width: 4, height: 2, data: Uint8Array.of(10, 20, 30, 40, 50, 60, 70, 80) }, 2)
    expect(small).toEqual({ width: 2, height: 1, data: Uint8Array.of(35, 55) })
  })

  test('keeps its shape as far as whole pixels can', () => {
    expect(
      reduced(
        picture(12, 25, (x) => x),
        5,
      ),
    ).toEqual(picture(2, 5, (x) => [2, 8][x] ?? 0))
    expect(
      reduced(
        picture(25, 12, (_, y) => y),
        5,
      ),
    ).toEqual(picture(5, 2, (_, y) => [2, 8][y] ?? 0))
    expect(
      reduced(
        picture(100, 1, () => 7),
        10,
      ),
    ).toEqual(picture(10, 1, () => 7))
    expect(
      reduced(
        picture(1, 100, () => 7),
        10,
      ),
    ).toEqual(picture(1, 10, () => 7))
  })

  test('is left alone if it is not', () => {
    const fitting = picture(4, 2, (x) => x)
    expect(reduced(fitting, 4)).toBe(fitting)
    expect(reduced(fitting, 100)).toBe(fitting)
  })
})

test.each([
  [0, 0, 10],
  [1, 0, 110],
  [0.5, 0, 60],
  [0, 0.5, 110],
  [0.25, 0.75, 136.25],
  [1.5, 0, 70],
  [1, 1, 50],
  [2, 1, 90],
  [-3, -3, 10],
  [9, -1, 30],
  [-1, 9, 210],
  [9, 9, 90],
])('between its pixels a picture has a mean: at %d, %d', (column, row, value) => {
  const grid = { width: 3, height: 2, data: Uint8Array.of(10, 110, 30, 210, 50, 90) }
  expect(valueAt(grid, column, row)).toBeCloseTo(value, 10)
})

describe('the paper', () => {
  test.each([
    [30, 20],
    [7, 3],
    [100, 50],
    // One line more than three blocks.
    [384, 49],
    [49, 384],
  ])('of a page of %i by %i pixels becomes evenly white', (width, height) => {
    expect(new Set(evenPaper(picture(width, height, () => 180)).data)).toEqual(new Set([245]))
  })

  test('is not what is nearly black', () => {
    const at = (lightness: number) => evenPaper(picture(16, 16, () => lightness)).data[0]
    expect([at(0), at(20), at(39), at(40), at(41)]).toEqual([0, 123, 239, 245, 245])
  })

  test('is never lighter than white', () => {
    const { data } = evenPaper(picture(16, 16, (x, y) => (x === 3 && y === 3 ? 255 : 200)))
    expect([data[3 * 16 + 3], data[3 * 16 + 4]]).toEqual([255, 245])
  })

  test('is a sixth of a place at least', () => {
    const seen = evenPaper(picture(32, 32, (x) => (x % 8 < 6 ? 50 : 200)))
    expect(rowOf(seen, 9).slice(8, 16)).toEqual([61, 61, 61, 61, 61, 61, 245, 245])
    const speck = evenPaper(picture(32, 32, (x, y) => (x % 8 === 6 && y % 8 === 6 ? 200 : 50)))
    expect(speck.data[6 * 32 + 5]).toBe(245)
  })

  test.each([
    [480, 60],
    [60, 480],
  ])('stays white around large letters, which stay dark: %i by %i', (width, height) => {
    const isLetter = (x: number, y: number) => x % 20 >= 4 && x % 20 < 16 && y % 20 >= 4 && y % 20 < 16
    const even = evenPaper(picture(width, height, (x, y) => (isLetter(x, y) ? 50 : 200)))
    expect(even).toEqual(picture(width, height, (x, y) => (isLetter(x, y) ? 61 : 245)))
  })

  test.each([
    ['from the left', (x: number, _: number) => x],
    ['from above', (_: number, y: number) => y],
  ])('that gets lighter %s is compared with the paper beside it', (_, along) => {
    const light = (at: number) => 40 + 3 * at
    const { data } = evenPaper(picture(64, 64, (x, y) => light(along(x, y))))
    const expected = (at: number, beside: number) =>
      Math.min(255, Math.round((light(at) * 245) / light(beside)))
    const seen = (at: number) =>
      [5, 31, 60].map((other) => data[along(1, 0) === 1 ? other * 64 + at : at * 64 + other])
    const same = (value: number) => [value, value, value]
    // A block of eight pixels is as light as its seventh.
    for (let at = 12; at < 52; at += 1) expect(seen(at)).toEqual(same(expected(at, at + 2.5)))
    // At the border there is only one neighbor.
    for (const at of [0, 3]) expect(seen(at)).toEqual(same(expected(at, 10)))
    for (const at of [60, 63]) expect(seen(at)).toEqual(same(expected(at, 58)))
  })

  test('at the right edge is not compared with the next line', () => {
    const { data, width } = evenPaper(picture(100, 40, (x) => (x < 48 ? 200 : 80)))
    for (const y of [0, 20, 39]) expect([data[y * width + 99], data[y * width]]).toEqual([245, 245])
  })

  test('a shadow over half of the paper disappears, and the print stays dark', () => {
    const shaded = picture(240, 240, (x, y) => {
      const paper = 230 - x / 2
      return x % 12 < 2 && y % 12 < 8 ? paper * 0.3 : paper
    })
    const { data } = evenPaper(shaded)
    const at = (x: number, y: number) => data[y * 240 + x] ?? 0
    for (const x of [7, 115, 235]) expect(at(x, 30)).toBeGreaterThan(215)
    for (const x of [12, 120, 228]) expect(at(x, 30)).toBeLessThan(110)
  })
})

test('four quarter turns are none', () => {
  const size = fc.integer({ min: 1, max: 9 })
  fc.assert(
    fc.property(size, size, fc.integer({ min: 0, max: 3 }), (width, height, turns) => {
      const one = picture(width, height, (x, y) => (x * 7 + y * 31) % 256)
      expect(turned(turned(one, turns), 4 - turns)).toEqual(one)
    }),
  )
})

test('a quarter turn is clockwise', () => {
  expect([
    ...turned(
      picture(2, 1, (x) => x + 1),
      1,
    ).data,
  ]).toEqual([1, 2])
  expect([
    ...turned(
      picture(1, 2, (_, y) => y + 1),
      1,
    ).data,
  ]).toEqual([2, 1])
})

test('a gray map says its size before its pixels', () => {
  const file = toGrayMap(grayOf([255, 255, 255, 255, 0, 0, 0, 255], 2, 1))
  expect(new TextDecoder().decode(file.slice(0, 11))).toBe('P5\n2 1\n255\n')
  expect([...file.slice(11)]).toEqual([255, 0])
})
