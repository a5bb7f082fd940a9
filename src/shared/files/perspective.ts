/** A point of a page, as fractions of its width and height. */
export type Point = { x: number; y: number }
/** Top left, top right, bottom right, bottom left. */
export type Corners = readonly [Point, Point, Point, Point]
export type Size = { width: number; height: number }

export const wholePage: Corners = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
]

export const isWholePage = (corners: Corners) =>
  corners.every(({ x, y }, at) => x === wholePage[at]?.x && y === wholePage[at]?.y)

/** The least distance between two corners. */
const CLOSEST = 0.04

/** Whether the corners still surround an area, in their order: a crossed or flat one cannot be straightened. */
export function isConvex(corners: Corners): boolean {
  const [first, second, third, fourth] = corners
  const bends = [
    [first, second, third],
    [second, third, fourth],
    [third, fourth, first],
    [fourth, first, second],
  ] as const
  return bends.every(([corner, next, after]) => {
    const turn = (next.x - corner.x) * (after.y - next.y) - (next.y - corner.y) * (after.x - next.x)
    return turn > 0.0005 && Math.hypot(next.x - corner.x, next.y - corner.y) > CLOSEST
  })
}

/** With one corner moved, kept on the page; the corners as they were if that would turn the area inside out. */
export function movedCorner(corners: Corners, at: number, to: Point): Corners {
  const clamp = (part: number) => Math.min(1, Math.max(0, part))
  const point = { x: clamp(to.x), y: clamp(to.y) }
  const [first, second, third, fourth] = corners
  const placed = (corner: Point, index: number) => (index === at ? point : corner)
  const moved: Corners = [placed(first, 0), placed(second, 1), placed(third, 2), placed(fourth, 3)]
  return isConvex(moved) ? moved : corners
}

/** A point of the page as it is shown after `turns` quarter turns to the right. */
export function turned({ x, y }: Point, turns: number): Point {
  const points = [
    { x, y },
    { x: 1 - y, y: x },
    { x: 1 - x, y: 1 - y },
    { x: y, y: 1 - x },
  ]
  return points[((turns % 4) + 4) % 4] as Point
}

/** The size of the straightened area: its longer edges, in pixels of the page. */
export function straightSize(corners: Corners, page: Size): Size {
  const edge = (from: Point, to: Point) =>
    Math.hypot((to.x - from.x) * page.width, (to.y - from.y) * page.height)
  const [topLeft, topRight, bottomRight, bottomLeft] = corners
  return {
    width: Math.max(1, Math.round(Math.max(edge(topLeft, topRight), edge(bottomLeft, bottomRight)))),
    height: Math.max(1, Math.round(Math.max(edge(topLeft, bottomLeft), edge(topRight, bottomRight)))),
  }
}

/** Where a point of the straightened area (from 0 to 1 each way) is on the page. */
export function projection([a, b, c, d]: Corners): (u: number, v: number) => Point {
  const [dx1, dx2, sx] = [b.x - c.x, d.x - c.x, a.x - b.x + c.x - d.x]
  const [dy1, dy2, sy] = [b.y - c.y, d.y - c.y, a.y - b.y + c.y - d.y]
  const determinant = dx1 * dy2 - dx2 * dy1
  const g = (sx * dy2 - dx2 * sy) / determinant
  const h = (dx1 * sy - sx * dy1) / determinant
  return (u, v) => {
    const depth = g * u + h * v + 1
    return {
      x: ((b.x - a.x + g * b.x) * u + (d.x - a.x + h * d.x) * v + a.x) / depth,
      y: ((b.y - a.y + g * b.y) * u + (d.y - a.y + h * d.y) * v + a.y) / depth,
    }
  }
}

type Pixels = Size & { data: Uint8ClampedArray }

/** The area between the corners as an upright rectangle of `size`, each pixel mixed from its four nearest. */
export function straightened(page: Pixels, corners: Corners, { width, height }: Size): Uint8ClampedArray {
  const source = page.data
  const result = new Uint8ClampedArray(width * height * 4)
  const at = projection(corners)
  let target = 0
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const point = at((column + 0.5) / width, (row + 0.5) / height)
      const x = Math.min(page.width - 1, Math.max(0, point.x * page.width - 0.5))
      const y = Math.min(page.height - 1, Math.max(0, point.y * page.height - 0.5))
      const [left, top] = [Math.floor(x), Math.floor(y)]
      const [right, bottom] = [Math.min(page.width - 1, left + 1), Math.min(page.height - 1, top + 1)]
      const [partX, partY] = [x - left, y - top]
      const pixel = (ofRow: number, ofColumn: number) => (ofRow * page.width + ofColumn) * 4
      const [topLeft, topRight] = [pixel(top, left), pixel(top, right)]
      const [bottomLeft, bottomRight] = [pixel(bottom, left), pixel(bottom, right)]
      for (let channel = 0; channel < 4; channel += 1) {
        const value = (at: number) => source[at + channel] ?? 0
        const upper = value(topLeft) + (value(topRight) - value(topLeft)) * partX
        const lower = value(bottomLeft) + (value(bottomRight) - value(bottomLeft)) * partX
        result[target] = upper + (lower - upper) * partY
        target += 1
      }
    }
  }
  return result
}
