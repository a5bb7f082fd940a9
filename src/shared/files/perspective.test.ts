import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Corners,
  isConvex,
  isWholePage,
  movedCorner,
  projection,
  straightened,
  straightSize,
  turned,
  wholePage,
} from './perspective.ts'

const tilted: Corners = [
  { x: 0.1, y: 0.2 },
  { x: 0.8, y: 0.1 },
  { x: 0.9, y: 0.7 },
  { x: 0.2, y: 0.9 },
]

const narrow: Corners = [
  { x: 0.1, y: 0.1 },
  { x: 0.9, y: 0.2 },
  { x: 0.6, y: 0.9 },
  { x: 0.3, y: 0.6 },
]

describe.each([tilted, narrow])('the straightened area %#', (...corners) => {
  test('maps its corners to the four given corners', () => {
    const at = projection(corners)
    const ends = [at(0, 0), at(1, 0), at(1, 1), at(0, 1)]
    for (const [index, { x, y }] of ends.entries()) {
      expect(x).toBeCloseTo(corners[index]?.x ?? Number.NaN, 10)
      expect(y).toBeCloseTo(corners[index]?.y ?? Number.NaN, 10)
    }
  })

  test('keeps straight lines straight: the center is where the diagonals cross', () => {
    const { x, y } = projection(corners)(0.5, 0.5)
    const [a, b, c, d] = corners
    const offLine = (p: { x: number; y: number }, q: { x: number; y: number }) =>
      (q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x)
    expect(offLine(a, c)).toBeCloseTo(0, 10)
    expect(offLine(b, d)).toBeCloseTo(0, 10)
  })
})

describe('the straightened area', () => {
  test('is as large as the longer edges', () => {
    expect(straightSize(wholePage, { width: 400, height: 300 })).toEqual({ width: 400, height: 300 })
    const half: Corners = [
      { x: 0, y: 0 },
      { x: 0.5, y: 0 },
      { x: 0.25, y: 1 },
      { x: 0, y: 1 },
    ]
    expect(straightSize(half, { width: 400, height: 300 }).width).toBe(200)
    const lower: Corners = [
      { x: 0, y: 0 },
      { x: 0.25, y: 0 },
      { x: 0.5, y: 1 },
      { x: 0, y: 0.5 },
    ]
    const [width, height] = [Math.round(Math.hypot(200, 150)), Math.round(Math.hypot(100, 300))]
    expect(straightSize(lower, { width: 400, height: 300 })).toEqual({ width, height })
    const left: Corners = [
      { x: 0, y: 0 },
      { x: 1, y: 0 },
      { x: 1, y: 0.5 },
      { x: 0, y: 1 },
    ]
    expect(straightSize(left, { width: 400, height: 300 }).height).toBe(300)
  })

  test('has at least one pixel', () => {
    const point = { x: 0.5, y: 0.5 }
    expect(straightSize([point, point, point, point], { width: 9, height: 9 })).toEqual({
      width: 1,
      height: 1,
    })
  })

  test('blends each pixel from its neighbors, and repeats the last pixel at the edges', () => {
    const data = new Uint8ClampedArray([0, 10, 20, 30, 100, 110, 120, 130])
    const mixed = [0, 25, 75, 100].flatMap((value) => [value, value + 10, value + 20, value + 30])
    expect([...straightened({ data, width: 2, height: 1 }, wholePage, { width: 4, height: 1 })]).toEqual(
      mixed,
    )
    expect([...straightened({ data, width: 1, height: 2 }, wholePage, { width: 1, height: 4 })]).toEqual(
      mixed,
    )
    const three = new Uint8ClampedArray([0, 40, 200].flatMap((value) => [value, value, value, value]))
    const between = [0, 10, 30, 80, 160, 200].flatMap((value) => [value, value, value, value])
    expect([
      ...straightened({ data: three, width: 3, height: 1 }, wholePage, { width: 6, height: 1 }),
    ]).toEqual(between)
    expect([
      ...straightened({ data: three, width: 1, height: 3 }, wholePage, { width: 1, height: 6 }),
    ]).toEqual(between)
  })

  test('blends in both directions at once', () => {
    const data = new Uint8ClampedArray([0, 40, 80, 200].flatMap((value) => [value, value, value, 255]))
    const center = straightened({ data, width: 2, height: 2 }, wholePage, { width: 1, height: 1 })
    expect([...center]).toEqual([80, 80, 80, 255])
    const reds = [...straightened({ data, width: 2, height: 2 }, wholePage, { width: 4, height: 4 })].filter(
      (_, index) => index % 4 === 0,
    )
    expect(reds).toEqual([0, 10, 30, 40, 20, 35, 65, 80, 60, 85, 135, 160, 80, 110, 170, 200])
  })

  test('copies the pixels of the whole page, and of a part of it', () => {
    const pixel = (value: number) => [value, value, value, 255]
    const data = new Uint8ClampedArray([1, 2, 3, 4].flatMap(pixel))
    const page = { data, width: 2, height: 2 }
    expect([...straightened(page, wholePage, page)]).toEqual([...data])
    const right: Corners = [
      { x: 0.5, y: 0 },
      { x: 1, y: 0 },
      { x: 1, y: 1 },
      { x: 0.5, y: 1 },
    ]
    expect([...straightened(page, right, { width: 1, height: 2 })]).toEqual([2, 4].flatMap(pixel))
  })
})

