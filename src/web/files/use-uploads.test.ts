import { expect, test } from 'vitest'
import { MAX_FILE_BYTES } from '#shared/files/file-limits.ts'
import { kindByName, rejectionOf } from './use-uploads.ts'

const chosen = (name: string, type: string, size = 1000) => ({ name, type, size })

test.each([
  ['card.pdf', 'application/pdf'],
  ['IMG_0231.HEIC', ''],
  ['scan.JPEG', ''],
  ['', 'image/jpeg'],
])('accepts %j of type %j', (name, type) => {
  expect(rejectionOf(chosen(name, type))).toBeNull()
})

test('rejects a file before uploading it', () => {
  expect(rejectionOf(chosen('notes.docx', 'application/msword'))).toMatch(/^Not a PDF/)
  expect(rejectionOf(chosen('card.pdf.exe', ''))).toMatch(/^Not a PDF/)
  expect(rejectionOf(chosen('constructor', 'constructor'))).toMatch(/^Not a PDF/)
  expect(rejectionOf(chosen('card.pdf', 'application/pdf', 0))).toMatch(/empty/)
  expect(rejectionOf(chosen('card.pdf', 'application/pdf', MAX_FILE_BYTES))).toBeNull()
  expect(rejectionOf(chosen('card.pdf', 'application/pdf', MAX_FILE_BYTES + 1))).toMatch(/25 MB/)
})

test('detects the kind by the file extension', () => {
  expect(['a.jpeg', 'b.HEIF', 'c.webp', 'e.pdf', 'd.gif'].map(kindByName)).toEqual([
    'JPEG',
    'HEIF',
    'WebP',
    'PDF',
    null,
  ])
})
