import { type Corners, isConvex, type Point } from '#shared/files/perspective.ts'
import { type GrayPicture, reduced } from './picture.ts'

/** The picture is looked at in this size: fine print disappears, edges stay. */
const LOOKED_AT = 320
/** A card that was photographed by hand is tilted by at most this much: 15 degrees. */
const STEEPEST = 0.27
const SLOPES = 37
/** Lines of each direction that may be edges. */
const MOST_LINES = 14
const LEAST_DIFFERENCE = 10
/** The grain of wood has more lines than a card has edges; it is weaker than the edges of white paper. */
const OF_STRONG_GRAIN = 45
/** Share of the picture that a card takes at least, and share of each edge and of all edges that must be seen. */
const LEAST_AREA = 0.08
const LEAST_SEEN = 0.4
const LEAST_SEEN_OF_ALL = 0.72
/** With more print outside than this, the area is only a part of the document. */
const MOST_OUTSIDE = 0.25

/** `along + slope * across`: where the line is in the middle of the picture, and how it leans. */
type Line = { at: number; slope: number; votes: number }

/** The corners of the card in the picture; `null` unless all of its edges are visible. */
export function cardCornersIn(picture: GrayPicture): Corners | null {
  const small = reduced(picture, LOOKED_AT)
  return cornersIn(small, LEAST_DIFFERENCE) ?? cornersIn(small, OF_STRONG_GRAIN)
}

/** `least`: how much lighter or darker an edge is inside than outside. */
function cornersIn(small: GrayPicture, least: number): Corners | null {
  const strong = strongPixels(small, least)
  const flat = linesIn(strong.horizontal, small.width, small.height)
  const upright = linesIn(transposed(strong.vertical, small.width, small.height), small.height, small.width)
  const cards = pairsOf(flat, small.height * 0.2).flatMap(([top, bottom]) =>
    pairsOf(upright, small.width * 0.2).flatMap(([left, right]) =>
      cardBetween([top, right, bottom, left], small, least),
    ),
  )
  const [best] = cards.toSorted((a, b) => b.score - a.score)
  return best && shareOutside(best.corners, strong, small) <= MOST_OUTSIDE ? best.corners : null
}

type Strong = { horizontal: Uint8Array; vertical: Uint8Array }

/** Where the picture gets lighter or darker, from top to bottom and from left to right. */
function strongPixels({ width, height, data }: GrayPicture, least: number): Strong {
  const horizontal = new Uint8Array(data.length)
  const vertical = new Uint8Array(data.length)
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x
      const down = (data[at + width] ?? 0) - (data[at - width] ?? 0)
      const right = (data[at + 1] ?? 0) - (data[at - 1] ?? 0)
      if (Math.max(Math.abs(down), Math.abs(right)) < least) continue
      if (Math.abs(down) >= Math.abs(right)) horizontal[at] = 1
      else vertical[at] = 1
    }
  return { horizontal, vertical }
}

function transposed(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const result = new Uint8Array(pixels.length)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) result[x * height + y] = pixels[y * width + x] ?? 0
  return result
}

/** The lines with the most strong pixels (a Hough transform). */
function linesIn(strong: Uint8Array, width: number, height: number): Line[] {
  const votes = new Uint16Array(SLOPES * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if (strong[y * width + x] === 0) continue
      for (let step = 0; step < SLOPES; step += 1) {
        const at = Math.round(y - slopeOf(step) * (x - width / 2))
        if (at >= 0 && at < height) votes[step * height + at] = (votes[step * height + at] ?? 0) + 1
      }
    }
  const found: Line[] = []
  const isFree = (line: Line) =>
    found.every(({ at, slope }) => Math.abs(at - line.at) > 3 || Math.abs(slope - line.slope) > STEEPEST / 6)
  const lines = [...votes.entries()]
    .filter(([, count]) => count >= width * 0.15)
    .map(([index, count]) => ({
      at: index % height,
      slope: slopeOf(Math.floor(index / height)),
      votes: count,
    }))
  for (const line of lines.toSorted((a, b) => b.votes - a.votes)) {
    if (found.length === MOST_LINES) break
    if (isFree(line)) found.push(line)
  }
  return found
}

const slopeOf = (step: number) => ((2 * step) / (SLOPES - 1) - 1) * STEEPEST

/** Every pair of lines that are far enough apart, the first line before the second. */
function pairsOf(lines: readonly Line[], apart: number): [Line, Line][] {
  return lines.flatMap((first) =>
    lines.flatMap((second): [Line, Line][] => (second.at - first.at > apart ? [[first, second]] : [])),
  )
}

