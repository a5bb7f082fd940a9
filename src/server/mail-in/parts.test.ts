import { expect, test } from 'vitest'
import { partsOf } from './parts-service.ts'

const mail = (...lines: string[]) => Buffer.from(lines.join('\r\n'), 'latin1')
const contentsOf = async (raw: Buffer) =>
  (await partsOf(raw)).map(({ name, mimeType, bytes }) => [name, mimeType, bytes.toString('latin1')])
const file = (encoding: string, ...text: string[]) =>
  mail('Content-Type: application/pdf; name=card.pdf', `Content-Transfer-Encoding: ${encoding}`, '', ...text)

test.each([
  ['base64', ['JVBERi0x', 'LjQK'], '%PDF-1.4\n'],
  ['base64 that pads every line', ['JVBERg==', 'LTEuNAo='], '%PDF-1.4\n'],
  ['quoted-printable', ['=25PDF=', '-1.4=0A=3D a = b=  '], '%PDF-1.4\n= a = b'],
  ['8bit', ['%PDF\xe9', ''], '%PDF\xe9\r\n'],
])('a file arrives as it was sent, in %s', async (encoding, text, expected) => {
  expect(await contentsOf(file(encoding, ...text))).toEqual([['card.pdf', 'application/pdf', expected]])
})

test('parts end at their own boundary, and at that of what they are in', async () => {
  const raw = mail(
    'Content-Type: multipart/mixed; boundary="a b\\"c"',
    '',
    'for old programs',
    '--a b"c  ',
    'Content-Type: multipart/mixed; boundary=inner',
    '',
    '--inner',
    'Content-Type: application/pdf; name=1.pdf',
    '',
    'one',
    '--inner-',
    '--innermost',
    ' --inner',
    '--a b"c',
    'Content-Type: application/pdf; name=2.pdf',
    '',
    'two',
    '--a b"c--',
    '--a b"c',
    'Content-Type: application/pdf; name=3.pdf',
    '',
    'after the end',
  )
  expect(await contentsOf(raw)).toEqual([
    ['1.pdf', 'application/pdf', 'one\r\n--inner-\r\n--innermost\r\n --inner'],
    ['2.pdf', 'application/pdf', 'two'],
  ])
})

test('a mail that was cut off has what arrived', async () => {
  const raw = mail(
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: application/pdf',
    '',
    'on',
  )
  expect(await contentsOf(raw)).toEqual([['document', 'application/pdf', 'on']])
  expect(await contentsOf(mail('Content-Type: multipart/mixed; boundary=b'))).toEqual([])
  expect(await contentsOf(mail('Content-Type: multipart/mixed', '', '--b', '', 'x'))).toEqual([])
  expect(await contentsOf(Buffer.alloc(0))).toEqual([])
})

test('lines that end with a line feed only are read, too', async () => {
  const raw = Buffer.from(
    'Content-Type: multipart/mixed;\n boundary=b\n\n--b\nContent-Type: application/pdf\n\nx\n--b--\n',
  )
  expect(await contentsOf(raw)).toEqual([['document', 'application/pdf', 'x']])
})

test('an attached mail is looked into, whatever type its sender’s program gave it', async () => {
  const attached = (type: string, ...text: string[]) =>
    mail(`Content-Type: ${type}; name=certificate.eml`, '', ...text)
  const inner = ['From: a@b.example', 'Content-Type: application/pdf; name=card.pdf', '', 'x']
  for (const type of ['message/rfc822', 'application/octet-stream'])
    expect(await contentsOf(attached(type, ...inner))).toEqual([['card.pdf', 'application/pdf', 'x']])
  expect(await contentsOf(attached('application/octet-stream', '%PDF-1.4', 'x'))).toEqual([
    ['certificate.eml', 'application/octet-stream', '%PDF-1.4\r\nx'],
  ])
})
