import { expect, test } from 'vitest'
import { partsOf } from './parts-service.ts'

const mail = (...lines: string[]) => Buffer.from(lines.join('\r\n'), 'latin1')
const contentsOf = async (raw: Buffer) =>
  (await partsOf(raw)).map(({ name, mimeType, bytes }) => [name, mimeType, bytes.toString('latin1')])

test('an attached mail is looked into, whatever type its sender’s program gave it', async () => {
  const attached = (type: string, ...text: string[]) =>
    mail(`Content-Type: ${type}; name=certificate.eml`, '', ...text)
  const inner = ['From: a@b.example', 'Content-Type: application/pdf; name=card.pdf', '', 'x']
  for (const type of ['message/rfc822', 'application/octet-stream'])
    expect(await contentsOf(attached(type, ...inner))).toEqual([
      ['card.pdf', 'application/pdf', expect.stringMatching(/^x\s*$/)],
    ])
  expect(await contentsOf(attached('application/octet-stream', '%PDF-1.4', 'x'))).toEqual([
    ['certificate.eml', 'application/octet-stream', expect.stringMatching(/^%PDF-1.4\r?\nx\s*$/)],
  ])
})
