import { type Corners, type Point, projection, straightSize, turned } from '#shared/files/perspective.ts'
import { cardCornersIn } from './card-edges.ts'
import type { Box, ReadPage } from './page.ts'
import { type GrayPicture, READ_PIXELS, reduced, valueAt } from './picture.ts'
import { withPrintAround } from './print-around.ts'

/**
 * The part of a picture that is read: the card in it, seen from straight above. Without `corners` the whole picture
 * is read.
 */
export type CardArea = { picture: GrayPicture; corners: Corners | null }

/** `isCropped`: the owner has already cropped the picture to the card. */
export function cardAreaOf(picture: GrayPicture, isCropped: boolean): CardArea {
  const found = isCropped ? null : cardCornersIn(picture)
  if (found === null) return { picture: reduced(picture, READ_PIXELS), corners: null }
  const corners = withPrintAround(picture, found)
  return { picture: reduced(straightened(picture, corners), READ_PIXELS), corners }
}

function straightened(picture: GrayPicture, corners: Corners): GrayPicture {
  const { width, height } = straightSize(corners, picture)
  const data = new Uint8Array(width * height)
  const at = projection(corners)
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      const { x, y } = at((column + 0.5) / width, (row + 0.5) / height)
      data[row * width + column] = valueAt(picture, x * picture.width - 0.5, y * picture.height - 0.5)
    }
  return { width, height, data }
}

/** A place with some room around it, as fractions of the picture or page on which it was read. */
export function outlineOf(box: Box, page: ReadPage): readonly Point[] {
  const room = Math.max(page.width, page.height) / 120
  const [x, y] = [box.x - room, box.y - room]
  const [width, height] = [box.width + 2 * room, box.height + 2 * room]
  const [cos, sin] = [Math.cos(page.tilt ?? 0), Math.sin(page.tilt ?? 0)]
  const [middleX, middleY] = [page.width / 2, page.height / 2]
  const toPicture = page.corners ? projection(page.corners) : (u: number, v: number) => ({ x: u, y: v })
  return [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ].map(([left = 0, top = 0]) => {
    const [dx, dy] = [left - middleX, top - middleY]
    const upright = {
      x: (middleX + dx * cos + dy * sin) / page.width,
      y: (middleY - dx * sin + dy * cos) / page.height,
    }
    const { x: u, y: v } = turned(upright, -(page.turns ?? 0))
    return toPicture(u, v)
  })
}
