import { aHeic } from './documents.ts'

const TILE = { width: 640, height: 400 }

/**
 * A HEIC picture like phones with many megapixels write it: a grid of tiles, here always the same bytes. The file stays
 * small no matter how large the picture is. `turned`: quarters to the left by which the picture is shown.
 */
export function aLargeHeic(columns: number, rows: number, turned = 0): Buffer {
  const heic = aHeic()
  const [type = Buffer.alloc(0), meta = Buffer.alloc(0)] = boxesOf(heic)
  const decoder = heic.subarray(heic.indexOf('hvcC') - 4, heic.indexOf('ispe') - 4)
  const [offset, length] = positionOfTile(meta)
  const tile = heic.subarray(offset, offset + length)
  const whole = { width: TILE.width * columns, height: TILE.height * rows }
  const grid = Buffer.concat([
    Buffer.from([0, 1, rows - 1, columns - 1]),
    uint32(whole.width),
    uint32(whole.height),
  ])
  const tiles = Array.from({ length: columns * rows }, (_, index) => index + 1)
  const primary = tiles.length + 1
  const write = (start: number) => {
    const places = [
      ...tiles.map((id) => ({ id, start, length })),
      { id: primary, start: start + length, length: grid.length },
    ]
    const kinds = [...tiles.map((id) => item(id, 'hvc1')), item(primary, 'grid')]
    const uses = tiles.map((id) => Buffer.concat([uint16(id), Buffer.from([2, 0x81, 2])]))
    return fullBox(
      'meta',
      fullBox('hdlr', uint32(0), Buffer.from('pict'), Buffer.alloc(13)),
      fullBox('pitm', uint16(primary)),
      fullBox('iloc', Buffer.from([0x44, 0]), uint16(places.length), ...places.map(location)),
      fullBox('iinf', uint16(kinds.length), ...kinds),
      box(
        'iprp',
        box('ipco', decoder, size(TILE), size(whole), box('irot', Buffer.from([turned]))),
        fullBox('ipma', uint32(primary), ...uses, uint16(primary), Buffer.from([2, 3, 4])),
      ),
      fullBox('iref', box('dimg', uint16(primary), uint16(tiles.length), ...tiles.map(uint16))),
    )
  }
  const start = type.length + write(0).length + 8
  return Buffer.concat([type, write(start), box('mdat', tile, grid)])
}

function boxesOf(file: Buffer): Buffer[] {
  const boxes: Buffer[] = []
  for (let at = 0; at < file.length; at += file.readUInt32BE(at))
    boxes.push(file.subarray(at, at + file.readUInt32BE(at)))
  return boxes
}

/** Offset and length of item 1. `iloc` of version 0 lists it first. */
function positionOfTile(meta: Buffer): [number, number] {
  const first = meta.indexOf('iloc') + 12
  return [meta.readUInt32BE(first + 4), meta.readUInt32BE(first + 14)]
}

function location({ id, start, length }: { id: number; start: number; length: number }): Buffer {
  return Buffer.concat([uint16(id), uint16(0), uint16(1), uint32(start), uint32(length)])
}

function item(id: number, type: string): Buffer {
  const entry = fullBox('infe', uint16(id), uint16(0), Buffer.from(`${type}\0`))
  entry[8] = 2
  return entry
}

const size = ({ width, height }: typeof TILE) => fullBox('ispe', uint32(width), uint32(height))

function box(type: string, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([uint32(content.length + 8), Buffer.from(type), content])
}

const fullBox = (type: string, ...parts: Buffer[]) => box(type, uint32(0), ...parts)

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
