import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import sharp, { type JpegOptions } from 'sharp'
import { expect, test } from 'vitest'
import { aHeic, aPhoto, aPng, aTurnedHeic, aWebp, isRed, pixelOf } from '#testing/documents.ts'
import { sampleOf } from '#testing/everything.ts'
import { aHungryPng } from '#testing/hungry-png.ts'
import { aLargeHeic } from '#testing/large-heic.ts'
import { makePreviews } from './image-preview.ts'

const previewsOf = (bytes: Buffer, mimeType: string) =>
  makePreviews(async () => Readable.from([bytes], { objectMode: false }), mimeType, [1600, 480], {
    owner: 'ann',
  })

async function firstOf(bytes: Buffer, mimeType: string): Promise<Buffer> {
  const made = await previewsOf(bytes, mimeType)
  if ('fault' in made) throw new Error(made.fault)
  return made.previews[0] ?? Buffer.alloc(0)
}

test('a sideways photo becomes upright, small enough and without its location', async () => {
  const photo = await aPhoto({ width: 2400, height: 1200, orientation: 6 })
  expect((await sharp(photo).metadata()).exif?.includes('Canary')).toBe(true)
  const made = await previewsOf(photo, 'image/jpeg')
  const previews = 'previews' in made ? made.previews : []
  const sizes = await Promise.all(previews.map(async (preview) => sharp(preview).metadata()))
  expect(sizes.map(({ width, height, format }) => [width, height, format])).toEqual([
    [800, 1600, 'webp'],
    [240, 480, 'webp'],
  ])
  for (const { exif, xmp, iptc, icc, orientation } of sizes) {
    expect([exif, xmp, iptc, icc, orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  }
  for (const preview of previews) expect(preview.includes('Canary')).toBe(false)
  const [first = Buffer.alloc(0)] = previews
  // Rotated by 90° to the right, the red upper left becomes the upper right.
  expect(isRed(await pixelOf(first, 700, 100))).toBe(true)
  expect(isRed(await pixelOf(first, 100, 100))).toBe(false)
})

test('a HEIC photo becomes a picture that every browser shows, without its location', async () => {
  expect(aHeic().includes('TestPhone')).toBe(true)
  const preview = await firstOf(aHeic(), 'image/heic')
  const { width, height, format, exif } = await sharp(preview).metadata()
  expect([width, height, format, exif]).toEqual([640, 400, 'webp', undefined])
  expect(isRed(await pixelOf(preview, 100, 100))).toBe(true)
  expect(isRed(await pixelOf(preview, 500, 300))).toBe(false)
})

test('PNG and WebP work as well', async () => {
  expect((await sharp(await firstOf(await aPng(), 'image/png')).metadata()).width).toBe(640)
  expect((await sharp(await firstOf(await aWebp(), 'image/webp')).metadata()).width).toBe(640)
})

/** A bomb: the header says so many pixels, with almost no data. */
async function aPngOf(width: number, height: number): Promise<Buffer> {
  const png = await aPng(4, 4)
  const header = Buffer.alloc(17)
  header.write('IHDR', 0, 'latin1')
  header.writeUInt32BE(width, 4)
  header.writeUInt32BE(height, 8)
  png.copy(header, 12, 24, 29)
  header.copy(png, 12)
  png.writeUInt32BE(crc32(header), 29)
  return png
}

/** Of one color, so that it is small. */
function aPhotoOf(width: number, height: number, options: JpegOptions = {}): Promise<Buffer> {
  const create = { width, height, channels: 3, background: '#dd3322' } as const
  return sharp({ create, limitInputPixels: false })
    .jpeg({ quality: 60, ...options })
    .toBuffer()
}

test('refuses more than 210 megapixels by the header, before decoding', async () => {
  expect(await previewsOf(await aPngOf(21_001, 10_000), 'image/png')).toEqual({ fault: 'too_many_pixels' })
})

test('refuses a large picture that can only be decoded as a whole', { tags: 'long' }, async () => {
  const photo = await aPhotoOf(9000, 6000, { progressive: true })
  expect(await previewsOf(photo, 'image/jpeg')).toEqual({ fault: 'too_many_pixels' })
})

const photos: [string, number, number][] = [
  ['200', 16_320, 12_240],
  ['108', 12_000, 9000],
  ['50', 8192, 6144],
]
test.each(sampleOf(photos, 3))(
  'a photo of %s megapixels is reduced within the memory limit',
  async (_, width, height) => {
    const photo = await aPhotoOf(width, height)
    const { result, bytes } = await measured(firstOf(photo, 'image/jpeg'))
    const { width: reduced } = await sharp(result).metadata()
    expect(reduced).toBe(1600)
    expect(isRed(await pixelOf(result, 800, 600))).toBe(true)
    expect(bytes).toBeLessThan(380_000_000)
  },
)

test('a HEIC photo that only its EXIF turns becomes upright', async () => {
  const preview = await firstOf(aTurnedHeic(6), 'image/heic')
  const { width, height } = await sharp(preview).metadata()
  expect([width, height]).toEqual([400, 640])
  // Turned to the right, the red upper left becomes the upper right.
  expect(isRed(await pixelOf(preview, 350, 50))).toBe(true)
  expect(isRed(await pixelOf(preview, 50, 50))).toBe(false)
})

test.each([
  ['cut off', 'image/jpeg', async () => (await aPhoto()).subarray(0, -300)],
  ['cut off', 'image/png', async () => (await aPng()).subarray(0, -200)],
  ['cut off', 'image/heic', async () => aHeic().subarray(0, -100)],
  ['nothing but a beginning', 'image/jpeg', async () => Buffer.from('ffd8ffe000104a46494600', 'hex')],
  ['noise', 'image/heic', async () => Buffer.alloc(5000, 7)],
  ['an SVG in disguise', 'image/png', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
] as const)('refuses a picture that is %s (%s)', async (_, mimeType, bytes) => {
  expect(await previewsOf(await bytes(), mimeType)).toEqual({ fault: 'unreadable' })
})

test('rejects when the bytes cannot be read from storage', async () => {
  const failing = new Readable({ read: () => failing.destroy(new Error('disk gone')) })
  await expect(makePreviews(async () => failing, 'image/jpeg', [1600], { owner: 'ann' })).rejects.toThrow(
    'disk gone',
  )
})

/** Runs `work` and resolves to its result and to the peak memory of a picture's process. */
async function measured<T>(work: Promise<T>): Promise<{ result: T; bytes: number }> {
  let bytes = 0
  const look = setInterval(() => {
    for (const pid of startedBy(String(process.pid))) bytes = Math.max(bytes, memoryOf(pid))
  }, 10)
  const result = await work.finally(() => clearInterval(look))
  return { result, bytes }
}

/** All descendants of this process: a sandbox adds some in between. */
function startedBy(pid: string): string[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
    return children.filter(Boolean).flatMap((child) => [child, ...startedBy(child)])
  } catch {
    return []
  }
}

/** Zero for a process that has ended, or whose id belongs to another program now. */
function memoryOf(pid: string): number {
  try {
    if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('image-worker')) return 0
    const [, kilobytes = 0] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) * 1024
  } catch {
    return 0
  }
}

