import { describe, expect, test } from 'vitest'
import {
  type Corners,
  isConvex,
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

describe('the straightened area', () => {
  test('has the four corners at its own corners', () => {
    const at = projection(tilted)
    const ends = [at(0, 0), at(1, 0), at(1, 1), at(0, 1)]
    for (const [index, { x, y }] of ends.entries()) {
      expect(x).toBeCloseTo(tilted[index]?.x ?? Number.NaN, 10)
      expect(y).toBeCloseTo(tilted[index]?.y ?? Number.NaN, 10)
    }
  })

  test('keeps straight lines straight: the middle lies where the diagonals cross', () => {
    const { x, y } = projection(tilted)(0.5, 0.5)
    const [a, b, c, d] = tilted
    const offLine = (p: { x: number; y: number }, q: { x: number; y: number }) =>
      (q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x)
    expect(offLine(a, c)).toBeCloseTo(0, 10)
    expect(offLine(b, d)).toBeCloseTo(0, 10)
  })

  test('is as large as its longer edges', () => {
    expect(straightSize(wholePage, { width: 400, height: 300 })).toEqual({ width: 400, height: 300 })
    const half: Corners = [
      { x: 0, y: 0 },
      { x: 0.5, y: 0 },
      { x: 0.25, y: 1 },
      { x: 0, y: 1 },
    ]
    expect(straightSize(half, { width: 400, height: 300 }).width).toBe(200)
  })

  test('copies the pixels of the whole page, and of a part', () => {
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
  test('moves, but not off the page and not across another', () => {
    expect(movedCorner(wholePage, 0, { x: 0.2, y: 0.3 })[0]).toEqual({ x: 0.2, y: 0.3 })
    expect(movedCorner(wholePage, 2, { x: 1.4, y: 0.9 })[2]).toEqual({ x: 1, y: 0.9 })
    expect(movedCorner(wholePage, 0, { x: 0.9, y: 0.9 })).toBe(wholePage)
    expect(movedCorner(wholePage, 0, { x: 1, y: 0 })).toBe(wholePage)
  })

  test('turns with the page, and comes back after four turns', () => {
    const point = { x: 0.1, y: 0.3 }
    expect(turned(point, 1)).toEqual({ x: 0.7, y: 0.1 })
    const back = turned(turned(point, 1), -1)
    expect([back.x, back.y]).toEqual([expect.closeTo(0.1, 10), expect.closeTo(0.3, 10)])
    expect(turned(point, 4)).toEqual(point)
  })

  test('belongs to an area only in its order', () => {
    expect(isConvex(tilted)).toBe(true)
    expect(isConvex([...tilted].reverse() as unknown as Corners)).toBe(false)
  })
})
