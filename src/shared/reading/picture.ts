/** A picture with one byte for each pixel, from black (0) to white (255). */
export type GrayPicture = { width: number; height: number; data: Uint8Array }

/** Pictures are read at most this wide and high: more pixels take longer and are read no better. */
export const READ_PIXELS = 1600
/** A card is looked for in a picture of at most this size, so that a small one keeps its print. */
export const SOURCE_PIXELS = 2800

/** From four bytes for each pixel: red, green, blue and one that is not looked at. */
export function grayOf(rgba: ArrayLike<number>, width: number, height: number): GrayPicture {
  const data = new Uint8Array(width * height)
  for (let at = 0, from = 0; at < data.length; at += 1, from += 4)
    data[at] = (77 * (rgba[from] ?? 0) + 150 * (rgba[from + 1] ?? 0) + 29 * (rgba[from + 2] ?? 0)) >> 8
  return { width, height, data }
}

/** At most `longest` pixels on the longer side, each pixel the mean of the pixels that it replaces. */
export function reduced(picture: GrayPicture, longest: number): GrayPicture {
  const scale = Math.max(picture.width, picture.height) / longest
  if (scale <= 1) return picture
  const width = Math.max(1, Math.round(picture.width / scale))
  const height = Math.max(1, Math.round(picture.height / scale))
  const sums = new Uint32Array(width * height)
  const counts = new Uint32Array(width * height)
  for (let y = 0; y < picture.height; y += 1) {
    const row = Math.min(height - 1, Math.floor(y / scale)) * width
    for (let x = 0; x < picture.width; x += 1) {
      const to = row + Math.min(width - 1, Math.floor(x / scale))
      sums[to] = (sums[to] ?? 0) + (picture.data[y * picture.width + x] ?? 0)
      counts[to] = (counts[to] ?? 0) + 1
    }
  }
  return { width, height, data: Uint8Array.from(sums, (sum, at) => sum / (counts[at] ?? 1)) }
}

const BLOCKS = 24
/** An area that is darker than this is not paper. */
const DARKEST_PAPER = 40

/**
 * The paper becomes evenly white: each pixel is compared with the lightest ones around it, so that shadows and reflections
 * disappear and the print stays.
 */
export function evenPaper(picture: GrayPicture): GrayPicture {
  const { width, height } = picture
  const size = Math.max(8, Math.round(Math.max(width, height) / BLOCKS))
  const paper = smoothed(paperOf(picture, size))
  const data = new Uint8Array(picture.data.length)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const light = Math.max(valueAt(paper, (x + 0.5) / size - 0.5, (y + 0.5) / size - 0.5), DARKEST_PAPER)
      const at = y * width + x
      data[at] = Math.min(255, Math.round(((picture.data[at] ?? 0) * 245) / light))
    }
  return { width, height, data }
}

type Grid = { width: number; height: number; data: Uint8Array | Float32Array }

/** How light the paper is in each block: its 85th percentile. */
function paperOf({ width, height, data }: GrayPicture, size: number): Grid {
  const columns = Math.ceil(width / size)
  const rows = Math.ceil(height / size)
  const counts = new Uint32Array(256)
  const paper = new Float32Array(columns * rows).map((_, block) => {
    counts.fill(0)
    const left = (block % columns) * size
    const top = Math.floor(block / columns) * size
    let total = 0
    for (let y = top; y < Math.min(top + size, height); y += 2)
      for (let x = left; x < Math.min(left + size, width); x += 2) {
        const value = data[y * width + x] ?? 0
        counts[value] = (counts[value] ?? 0) + 1
        total += 1
      }
    return percentile(counts, total * 0.85)
  })
  return { width: columns, height: rows, data: paper }
}

/** The first of 256 values at which the running count reaches `rank`. */
function percentile(counts: Uint32Array, rank: number): number {
  let seen = 0
  return counts.findIndex((count) => {
    seen += count
    return seen >= rank
  })
}

/** Each block becomes the mean of the blocks around it. */
function smoothed({ width, height, data }: Grid): Grid {
  const means = data.map((_, block) => {
    const column = block % width
    const row = Math.floor(block / width)
    let sum = 0
    let count = 0
    for (let y = Math.max(row - 1, 0); y <= Math.min(row + 1, height - 1); y += 1)
      for (let x = Math.max(column - 1, 0); x <= Math.min(column + 1, width - 1); x += 1) {
        sum += data[y * width + x] ?? 0
        count += 1
      }
    return sum / count
  })
  return { width, height, data: means }
}

/** Between the four values around a place; a place outside has the value at the border. */
export function valueAt({ width, height, data }: Grid, column: number, row: number): number {
  const x = Math.min(Math.max(column, 0), width - 1)
  const y = Math.min(Math.max(row, 0), height - 1)
  const left = Math.floor(x)
  const top = Math.floor(y) * width
  const right = Math.min(left + 1, width - 1)
  const bottom = Math.min(top + width, data.length - width)
  const partX = x - left
  const upper = (data[top + left] ?? 0) * (1 - partX) + (data[top + right] ?? 0) * partX
  const lower = (data[bottom + left] ?? 0) * (1 - partX) + (data[bottom + right] ?? 0) * partX
  const partY = y - Math.floor(y)
  return upper * (1 - partY) + lower * partY
}

/** A file that needs no encoder: the portable gray map. */
export function toGrayMap({ width, height, data }: GrayPicture): Uint8Array {
  const head = [...`P5\n${width} ${height}\n255\n`].map((letter) => letter.charCodeAt(0))
  const file = new Uint8Array(head.length + data.length)
  file.set(head)
  file.set(data, head.length)
  return file
}

/** Turned clockwise by a quarter as many times as `turns` says. */
export function turned(picture: GrayPicture, turns: number): GrayPicture {
  if (turns % 4 === 0) return picture
  const { width, height, data } = picture
  const quarter = new Uint8Array(data.length)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) quarter[x * height + (height - 1 - y)] = data[y * width + x] ?? 0
  return turned({ width: height, height: width, data: quarter }, turns - 1)
}