test.runIf(process.platform === 'linux')(
  'a picture that needs too much memory is stopped and refused, and the next one works',
  async () => {
    const { result, bytes } = await measured(previewsOf(aHungryPng(7000), 'image/png'))
    expect(result).toEqual({ fault: 'unreadable' })
    expect(bytes).toBeGreaterThan(200_000_000)
    expect(bytes).toBeLessThan(440_000_000)
    expect((await sharp(await firstOf(await aPng(), 'image/png')).metadata()).width).toBe(640)
  },
)

test('the largest HEIC photos of phones stay within the memory limit', { tags: 'long' }, async () => {
  const { result, bytes } = await measured(firstOf(aLargeHeic(24, 32), 'image/heic'))
  const { width, height } = await sharp(result).metadata()
  expect([width, height]).toEqual([1600, 1334])
  expect(isRed(await pixelOf(result, 10, 10))).toBe(true)
  expect(bytes).toBeLessThan(400_000_000)
})

test('a large HEIC photo that its container turns is upright', async () => {
  const preview = await firstOf(aLargeHeic(6, 8, 3), 'image/heic')
  const { width, height } = await sharp(preview).metadata()
  expect([width, height]).toEqual([1333, 1600])
  // Each tile is turned to the right: its red part is at the upper right.
  expect(isRed(await pixelOf(preview, 130, 30))).toBe(true)
  expect(isRed(await pixelOf(preview, 30, 30))).toBe(false)
})
