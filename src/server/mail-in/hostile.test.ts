import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ReceivedMail } from '#shared/mail-in/mail-in.ts'
import { readJson } from '#testing/ceu-vault.ts'
import { attachment, mailOf } from '#testing/client-mails.ts'
import { aPdf } from '#testing/documents.ts'
import { sampleOf } from '#testing/everything.ts'
import { createMailAddress, mailInEnv } from '#testing/received-mails.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { receiveMail } from './receive-service.ts'

const school = 'certificates@school.example'
const MIB = 1_048_576

let services: TestServices
beforeAll(async () => {
  services = await openTestServices({ env: mailInEnv })
})
afterEach(() => services.database.clear())
afterAll(() => services.close())

async function settle(): Promise<{ nurse: Nurse; address: string }> {
  const nurse = await services.nurse('ann')
  return { nurse, address: await createMailAddress(nurse) }
}

async function mailsOf(nurse: Nurse): Promise<ReceivedMail[]> {
  return (await readJson<{ items: ReceivedMail[] }>(nurse.fetch('/api/mail-in/mails'))).items
}

const receive = (raw: string | Buffer, address: string) =>
  receiveMail(services, Buffer.from(raw), { recipients: [address] })

function nested(from: string, to: string, depth: number): string {
  const parts = Array.from(
    { length: depth },
    (_, at) => `--b${at}\r\nContent-Type: multipart/mixed; boundary="b${at + 1}"\r\n\r\n`,
  )
  return `From: ${from}\r\nTo: ${to}\r\nContent-Type: multipart/mixed; boundary="b0"\r\n\r\n${parts.join('')}`
}

describe('a mail that takes long to read', () => {
  const slowToRead: [string, (from: string, to: string) => string][] = [
    [
      'text',
      (from: string, to: string) =>
        mailOf({ from, to }, `Content-Type: text/plain\r\n\r\n${`${'x'.repeat(70)}\r\n`.repeat(100_000)}`),
    ],
    ['empty lines', (from: string, to: string) => mailOf({ from, to }, '\r\n'.repeat(MIB / 2))],
    [
      'a forwarded mail in many lines',
      (from: string, to: string) =>
        mailOf({ from, to }, `Content-Type: message/rfc822\r\n\r\n${'a:\r\n'.repeat(MIB / 2)}`),
    ],
  ]
  test.each(sampleOf(slowToRead, 3))('takes no time of the server: %s', async (_what, rawOf) => {
    const { nurse, address } = await settle()
    const raw = rawOf(nurse.email, address)
    const before = process.threadCpuUsage()
    await receive(raw, address)
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(500)
  })

  test('is not read once a day’s mails have come', async () => {
    const { nurse, address } = await settle()
    for (let at = 0; at < 50; at += 1) await services.limits.consume('mailIn', nurse.id)
    expect(await receive(nested(nurse.email, address, 200), address)).toEqual(['limited'])
  })
})

// A forwarded one takes ten seconds: only with `EVERYTHING=1`.
test.each(process.env.EVERYTHING ? ['itself', 'forwarded'] : ['itself'])(
  'a mail with 29 MiB of documents is taken, %s',
  async (how) => {
    const { nurse, address } = await settle()
    const documents = [8, 9, 12].map((size, at) => attachment(`${at}.pdf`, aPdf(size * MIB)))
    const inner = mailOf({ from: school, to: nurse.email, id: 'inner@x' }, ...documents)
    const raw =
      how === 'itself'
        ? mailOf({ from: nurse.email, to: address }, ...documents)
        : mailOf({ from: nurse.email, to: address }, '')
            .replaceAll('outer', 'fwd')
            .replace('--fwd--', () => `--fwd\r\nContent-Type: message/rfc822\r\n\r\n${inner}\r\n--fwd--`)
    expect(await receive(raw, address)).toEqual(['taken'])
    const [mail] = await mailsOf(nurse)
    expect(mail?.files.map(({ name }) => name).sort()).toEqual(['0.pdf', '1.pdf', '2.pdf'])
  },
)

describe('a mail that cannot be read', () => {
  const unreadable = {
    'with parts in parts in parts': (from: string, to: string) => nested(from, to, 30),
    'with a header of 5 MB': (from: string, to: string) =>
      mailOf({ from, to, extra: [`X-Long: ${'x'.repeat(5_000_000)}`] }, attachment('card.pdf', aPdf(900))),
    'with thousands of parts': (from: string, to: string) =>
      mailOf({ from, to }, ...Array.from({ length: 2500 }, () => 'Content-Type: text/plain\r\n\r\nx')),
  }

  test.each(Object.entries(unreadable))('%s is named to the owner, and not lost', async (_what, rawOf) => {
    const { nurse, address } = await settle()
    const raw = rawOf(nurse.email, address)
    expect(await receive(raw, address)).toEqual(['unreadable'])
    expect(await receive(raw, address)).toEqual(['duplicate'])
    expect(await mailsOf(nurse)).toMatchObject([
      { sender: nurse.email, isHeld: false, files: [], refused: [{ name: '', reason: 'unreadable' }] },
    ])
  })

  test('is held if its sender is not allowed', async () => {
    const { nurse, address } = await settle()
    expect(await receive(nested(school, address, 30), address)).toEqual(['unreadable'])
    expect(await mailsOf(nurse)).toMatchObject([
      { sender: school, isHeld: true, refused: [{ reason: 'unreadable' }] },
    ])
  })
})

test('lines that only look like the end of a part change nothing', async () => {
  const { nurse, address } = await settle()
  const text = `Content-Type: text/plain\r\n\r\n${'-- \r\n--outerX\r\n--\r\n'.repeat(3000)}`
  const raw = mailOf({ from: nurse.email, to: address }, text, attachment('card.pdf', aPdf(900)))
  expect(await receive(raw, address)).toEqual(['taken'])
  expect((await mailsOf(nurse))[0]?.files.map(({ name }) => name)).toEqual(['card.pdf'])
})

test.each([
  ['an address with accents', 'From: Zoë <zoë@école.example>', 'zoë@école.example'],
  ['no sender', 'X-From: nobody', ''],
])('a mail from %s is held', async (_what, from, sender) => {
  const { nurse, address } = await settle()
  const raw = mailOf({ from: school, to: address }, attachment('card.pdf', aPdf(900)))
  expect(await receive(raw.replace(/^From: .*/, from), address)).toEqual(['held'])
  expect(await mailsOf(nurse)).toMatchObject([{ sender, isHeld: true, files: [{ name: 'card.pdf' }] }])
})

describe('a mail of a program', () => {
  const withHeader = (from: string, to: string, header: string, ...parts: string[]) =>
    mailOf({ from, to, extra: [header] }, ...parts)

  test.each(['Auto-Submitted: auto-generated', 'Precedence: bulk'])(
    'that brings a certificate arrives: %s',
    async (header) => {
      const { nurse, address } = await settle()
      const raw = withHeader(nurse.email, address, header, attachment('card.pdf', aPdf(900)))
      expect(await receive(raw, address)).toEqual(['taken'])
    },
  )

  test('sent to many, without a document, is dropped', async () => {
    const { nurse, address } = await settle()
    expect(await receive(withHeader(nurse.email, address, 'Precedence: bulk'), address)).toEqual([
      'automatic',
    ])
    expect(await mailsOf(nurse)).toEqual([])
  })
})
