import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evenPaper, type GrayPicture, grayOf, toGrayMap, turned } from './picture.ts'

const picture = (
  width: number,
  height: number,
  lightness: (x: number, y: number) => number,
): GrayPicture => ({
  width,
  height,
  data: Uint8Array.from({ length: width * height }, (_, at) => lightness(at % width, Math.floor(at / width))),
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