describe('a corner', () => {
  test('moves, but not off the page or across another corner', () => {
    expect(movedCorner(wholePage, 0, { x: 0.2, y: 0.3 })[0]).toEqual({ x: 0.2, y: 0.3 })
    expect(movedCorner(wholePage, 2, { x: 1.4, y: 0.9 })[2]).toEqual({ x: 1, y: 0.9 })
    expect(movedCorner(wholePage, 0, { x: 0.9, y: 0.9 })).toBe(wholePage)
    expect(movedCorner(wholePage, 0, { x: 1, y: 0 })).toBe(wholePage)
  })

  test('rotates with the page, and returns after four turns', () => {
    const point = { x: 0.1, y: 0.3 }
    expect(turned(point, 1)).toEqual({ x: 0.7, y: 0.1 })
    const back = turned(turned(point, 1), -1)
    expect([back.x, back.y]).toEqual([expect.closeTo(0.1, 10), expect.closeTo(0.3, 10)])
    expect(turned(point, 4)).toEqual(point)
    expect([0, 2, 3, -5].map((turns) => turned(point, turns))).toEqual([
      point,
      { x: 0.9, y: 0.7 },
      { x: 0.3, y: 0.9 },
      { x: 0.3, y: 0.9 },
    ])
  })

  test('belongs to an area only in its order', () => {
    expect(isConvex(tilted)).toBe(true)
    expect(isConvex([...tilted].reverse() as unknown as Corners)).toBe(false)
  })

  test('bounds an area that is not crossed, flat or tiny, from any starting corner', () => {
    const place = fc.double({ min: 0, max: 0.5, noNaN: true })
    const length = fc.double({ min: 0.05, max: 0.5, noNaN: true })
    fc.assert(
      fc.property(place, place, length, length, fc.nat(3), (x, y, width, height, first) => {
        const rectangle = (across: number, down: number) => {
          const points = [
            { x, y },
            { x: x + across, y },
            { x: x + across, y: y + down },
            { x, y: y + down },
          ]
          return [...points.slice(first), ...points.slice(0, first)] as unknown as Corners
        }
        const [a, b, c, d] = rectangle(width, height)
        expect(isConvex([a, b, c, d])).toBe(true)
        expect(isConvex([a, c, b, d])).toBe(false)
        expect(isConvex([a, { x: (a.x + c.x) / 2, y: (a.y + c.y) / 2 }, c, d])).toBe(false)
        expect(isConvex(rectangle(width, 0.039))).toBe(false)
        expect(isConvex(rectangle(0.039, height))).toBe(false)
      }),
    )
  })

  test('off the page makes it another area than the whole page', () => {
    expect(isWholePage(wholePage)).toBe(true)
    for (const at of [0, 1, 2, 3])
      for (const axis of ['x', 'y']) {
        const corners = wholePage.map((corner, index) => (index === at ? { ...corner, [axis]: 0.5 } : corner))
        expect(isWholePage(corners as unknown as Corners)).toBe(false)
      }
  })
})