type Size = { width: number; height: number }
type Card = { corners: Corners; score: number }

/** The card with these edges, if there is one. A larger card with more of its edges visible is more probable. */
function cardBetween(
  [top, right, bottom, left]: [Line, Line, Line, Line],
  picture: GrayPicture,
  least: number,
): Card[] {
  const corners: Corners = [
    crossing(top, left, picture),
    crossing(top, right, picture),
    crossing(bottom, right, picture),
    crossing(bottom, left, picture),
  ]
  const isInside = corners.every(({ x, y }) => x >= 0 && x <= 1 && y >= 0 && y <= 1)
  const area = areaOf(corners)
  if (!isInside || !isConvex(corners) || area < LEAST_AREA) return []
  const seen = edgesOf(corners).map((edge) => shareSeen(edge, picture, least))
  const mean = seen.reduce((sum, share) => sum + share) / 4
  if (Math.min(...seen) < LEAST_SEEN || mean < LEAST_SEEN_OF_ALL) return []
  return [{ corners, score: mean + area / 2 }]
}

/** Of `y = flat.at + flat.slope * (x - width / 2)` and the same for `x`, as fractions of the picture. */
function crossing(flat: Line, upright: Line, { width, height }: Size): Point {
  const x =
    (upright.at + upright.slope * (flat.at - (flat.slope * width) / 2 - height / 2)) /
    (1 - upright.slope * flat.slope)
  return { x: (x + 0.5) / width, y: (flat.at + flat.slope * (x - width / 2) + 0.5) / height }
}

type Edge = readonly [Point, Point]
const edgesOf = ([a, b, c, d]: Corners): readonly Edge[] => [
  [a, b],
  [b, c],
  [c, d],
  [d, a],
]

const areaOf = (corners: Corners) =>
  edgesOf(corners).reduce((sum, [from, to]) => sum + from.x * to.y - to.x * from.y, 0) / 2

const SAMPLES = 40
/** Pixels on each side of an edge: the two sides must differ in brightness. A printed line is thinner. */
const BESIDE = 2.5

/** The share of an edge that is lighter inside than outside, or darker. */
function shareSeen([from, to]: Edge, picture: GrayPicture, least: number): number {
  const { width, height } = picture
  const along = { x: (to.x - from.x) * width, y: (to.y - from.y) * height }
  const length = Math.hypot(along.x, along.y)
  const inward = { x: (-along.y / length) * BESIDE, y: (along.x / length) * BESIDE }
  let lighter = 0
  let darker = 0
  for (let step = 1; step < SAMPLES; step += 1) {
    const part = step / SAMPLES
    const x = from.x * width + along.x * part
    const y = from.y * height + along.y * part
    const difference =
      pixelAt(picture, x + inward.x, y + inward.y) - pixelAt(picture, x - inward.x, y - inward.y)
    if (difference > least) lighter += 1
    if (difference < -least) darker += 1
  }
  return Math.max(lighter, darker) / (SAMPLES - 1)
}

function pixelAt({ width, height, data }: GrayPicture, x: number, y: number): number {
  const column = Math.min(width - 1, Math.max(0, Math.floor(x)))
  const row = Math.min(height - 1, Math.max(0, Math.floor(y)))
  return data[row * width + column] ?? 0
}

const MARGIN = 4

/**
 * The share of print that is clearly outside the corners. Print gets lighter and darker in both directions, the grain of
 * a table only across it.
 */
function shareOutside(corners: Corners, { horizontal, vertical }: Strong, { width, height }: Size): number {
  const edges = edgesOf(corners)
  let inside = 0
  const outside = { horizontal: 0, vertical: 0 }
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const direction = horizontal[y * width + x] ? 'horizontal' : 'vertical'
      if (horizontal[y * width + x] === 0 && vertical[y * width + x] === 0) continue
      if (edges.some((edge) => distanceBeyond(edge, { x, y }, { width, height }) > MARGIN))
        outside[direction] += 1
      else inside += 1
    }
  const print = 2 * Math.min(outside.horizontal, outside.vertical)
  return print / (inside + print)
}

/** How far a pixel is from the edge, on its outer side. */
function distanceBeyond([from, to]: Edge, pixel: Point, { width, height }: Size): number {
  const [dx, dy] = [(to.x - from.x) * width, (to.y - from.y) * height]
  return (dy * (pixel.x - from.x * width) - dx * (pixel.y - from.y * height)) / Math.hypot(dx, dy)
}
