import { expect, test } from 'vitest'
import { hasPdfEnd, hasPdfHeader } from './pdf-bytes.ts'

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const object = '1 0 obj\n<< >>\nendobj\n'

test.each([
  ['only a header', '%PDF-1.7\n'],
  ['a mark before it', '\xef\xbb\xbf%PDF-1.7\n'],
  ['headers of a mail before it', 'Content-Type: application/pdf\r\n\r\n%PDF-1.7\n'],
])('finds the header of a PDF with %s', (_, start) => {
  expect(hasPdfHeader(bytes(start))).toBe(true)
})

test.each([
  ['a page', '<html>%PDF-1.7\n'],
  ['a script', '#!/bin/sh\n%PDF-1.7\n'],
  ['a header too far away', `${' '.repeat(1024)}%PDF-1.7\n`],
])('refuses %s', (_, start) => {
  expect(hasPdfHeader(bytes(start))).toBe(false)
})

test.each([
  ['nothing', ''],
  ['a page', `<html>${'<p>Thank you</p>'.repeat(400)}`],
  ['zeros', '\0'.repeat(40_000)],
])('a PDF with %s after its end is complete', (_, after) => {
  expect(hasPdfEnd(bytes(`${object}%%EOF\n${after}`))).toBe(true)
})

test.each([
  ['has no end', object],
  ['ends in a later version', `${object}%%EOF\n${object}startx`],
])('a PDF that %s is truncated', (_, tail) => {
  expect(hasPdfEnd(bytes(tail))).toBe(false)
})
