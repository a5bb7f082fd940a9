import { expect, test } from 'vitest'
import { cleanFileName, downloadName, fileQuery, previewWidthFor } from './file.ts'

test.each([
  ['C:\\fakepath\\rn license.pdf', 'rn license.pdf'],
  ['../../etc/passwd', 'passwd.pdf'],
  ['O’Brien – Führerschein.pdf', 'O’Brien – Führerschein.pdf'],
  ['card\u202egpj.exe', 'cardgpj.exe.pdf'],
  ['License.2024', 'License.2024.pdf'],
  ['photo.jpg', 'photo.jpg.pdf'],
  ['CARD.PDF', 'CARD.PDF'],
  ['a\u0000b\r\n.pdf', 'ab.pdf'],
  ['', 'document.pdf'],
  ['..', 'document.pdf'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(251)}.pdf`],
  [`${'😀'.repeat(300)}`, `${'😀'.repeat(251)}.pdf`],
])('stores the file name %j of a PDF as %j', (given, shown) => {
  expect(cleanFileName(given, 'application/pdf')).toBe(shown)
})

test.each([
  ['card.pdf', 'application/pdf', 'card.pdf'],
  ['card.pdf.exe', 'application/pdf', 'card.pdf.exe.pdf'],
  ['card', 'image/png', 'card.png'],
  ['card.JPEG', 'image/jpeg', 'card.JPEG'],
  ['IMG_1.HEIC', 'image/heif', 'IMG_1.HEIC'],
  ['card.html', 'image/jpeg', 'card.html.jpg'],
] as const)('downloads %j with the type %s as %j', (name, mimeType, saved) => {
  expect(downloadName(name, mimeType)).toBe(saved)
})

test('uses the smallest preview that is large enough', () => {
  expect([1, 480, 481, 1600, 4000].map(previewWidthFor)).toEqual([480, 480, 1600, 1600, 1600])
})

test('rejects a query with an invalid limit or an unknown field', () => {
  const cursor = '1767225600000.0b6f6c7e-7a0e-4b7e-8f61-3d1d3d3f3a11'
  expect(fileQuery.parse({ unattached: 'true', cursor })).toEqual({ unattached: true, limit: 50, cursor })
  for (const query of [{ limit: '0' }, { limit: '201' }, { unattached: 'yes' }, { owner: 'x' }]) {
    expect(fileQuery.safeParse(query).success).toBe(false)
  }
})
