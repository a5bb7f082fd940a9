import { type Corners, type Point, projection } from '#shared/files/perspective.ts'
import { type GrayPicture, valueAt } from './picture.ts'

/** Samples across a band, and along it for each height of the card. */
const ACROSS = 240
const STEPS = 200
/** With less of a row inside the picture, nothing is known about it. */
const LEAST_INSIDE = 0.6
/** A band is at most this high. */
const HIGHEST = 0.4
/** Shares of the paper's lightness: a band is darker, and its print is lighter. */
const DARK = 0.6
const LIGHT = 0.72
/** More paper beyond the edge is about as light. */
const PAPER = 0.75
/** Least and largest share of light samples in a line of print, or of dark ones on paper. */
const LEAST_PRINT = 0.01
const MOST_PRINT = 0.6
/** The edge itself is neither. */
const EDGE = 4
/** Lines of print, so that a reflection on the table is none. */
const FEWEST_LINES = 4
const MARGIN = 6

/**
 * The card with what is printed above and below it. On a dark table the edge of the paper is seen better than that of a
 * dark band, and on a light table the edge of a band better than that of the paper.
 */
export function withPrintAround(picture: GrayPicture, corners: Corners): Corners {
  const [top, bottom] = [heightOfPrint(picture, corners, -1), heightOfPrint(picture, corners, 1)]
  if (top + bottom === 0) return corners
  const place = projection(corners)
  const at = (u: number, v: number) => onPicture(place(u, v))
  return [at(0, -top), at(1, -top), at(1, 1 + bottom), at(0, 1 + bottom)]
}

const onPicture = ({ x, y }: Point): Point => ({ x: clamp(x), y: clamp(y) })
const clamp = (part: number) => Math.min(1, Math.max(0, part))

/** In heights of the card; 0 if there is none. `side`: above (-1) or below (1). */
function heightOfPrint(picture: GrayPicture, corners: Corners, side: -1 | 1): number {
  const at = projection(corners)
  const row = (v: number) =>
    Array.from({ length: ACROSS }, (_, index) => {
      const { x, y } = at(0.04 + (0.92 * index) / ACROSS, v)
      return x < 0 || x > 1 || y < 0 || y > 1
        ? null
        : valueAt(picture, x * picture.width - 0.5, y * picture.height - 0.5)
    })
  const inside = [0.06, 0.2, 0.4].flatMap((depth) => row(side === -1 ? depth : 1 - depth)).filter(isNumber)
  let paper = percentileOf(inside, 0.7)
  let last = 0
  let lines = 0
  let isBand = false
  for (let step = EDGE; step <= STEPS * HIGHEST; step += 1) {
    const values = row(side === -1 ? -step / STEPS : 1 + step / STEPS).filter(isNumber)
    if (values.length < LEAST_INSIDE * ACROSS) break
    const light = percentileOf(values, 0.7)
    const wasBand = isBand
    isBand = percentileOf(values, 0.5) < DARK * paper
    // The edge of the band, on a light table.
    if (wasBand && !isBand && lines >= FEWEST_LINES) last = Math.max(last, step - MARGIN)
    if (!isBand && light < PAPER * paper) break
    const isPrint = (value: number) => (isBand ? value > LIGHT * paper : value < DARK * paper)
    const print = values.filter(isPrint).length / values.length
    // The light changes from row to row.
    if (!isBand) paper += (light - paper) / 4
    if (print < LEAST_PRINT || print > MOST_PRINT) continue
    lines += 1
    last = step
  }
  return lines >= FEWEST_LINES ? (last + MARGIN) / STEPS : 0
}

const percentileOf = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0

const isNumber = (value: number | null): value is number => value !== null
