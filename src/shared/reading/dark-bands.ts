import { type Corners, type Point, projection } from '#shared/files/perspective.ts'
import { type GrayPicture, valueAt } from './picture.ts'

/** Samples across a band, and along it for each height of the card. */
const ACROSS = 240
const STEPS = 200
/** A band is at most this high. */
const HIGHEST = 0.4
/** Shares of the paper's lightness: a band is darker, and its print is lighter. */
const DARK = 0.6
const LIGHT = 0.72
/** Least and largest share of light samples in a line of print. */
const LEAST_PRINT = 0.01
const MOST_PRINT = 0.6
/** The edge itself is neither. */
const EDGE = 4
/** Lines of print, so that a reflection on the table is none. */
const FEWEST_LINES = 4
const MARGIN = 6

/**
 * The card with the dark bands above and below it in which something is printed: on a dark table the edge of the paper is
 * seen better than that of the band.
 */
export function withDarkBands(picture: GrayPicture, corners: Corners): Corners {
  const [top, bottom] = [bandHeight(picture, corners, -1), bandHeight(picture, corners, 1)]
  if (top + bottom === 0) return corners
  const place = projection(corners)
  const at = (u: number, v: number) => onPicture(place(u, v))
  return [at(0, -top), at(1, -top), at(1, 1 + bottom), at(0, 1 + bottom)]
}

const onPicture = ({ x, y }: Point): Point => ({ x: clamp(x), y: clamp(y) })
const clamp = (part: number) => Math.min(1, Math.max(0, part))

/** In heights of the card; 0 if there is none. `side`: above (-1) or below (1). */
function bandHeight(picture: GrayPicture, corners: Corners, side: -1 | 1): number {
  const at = projection(corners)
  const row = (v: number) =>
    Array.from({ length: ACROSS }, (_, index) => {
      const { x, y } = at(0.04 + (0.92 * index) / ACROSS, v)
      return x < 0 || x > 1 || y < 0 || y > 1
        ? null
        : valueAt(picture, x * picture.width - 0.5, y * picture.height - 0.5)
    })
  const inside = [0.06, 0.2, 0.4].flatMap((depth) => row(side === -1 ? depth : 1 - depth)).filter(isNumber)
  const paper = inside.toSorted((a, b) => a - b)[Math.floor(inside.length * 0.7)] ?? 0
  let last = 0
  let lines = 0
  for (let step = EDGE; step <= STEPS * HIGHEST; step += 1) {
    const values = row(side === -1 ? -step / STEPS : 1 + step / STEPS).filter(isNumber)
    if (values.length < ACROSS) break
    const middle = values.toSorted((a, b) => a - b)[ACROSS / 2] ?? 0
    if (middle >= DARK * paper) {
      // The edge of the band, on a light table.
      if (lines >= FEWEST_LINES) last = Math.max(last, step - MARGIN)
      break
    }
    const print = values.filter((value) => value > LIGHT * paper).length / ACROSS
    if (print < LEAST_PRINT || print > MOST_PRINT) continue
    lines += 1
    last = step
  }
  return lines >= FEWEST_LINES ? (last + MARGIN) / STEPS : 0
}

const isNumber = (value: number | null): value is number => value !== null
