import { expect, test } from 'vitest'
import { cpuTimeOf } from '#testing/cpu-time.ts'
import { problemsOf } from '#testing/schema.ts'
import {
  cleanFileName,
  contentQuery,
  deletionQuery,
  filePage,
  filePatch,
  fileQuery,
  presentFile,
  previewQuery,
  previewWidthFor,
  takenFileNames,
} from './file.ts'
import { downloadName } from './file-kinds.ts'
import { MAX_FILE_BYTES, MAX_OWNER_BYTES } from './file-limits.ts'
import { ENCRYPTED_SUFFIX } from './storage-key.ts'

test('the suffix of an encrypted file never changes, because rows contain it', () => {
  expect(ENCRYPTED_SUFFIX).toBe('.sealed')
})

test('a file has at most 25 MiB, an owner at most 5 GiB', () => {
  expect([MAX_FILE_BYTES, MAX_OWNER_BYTES]).toEqual([26_214_400, 5_368_709_120])
})

test.each([
  ['C:\\fakepath\\rn license.pdf', 'rn license.pdf'],
  ['../../etc/passwd', 'passwd.pdf'],
  ['O’Brien – Führerschein.pdf', 'O’Brien – Führerschein.pdf'],
  ['card\u202egpj.exe', 'cardgpj.exe.pdf'],
  ['License.2024', 'License.2024.pdf'],
  ['photo.jpg', 'photo.jpg.pdf'],
  ['CARD.PDF', 'CARD.PDF'],
  ['a\u0000b\r\n.pdf', 'ab.pdf'],
  [' rn license.pdf ', 'rn license.pdf'],
  ['a\n/b/card.pdf', 'card.pdf'],
  ['.hidden', '.hidden.pdf'],
  ['a <b>: "c" | d?*.pdf', 'a b c  d.pdf'],
  ['O\u0308l.pdf', '\u00d6l.pdf'],
  ['card\ud800.pdf', 'card\ufffd.pdf'],
  ['…pdf', '…pdf.pdf'],
  ['a..', 'a...pdf'],
  ['', 'document.pdf'],
  ['..', 'document.pdf'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(251)}.pdf`],
  [`${'😀'.repeat(300)}`, `${'😀'.repeat(251)}.pdf`],
])('stores the file name %j of a PDF as %j', (given, shown) => {
  expect(cleanFileName(given, 'application/pdf')).toBe(shown)
})

test('a name of any length is cleaned at once', () => {
  const clean = () => expect([...cleanFileName('a'.repeat(500_000), 'application/pdf')]).toHaveLength(255)
  expect(cpuTimeOf(clean)).toBeLessThan(1000)
})

test.each([
  ['card.pdf', 'application/pdf', 'card.pdf'],
  ['card.pdf.exe', 'application/pdf', 'card.pdf.exe.pdf'],
  ['card', 'image/png', 'card.png'],
  ['card.JPEG', 'image/jpeg', 'card.JPEG'],
  ['IMG_1.HEIC', 'image/heif', 'IMG_1.HEIC'],
  ['card.html', 'image/jpeg', 'card.html.jpg'],
  ['pdf', 'application/pdf', 'pdf.pdf'],
  ['card.pdf.', 'application/pdf', 'card.pdf..pdf'],
  ...(['jpg', 'jpeg', 'jpe', 'jfif'] as const).map(
    (end) => [`card.${end}`, 'image/jpeg', `card.${end}`] as const,
  ),
  ...(['heic', 'heif', 'hif'] as const).flatMap((end) => [
    [`card.${end}`, 'image/heic', `card.${end}`] as const,
    [`card.${end}`, 'image/heif', `card.${end}`] as const,
  ]),
] as const)('downloads %j with the type %s as %j', (name, mimeType, saved) => {
  expect(downloadName(name, mimeType)).toBe(saved)
})

test('uses the smallest preview that is large enough', () => {
  expect([1, 480, 481, 1600, 4000].map(previewWidthFor)).toEqual([480, 480, 1600, 1600, 1600])
})

test('rejects a query with an invalid limit or an unknown field', () => {
  const cursor = '1767225600000.0b6f6c7e-7a0e-4b7e-8f61-3d1d3d3f3a11'
  expect(fileQuery.parse({ unattached: 'true', cursor })).toEqual({ unattached: true, limit: 50, cursor })
  expect(fileQuery.parse({ limit: '200' }).limit).toBe(200)
  expect(fileQuery.parse({ limit: '1', cursor: 'x'.repeat(1000) }).limit).toBe(1)
  for (const query of [
    { limit: '0' },
    { limit: '201' },
    { limit: '1.5' },
    { unattached: 'yes' },
    { owner: 'x' },
    { cursor: 'x'.repeat(1001) },
  ]) {
    expect(fileQuery.safeParse(query).success).toBe(false)
  }
})

test('the content is an attachment unless it is requested inline', () => {
  expect(contentQuery.parse({})).toEqual({ disposition: 'attachment' })
  expect(contentQuery.parse({ disposition: 'attachment' })).toEqual({ disposition: 'attachment' })
  expect(contentQuery.parse({ disposition: 'inline' })).toEqual({ disposition: 'inline' })
  expect(problemsOf(contentQuery, { disposition: '' })).toHaveLength(1)
})

test('a file goes to the trash unless it is deleted permanently', () => {
  expect(deletionQuery.parse({})).toEqual({ forever: false })
  expect(deletionQuery.parse({ forever: 'true' })).toEqual({ forever: true })
  expect(problemsOf(deletionQuery, { forever: 'yes' })).toHaveLength(1)
  for (const query of [contentQuery, deletionQuery, previewQuery])
    expect(problemsOf(query, { owner: 'ann' })).not.toEqual([])
})

test('a preview has at most 1600 pixels', () => {
  expect(previewQuery.parse({})).toEqual({ width: 1600 })
  expect(previewQuery.parse({ width: '1' })).toEqual({ width: 1 })
  expect(previewQuery.parse({ width: '480' })).toEqual({ width: 480 })
  for (const width of ['0', '1601', '1.5', 'wide'])
    expect(problemsOf(previewQuery, { width })).toHaveLength(1)
})

test('a patch renames a file, and adds and removes free fields, but not the server’s fields', () => {
  expect(filePatch.parse({})).toEqual({})
  expect(filePatch.parse({ name: ' card.pdf ', side: 'front', shelf: null })).toEqual({
    name: 'card.pdf',
    side: 'front',
    shelf: null,
  })
  expect(problemsOf(filePatch, { name: 'x'.repeat(256) })).toEqual(['name: Value too long (max 255)'])
  for (const name of [
    ...Object.keys(filePage.shape.items.element.shape),
    'ownerId',
    'key',
    'freeFields',
    'path',
  ])
    if (name !== 'name') expect(problemsOf(filePatch, { [name]: 'x' })).toEqual([`${name}: Unknown field`])
  for (const name of ['deletedAt', 'fault', 'objectPath', 'objectDetails'])
    expect(takenFileNames.has(name), name).toBe(true)
})

test('a file is presented with its free fields, without the key of its bytes', () => {
  const file = {
    id: '0b6f6c7e-7a0e-4b7e-8f61-3d1d3d3f3a11',
    ...{ name: 'card.pdf', size: 7, mimeType: 'application/pdf', sha256: 'ab' },
    ...{ resourceType: null, resourceId: null, createdAt: '2026-11-21T12:00:00.000Z' },
  }
  const row = { ...file, ownerId: 'ann', key: 'secret', deletedAt: null, freeFields: { side: 'front' } }
  expect(presentFile(row)).toEqual({ ...file, userId: 'ann', side: 'front' })
})

test.each([
  ...['license', 'certification', 'ceuCycle', 'ceuEntry', 'competencyRecord', 'lookup'],
  ...['healthRecord', 'renewal', 'term', 'share', null],
])('a file attached to %s has each of its fields', (type) => {
  const file = {
    id: '0b6f6c7e-7a0e-4b7e-8f61-3d1d3d3f3a11',
    ...{ name: 'card.pdf', size: 7, mimeType: 'application/pdf', sha256: 'ab' },
    ...{ resourceType: type, resourceId: type && 'r1', createdAt: '2026-11-21T12:00:00.000Z' },
  }
  const page = { items: [file], nextCursor: null }
  expect(filePage.parse(page)).toEqual(page)
  for (const field of Object.keys(file))
    expect(problemsOf(filePage.shape.items, [{ ...file, [field]: [] }])).not.toEqual([])
})
