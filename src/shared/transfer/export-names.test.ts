import { expect, test } from 'vitest'
import type { MimeType } from '#shared/files/file-kinds.ts'
import { exportFilePaths, hrefOf } from './export-names.ts'

function pathOf(name: string, belongsTo: string, mimeType: MimeType = 'application/pdf') {
  return exportFilePaths([{ name, mimeType, belongsTo }])[0]
}

test.each([
  ['card front.JPG', 'Texas RN license', 'image/jpeg', 'files/001 Texas RN license - card front.jpg'],
  ['a.b.pdf', 'BLS', 'application/pdf', 'files/001 BLS - a.b.pdf'],
  ['scan', 'CE: "Ethics"', 'application/pdf', 'files/001 CE Ethics - scan.pdf'],
  ['card.pdf.exe', 'BLS', 'application/pdf', 'files/001 BLS - card.pdf.exe.pdf'],
] as const)('%s of %s is in the export as a readable name', (name, belongsTo, mimeType, path) => {
  expect(pathOf(name, belongsTo, mimeType)).toBe(path)
})

test('long names are shortened, so that a path stays valid on every system', () => {
  expect(pathOf(`${'n'.repeat(200)}.pdf`, 'b'.repeat(200))).toBe(
    `files/001 ${'b'.repeat(60)} - ${'n'.repeat(80)}.pdf`,
  )
})

test('files with the same name get different numbers', () => {
  const file = { name: 'card.pdf', mimeType: 'application/pdf', belongsTo: 'BLS' } as const
  const paths = exportFilePaths(Array(1000).fill(file))
  expect([paths[0], paths[999]]).toEqual(['files/0001 BLS - card.pdf', 'files/1000 BLS - card.pdf'])
  expect(new Set(paths).size).toBe(1000)
})

test('a path is linked with its special characters escaped', () => {
  expect(hrefOf('files/001 50% & café #2.pdf')).toBe('files/001%2050%25%20%26%20caf%C3%A9%20%232.pdf')
})
