import type { GrayPicture } from './picture.ts'

/** The picture is looked at in squares of this many pixels, a fraction of a small letter's height. */
const SQUARE = 8
/** Half of a square's pixels are darker than this share of the paper. */
const DARK = 0.55
/** Squares: a thick letter is less wide, and a line less high. */
const NARROWEST = 10
const LOWEST = 3
/** Squares between letters of light print are dark, and so are at least half of all. */
const WIDEST_LETTER = 5
const LEAST_DARK = 0.5
/** In a row of large light print. */
const LEAST_BETWEEN = 0.3
/** Share of each side that is dark. */
const LEAST_STRAIGHT = 0.6
/** Rows of one area lie above each other to this share. */
const LEAST_SHARED = 0.8
/** Least and largest share of light pixels: without any, nothing is printed; with many, it is a photo or a code. */
const LEAST_LIGHT = 0.02
const MOST_LIGHT = 0.4
const LEAST_CONTRAST = 1.5

type Run = { left: number; right: number }
type Area = Run & { top: number; bottom: number }
/** How light the squares are, and the paper. */
type Seen = { medians: Uint8Array; columns: number; darkest: number; paper: number }

/**
 * White print on dark areas becomes black print on paper: the recognizer takes such areas for pictures. `isCard`: nothing
 * but the card is seen, so that what is dark at the edge is no table.
 */
export function withoutDarkAreas(picture: GrayPicture, isCard: boolean): GrayPicture {
  const { width, height, data } = picture
  const columns = Math.ceil(width / SQUARE)
  const rows = Math.ceil(height / SQUARE)
  const medians = mediansOf(picture, columns, rows)
  const paper = percentileOf(medians, 0.8)
  const darkest = DARK * paper
  const areas = areasOf(medians, columns, rows, darkest).filter(
    (area) =>
      area.bottom - area.top >= LOWEST &&
      hasStraightSides(area, medians, columns, darkest) &&
      (isCard || isInside(area, columns, rows)),
  )
  if (areas.length === 0) return picture
  const light = Uint8Array.from(data)
  for (const area of areas) invert(picture, light, area, { medians, columns, darkest, paper })
  return { width, height, data: light }
}

const isInside = ({ left, top, right, bottom }: Area, columns: number, rows: number) =>
  left > 0 && top > 0 && right < columns && bottom < rows

/** What is light at its sides is beside a drawing, and no print. */
function hasStraightSides(area: Area, medians: Uint8Array, columns: number, darkest: number): boolean {
  const { left, right, top, bottom } = area
  return [left + 1, right - 2].every((column) => {
    const own = Array.from({ length: bottom - top }, (_, at) => medians[(top + at) * columns + column] ?? 0)
    return own.filter((median) => median < darkest).length >= LEAST_STRAIGHT * own.length
  })
}

function mediansOf({ width, height, data }: GrayPicture, columns: number, rows: number): Uint8Array {
  const medians = new Uint8Array(columns * rows)
  const values = new Uint8Array(SQUARE * SQUARE)
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      let count = 0
      for (let y = row * SQUARE; y < Math.min((row + 1) * SQUARE, height); y += 1)
        for (let x = column * SQUARE; x < Math.min((column + 1) * SQUARE, width); x += 1) {
          values[count] = data[y * width + x] ?? 0
          count += 1
        }
      medians[row * columns + column] = percentileOf(values.subarray(0, count), 0.5)
    }
  return medians
}

const percentileOf = (values: Uint8Array, part: number) =>
  values.toSorted()[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0

/** Rectangles around rows of dark squares that lie above each other. */
function areasOf(medians: Uint8Array, columns: number, rows: number, darkest: number): Area[] {
  const areas: Area[] = []
  for (let row = 0; row < rows; row += 1) {
    const own = medians.subarray(row * columns, (row + 1) * columns)
    const above = areas.filter(({ bottom }) => bottom === row)
    const runs = runsIn(own, darkest)
    for (const area of above) {
      const run = runs.find((one) => isShared(area, one))
      if (run) {
        area.left = Math.min(area.left, run.left)
        area.right = Math.max(area.right, run.right)
      }
      const dark = own.subarray(area.left, area.right).filter((median) => median < darkest).length
      if (run || dark >= LEAST_BETWEEN * (area.right - area.left)) area.bottom = row + 1
    }
    const isOfArea = (run: Run) =>
      above.some(({ left, right, bottom }) => bottom > row && run.left < right && left < run.right)
    for (const run of runs) if (!isOfArea(run)) areas.push({ ...run, top: row, bottom: row + 1 })
  }
  return areas
}

function isShared(a: Run, b: Run): boolean {
  const both = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  return both >= LEAST_SHARED * Math.min(a.right - a.left, b.right - b.left)
}

function runsIn(medians: Uint8Array, darkest: number): Run[] {
  const runs: (Run & { dark: number })[] = []
  for (const [at, median] of medians.entries()) {
    if (median >= darkest) continue
    const last = runs.at(-1)
    if (last && at - last.right <= WIDEST_LETTER) {
      last.right = at + 1
      last.dark += 1
    } else runs.push({ left: at, right: at + 1, dark: 1 })
  }
  return runs.filter(
    ({ left, right, dark }) => right - left >= NARROWEST && dark >= LEAST_DARK * (right - left),
  )
}

function invert({ width, height, data }: GrayPicture, to: Uint8Array, area: Area, seen: Seen): void {
  const [left, top] = [area.left * SQUARE, area.top * SQUARE]
  const [right, bottom] = [Math.min(area.right * SQUARE, width), Math.min(area.bottom * SQUARE, height)]
  const values = new Uint8Array((right - left) * (bottom - top))
  for (let y = top; y < bottom; y += 1)
    values.set(data.subarray(y * width + left, y * width + right), (y - top) * (right - left))
  const dark = percentileOf(values, 0.3)
  const light = percentileOf(values, 0.99)
  const share = values.filter((value) => value > (dark + light) / 2).length / values.length
  if (light < LEAST_CONTRAST * dark || share < LEAST_LIGHT || share > MOST_LIGHT) return
  // One square more on each side: the edge of the area is within it, and what is dark there is the area, too.
  for (let column = area.left - 1; column <= area.right; column += 1) {
    const [from, end] = rowsOf(column, area, seen)
    for (let y = Math.max(from - SQUARE, 0); y < Math.min(end + SQUARE, height); y += 1)
      for (let x = Math.max(column * SQUARE, 0); x < Math.min((column + 1) * SQUARE, width); x += 1) {
        const value = data[y * width + x] ?? 0
        if (x >= left && x < right && y >= from && y < end)
          to[y * width + x] = Math.round(
            seen.paper * Math.min(1, Math.max(0, 1 - (value - dark) / (light - dark))),
          )
        else if (value < (dark + light) / 2) to[y * width + x] = seen.paper
      }
  }
}

/** The first and the last pixel of the area in a column of squares: its edges may be tilted. */
function rowsOf(column: number, { left, right, top, bottom }: Area, { medians, columns, darkest }: Seen) {
  const own = Math.min(Math.max(column, left), right - 1)
  const isDark = (row: number) => (medians[row * columns + own] ?? 0) < darkest
  let [from, to] = [top, bottom]
  while (from < to && !isDark(from)) from += 1
  while (to > from && !isDark(to - 1)) to -= 1
  return [from * SQUARE, to * SQUARE] as const
}
