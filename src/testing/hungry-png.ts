import { crc32, deflateSync } from 'node:zlib'

/** The columns and rows of the seven passes of an interlaced PNG: the first, and the step. */
const passes = [
  [0, 8, 0, 8],
  [4, 8, 0, 8],
  [0, 4, 4, 8],
  [2, 4, 0, 4],
  [0, 2, 2, 4],
  [1, 2, 0, 2],
  [0, 1, 1, 2],
] as const
const BYTES_PER_PIXEL = 8

/**
 * A black interlaced PNG with 16 bits a channel. Its decoder has to keep all of it in memory: 8 bytes for each pixel,
 * from a file a thousand times smaller.
 */
export function aHungryPng(side: number): Buffer {
  const count = (first: number, step: number) => Math.ceil((side - first) / step)
  const size = passes.reduce(
    (sum, [left, across, top, down]) => sum + count(top, down) * (1 + count(left, across) * BYTES_PER_PIXEL),
    0,
  )
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([16, 6, 0, 0, 1], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(size), { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type), data])
  const bytes = Buffer.alloc(content.length + 8)
  bytes.writeUInt32BE(data.length, 0)
  content.copy(bytes, 4)
  bytes.writeUInt32BE(crc32(content), content.length + 4)
  return bytes
}
