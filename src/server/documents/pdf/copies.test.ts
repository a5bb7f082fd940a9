import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test, vi } from 'vitest'
import { createPacket } from '#server/documents/packet.ts'
import { buildCopy } from '#server/documents/pdf-copy.ts'
import type { PacketDocument } from '#server/documents/worker-protocol.ts'
import type { ShareView } from '#shared/shares/view.ts'
import { aCheckNote } from '#testing/documents.ts'
import { sampleOf } from '#testing/everything.ts'
import { type SamplePdf, samplePdfs } from '#testing/pdf-corpus.ts'
import { allPdfContent } from '#testing/pdf-reader.ts'
import { cut, type Drawn, drawPages, hasPoppler, wordsIn } from '#testing/poppler.ts'

// Each document is drawn by a program of its own.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const samples = samplePdfs()
/** Of a thousand pixels, where a field is typed in another font. */
const MOST_WITH_WORDS = 25

async function build(document: PacketDocument, files: Buffer[]): Promise<Buffer> {
  const sources = files.map((bytes) => ({
    mimeType: 'application/pdf',
    size: bytes.length,
    open: async () => Readable.from([bytes], { objectMode: false }),
  }))
  const { signal } = new AbortController()
  return buffer((await createPacket(document, sources, { signal, keys: { owner: 'ann' } })).read())
}

/** As the worker does. */
async function copyOf({ bytes }: SamplePdf): Promise<Buffer> {
  const { doc, add, close } = buildCopy('en')
  const copy = buffer(doc)
  await add(0, { bytes, mimeType: 'application/pdf' }, async () => {})
  close()
  return copy
}

const originals = new Map<SamplePdf, Drawn | undefined>()
/** Its first page. */
function drawOriginal(sample: SamplePdf): Drawn | undefined {
  if (!originals.has(sample)) originals.set(sample, drawPages(sample.bytes)[0])
  return originals.get(sample)
}

const viewOf = (files: SamplePdf[]): ShareView => ({
  ownerName: 'Ann Lee',
  recipient: null,
  note: null,
  asOf: '',
  today: '2026-11-21',
  frozenAt: null,
  openUntil: '2026-12-21T00:00:00Z',
  timeZone: 'America/Chicago',
  allowDownloads: true,
  items: files.map(({ name }, index) => ({
    resourceType: 'file',
    title: name,
    files: [{ id: String(index), name, kind: 'pdf' }],
    filesWithheld: 0,
  })),
})

/** Pixels of `a` with no similar pixel near their place in `b`. Readers round a place to a pixel either way. */
function strangersIn(a: Drawn, b: Drawn): number {
  let count = 0
  for (let y = 0; y < a.height; y++) for (let x = 0; x < a.width; x++) if (!hasNear(a, x, y, b)) count += 1
  return count
}

function hasNear(a: Drawn, x: number, y: number, b: Drawn): boolean {
  const at = (y * a.width + x) * 3
  // Nearly always the same place is similar. There are millions of pixels.
  if (isSimilar(a, at, b, (y * b.width + x) * 3)) return true
  for (let row = Math.max(0, y - 1); row <= Math.min(b.height - 1, y + 1); row++)
    for (let column = Math.max(0, x - 1); column <= Math.min(b.width - 1, x + 1); column++)
      if (isSimilar(a, at, b, (row * b.width + column) * 3)) return true
  return false
}

function isSimilar(a: Drawn, at: number, b: Drawn, other: number): boolean {
  for (let c = 0; c < 3; c++)
    if (Math.abs((a.pixels[at + c] ?? 0) - (b.pixels[other + c] ?? 0)) >= 48) return false
  return true
}

function expectSamePage(copy: Drawn | undefined, original: Drawn | undefined, sample: SamplePdf): void {
  if (!copy || !original) throw new Error(`${sample.name} has no page`)
  expect([copy.width, copy.height], sample.name).toEqual([original.width, original.height])
  const most = sample.words ? (original.width * original.height * MOST_WITH_WORDS) / 1000 : 0
  expect(strangersIn(copy, original) + strangersIn(original, copy), sample.name).toBeLessThanOrEqual(most)
}

describe.skipIf(!hasPoppler)('drawn by another reader (needs poppler-utils)', () => {
  test.each(sampleOf(samples, 3))('a copy shows what its owner sees: $name', async (sample) => {
    const copy = await copyOf(sample)
    expectSamePage(drawPages(copy)[0], drawOriginal(sample), sample)
    const [found, wanted] = [wordsIn(copy), wordsIn(sample.bytes)]
    for (const word of sample.words ?? []) {
      const place = wanted.find((each) => each.word === word)
      const copied = found.find((each) => each.word === word)
      expect(copied, `${word} in ${sample.name}`).toBeDefined()
      expect(
        Math.hypot((copied?.x ?? 0) - (place?.x ?? 0), (copied?.y ?? 0) - (place?.y ?? 0)),
        word,
      ).toBeLessThan(3)
    }
  })

  test('a packet shows each file as its owner sees it', { tags: 'long' }, async () => {
    const small = samples.filter((sample) => {
      const page = drawOriginal(sample)
      return page && page.width <= 800 && page.height <= 800
    })
    expect(small.length).toBeGreaterThan(40)
    const packet = await build(
      { kind: 'share', view: viewOf(small), language: 'en', check: aCheckNote },
      small.map(({ bytes }) => bytes),
    )
    const pages = drawPages(packet)
    for (const [index, sample] of small.entries()) {
      const original = drawOriginal(sample)
      const page = pages[pages.length - small.length + index]
      if (!page || !original) throw new Error(`${sample.name} has no page`)
      const { width, height } = original
      // Below the heading, in the middle.
      expectSamePage(cut(page, (page.width - width) / 2, 167, width, height), original, sample)
    }
  })

  test.each(samples.filter(({ name }) => /layer|glyph|SSN/.test(name)))(
    'what is hidden is not in the copy: $name',
    async (sample) => {
      const seen = wordsIn(sample.bytes).map(({ word }) => word)
      const content = await allPdfContent(await copyOf(sample))
      for (const word of ['000-00-0000', 'VOID', 'Secret'])
        if (!seen.some((each) => each.includes(word))) expect(content.includes(word), word).toBe(false)
    },
  )
})
