import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { buildSharePacket } from '#server/documents/share-packet.ts'
import { aCheckNote } from '#testing/documents.ts'
import { sampleOf } from '#testing/everything.ts'
import { readPdf } from '#testing/pdf-reader.ts'
import { undrawnIn } from './undrawn.ts'
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
  return (cover?.text ?? '').normalize().replace(/[\s\p{Cc}]+/gu, '')
}

test.each(
  sampleOf(
    [
      ['Vietnamese', 'Nguyễn Thị Hương'],
      ['Navajo', 'Tł’iish Ą́ǫ́'],
      ['Yoruba', 'Ọláṣẹ́ Àdùkẹ́'],
      ['Igbo', 'Ṅgọzị́ Ɔ̀'],
      ['Haitian Creole', 'Désirée Jòslin'],
      ['Hawaiian', 'Kaʻahumanu'],
      ['Ukrainian', 'Юлія Їжакевич'],
      ['Greek', 'Ἀθηνᾶ'],
      ['Chinese', '陳美玲 护士'],
      ['Traditional Chinese', '龔鍾穎'],
      ['Korean', '김민지 뷁'],
      ['Japanese', '田中 さくら'],
      ['Thai', 'สมหญิง ใจดี'],
      ['Ethiopic', 'አበበ በቀለ'],
      ['Armenian', 'Հայկ'],
      ['Georgian', 'ნინო'],
      ['Cherokee', 'ᏣᎳᎩ'],
      ['Hebrew', 'יעל'],
    ],
    4,
  ),
)('a packet shows a name in %s', async (_, name) => {
  expect(undrawnIn(name)).toEqual([])
  expect(await coverOf(name)).toContain(name.normalize().replace(/\s+/g, ''))
})

test.each(
  sampleOf(
    [
      ['Arabic', 'محمد علي'],
      ['Hindi', 'प्रिया शर्मा'],
      ['Gujarati', 'પ્રિયા પટેલ'],
      ['Tamil', 'தமிழ்ச்செல்வி'],
      ['Kannada', 'ಕೃಷ್ಣಪ್ಪ'],
      ['Sinhala', 'සුනිල්'],
      ['Lao', 'ສົມສັກ ນ້ຳ'],
      ['Thai', 'น้ำทิพย์'],
      ['Malayalam', 'ലക്ഷ്മി തോമസ്'],
      ['Telugu', 'శ్రీనివాస్'],
      ['Bengali', 'চট্টোপাধ্যায়'],
      ['Punjabi', 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ'],
      ['Odia', 'ଲକ୍ଷ୍ମୀ'],
      ['Nepali', 'ज्ञानेन्द्र तामाङ'],
      ['Khmer', 'ស្រីមុំ ភ្នំពេញ'],
      ['Burmese', 'အောင်ဆန်းစုကြည်'],
      ['Tibetan', 'བསྟན་འཛིན'],
      ['Persian', 'پرویز می‌خواهم'],
      ['Urdu', 'عائشہ'],
      ['Syriac', 'ܝܘܣܦ'],
      ['Thaana', 'އަހުމަދު'],
    ],
    4,
  ),
)('a packet shows a name in %s, whose letters are joined', async (_, name) => {
  expect(undrawnIn(name)).toEqual([])
  const cover = await coverOf(name)
  // Readers get the joined shapes of some letters.
  const letters = [...name.replace(/\s+/g, '')]
  const found = letters.filter((letter) => cover.normalize('NFKC').includes(letter))
  expect(found.length).toBeGreaterThan(letters.length * 0.7)
})

test('letters stand in the order of their script', async () => {
  expect(await coverOf('မေ')).toContain('ေမ')
  expect(await coverOf('തോ')).toContain('േതാ')
})

test.each(['دورة ٢٠٢٦', 'دوره ۲۰۲۶'])('a number in %s keeps its order', async (name) => {
  expect(await coverOf(name)).toContain(name.slice(-4))
})

test('letters and their marks that a Mac writes apart stand together', async () => {
  expect(await coverOf('김민지 José'.normalize('NFD'))).toContain('김민지José')
})

test('what a packet leaves out is known before: emoji, and letters of rare scripts', () => {
  const names = '© 2026 ½ € ₱ ₹ № “Ann”\n👩🏽‍⚕️🎉🎉 n̈ 𠮷 ᚠ می‌خواهم ❤️'
  expect(undrawnIn(names)).toEqual(['👩🏽‍⚕️', '🎉', '𠮷', 'ᚠ', '❤️'])
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
