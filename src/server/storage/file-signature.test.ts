import { expect, test } from 'vitest'
import { aHeic, anAvif, aPdf, aPhoto, aPng, aWebp } from '#testing/documents.ts'
import { HEAD_BYTES, kindOf } from './file-signature.ts'

const kindOfAll = (bytes: Buffer) => kindOf(bytes.subarray(0, HEAD_BYTES))
const ftyp = (...brands: string[]) => {
  const box = Buffer.concat([Buffer.from('\0\0\0\0ftyp'), ...brands.map((brand) => Buffer.from(brand))])
  box.writeUInt32BE(box.length, 0)
  return Buffer.concat([box, Buffer.from('\0\0\0\x10meta\0\0\0\0\0\0\0\0')])
}

test('recognizes each supported type by its bytes', async () => {
  expect(await kindOfAll(aPdf())).toBe('application/pdf')
  expect(await kindOfAll(await aPhoto())).toBe('image/jpeg')
  expect(await kindOfAll(await aPng())).toBe('image/png')
  expect(await kindOfAll(await aWebp())).toBe('image/webp')
  expect(await kindOfAll(aHeic())).toBe('image/heic')
})

test.each([
  ['heic', '\0\0\0\0', 'mif1', 'heic'],
  ['heix', '\0\0\0\0', 'mif1', 'heix'],
  ['mif1', '\0\0\0\0', 'mif1', 'heic'],
])('accepts the brands %s as HEIC', async (...brands) => {
  expect(await kindOf(ftyp(...brands))).toBe('image/heic')
})

test('accepts HEIF without HEVC brands as HEIF, but no AVIF, sequence or video in the same box', async () => {
  expect(await kindOf(ftyp('mif1', '\0\0\0\0', 'mif1', 'miaf'))).toBe('image/heif')
  expect(await kindOfAll(await anAvif())).toBeNull()
  for (const brands of [
    ['avif', '\0\0\0\0', 'mif1', 'avif'],
    ['mif1', '\0\0\0\0', 'avif', 'mif1'],
    ['msf1', '\0\0\0\0', 'msf1'],
    ['isom', '\0\0\0\0', 'heic'],
    ['qt  ', '\0\0\0\0'],
    [],
  ]) {
    expect(await kindOf(ftyp(...brands)), brands.join(' ')).toBeNull()
  }
})

test('finds a PDF header only within the first 1,024 bytes', async () => {
  expect(await kindOf(Buffer.concat([Buffer.alloc(1016, ' '), aPdf()]))).toBe('application/pdf')
  expect(await kindOf(Buffer.concat([Buffer.alloc(1017, ' '), aPdf()]))).toBeNull()
})

test.each([
  ['a page that is also a PDF', Buffer.concat([Buffer.from('<html><script>x()</script>'), aPdf()])],
  ['a script that is also a PDF', Buffer.concat([Buffer.from('#!/bin/sh\n'), aPdf()])],
  ['a GIF that is also a PDF', Buffer.concat([Buffer.from('GIF89a\x01\0\x01\0'), aPdf()])],
  ['a ZIP that is also a PDF', Buffer.concat([Buffer.from('PK\x03\x04\x14\0\0\0\0\0', 'latin1'), aPdf()])],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['HTML', Buffer.from('<!doctype html><title>%PDF-</title>')],
  ['GIF', Buffer.from('GIF89a\x01\0\x01\0\x80\0\0', 'latin1')],
  ['ZIP', Buffer.from('PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0', 'latin1')],
  ['an old office file', Buffer.from('d0cf11e0a1b11ae10000000000000000', 'hex')],
  ['a program', Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1')],
  ['TIFF', Buffer.from('II*\0\x08\0\0\0', 'latin1')],
  ['plain text', Buffer.from('my license')],
  ['one byte', Buffer.from('%')],
])('rejects %s', async (_, bytes) => {
  expect(await kindOf(bytes)).toBeNull()
})

test('accepts a PNG whose first chunk is longer than the bytes that are checked', async () => {
  const png = await aPng()
  const profile = Buffer.alloc(12 + 9000)
  profile.writeUInt32BE(9000, 0)
  profile.write('iCCP', 4, 'latin1')
  expect(await kindOfAll(Buffer.concat([png.subarray(0, 33), profile, png.subarray(33)]))).toBe('image/png')
})
