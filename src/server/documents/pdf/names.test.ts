import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { buildSharePacket } from '#server/documents/share-packet.ts'
import { undrawnIn } from '#shared/kernel/scripts.ts'
import { aCheckNote } from '#testing/documents.ts'
import { readPdf } from '#testing/pdf-reader.ts'
import { inVisualOrder } from './visual-order.ts'

// The builder, loaded here and not in its worker, blocks all formats but WebP in this process, which runs other files too.
afterAll(() => sharp.unblock({ operation: ['VipsForeignLoad'] }))

async function coverOf(ownerName: string): Promise<string> {
  const view = {
    ...{ ownerName, recipient: null, note: null, asOf: '', today: '2026-11-21', frozenAt: null },
    ...{ openUntil: '2026-12-21T00:00:00Z', timeZone: 'America/Chicago', allowDownloads: true, items: [] },
  }
  const pdf = buildSharePacket({ kind: 'share', view, language: 'en', check: aCheckNote })
  const bytes = buffer(pdf.doc)
  pdf.close()
  const [cover] = (await readPdf(await bytes)).pages
  // pdf.js reports the space of one font as a control character.
  return (cover?.text ?? '').replace(/[\s\p{Cc}]+/gu, '')
}

test.each([
  ['Vietnamese', 'Nguyễn Thị Hương'],
  ['Chinese', '陳美玲 护士'],
  ['Korean', '김민지'],
  ['Japanese', '田中 さくら'],
  ['Thai', 'สมหญิง ใจดี'],
  ['Ethiopic', 'አበበ በቀለ'],
  ['Armenian', 'Հայկ'],
  ['Georgian', 'ნინო'],
  ['Cherokee', 'ᏣᎳᎩ'],
  ['Hebrew', 'יעל'],
])('a packet shows a name in %s', async (_, name) => {
  expect(undrawnIn(name)).toEqual([])
  expect(await coverOf(name)).toContain(name.replace(/\s+/g, ''))
})

test.each([
  ['Arabic', 'محمد علي'],
  ['Hindi', 'प्रिया शर्मा'],
  ['Gujarati', 'પ્રિયા પટેલ'],
  ['Tamil', 'தமிழ்ச்செல்வி'],
  ['Kannada', 'ಕೃಷ್ಣಪ್ಪ'],
  ['Sinhala', 'සුනිල්'],
  ['Lao', 'ສົມສັກ'],
])('a packet shows a name in %s, whose letters are joined', async (_, name) => {
  expect(undrawnIn(name)).toEqual([])
  const cover = await coverOf(name)
  // Readers get the joined shapes of some letters.
  const letters = [...name.replace(/\s+/g, '')]
  const found = letters.filter((letter) => cover.normalize('NFKC').includes(letter))
  expect(found.length).toBeGreaterThan(letters.length * 0.7)
})

test('a character that no font has is left out, and never a box', async () => {
  const cover = await coverOf('Ann 🎉 Lee')
  expect(cover).toContain('AnnLee')
  expect(cover).not.toMatch(/[□\ufffd🎉]/u)
})

const ordered = (...texts: string[]) => inVisualOrder(texts.map((text) => ({ text }))).map(({ text }) => text)

test('words that are written to the left are in the order of a line', () => {
  expect(ordered('Ann Lee')).toEqual(['Ann Lee'])
  expect(ordered('יעל כהן')).toEqual(['כהן', ' ', 'יעל'])
  expect(ordered('Dr. ', 'יעל כהן', ', RN')).toEqual(['Dr. ', 'כהן', ' ', 'יעל', ', RN'])
  expect(ordered('יעל (RN) 12').join('')).toBe('12 (RN) יעל')
})
