import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { listMissingBytes, sweepFiles } from '#server/files/job.ts'
import type { FilePage } from '#shared/files/file.ts'
import type { Home } from '#shared/home/home-answer.ts'
import { MAX_SENDERS, type MailInState, type ReceivedMail } from '#shared/mail-in/mail-in.ts'
import { addAccessToken, openProgram } from '#testing/access-tokens.ts'
import { readJson } from '#testing/ceu-vault.ts'
import { attachment, clientMails, mailOf, sendRaw } from '#testing/client-mails.ts'
import { aPdf } from '#testing/documents.ts'
import { sampleOf } from '#testing/everything.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { removeOldMails } from './job.ts'
import { receiveMail } from './receive-service.ts'
import { listenForMail, type MailListener } from './smtp-service.ts'

const school = 'certificates@school.example'
const DAY_MS = 86_400_000

let services: TestServices
let listener: MailListener
beforeAll(async () => {
  services = await openTestServices({
    env: {
      ...{ MAIL_IN_ADDRESS: 'in@lanyard.example', MAIL_IN_SMTP_PORT: '0' },
      ...{ MAIL_IN_SMTP_HOST: '127.0.0.1', MAIL_IN_AUTH_SERVER: 'mx.lanyard.example' },
    },
  })
  const opened = await listenForMail(services)
  if (!opened) throw new Error('No listener')
  listener = opened
})
afterEach(async () => {
  expect(await listMissingBytes(services)).toEqual([])
  await services.database.clear()
  services.outbox().length = 0
  for await (const { key } of services.storage.list('')) await services.storage.remove(key)
})
afterAll(async () => {
  await listener.close()
  await services.close()
})

async function settle(name: string): Promise<{ nurse: Nurse; address: string }> {
  const nurse = await services.nurse(name)
  const { address } = await readJson<MailInState>(nurse.fetch('/api/mail-in', { method: 'POST' }))
  if (address === null) throw new Error('No address')
  return { nurse, address }
}

const send = (raw: string, to: string, from = 'ann@nurses.example') =>
  sendRaw(listener.port, raw, { from, to })
const certificate = (from: string, to: string, id?: string, extra?: string[]) =>
  mailOf({ from, to, ...(id && { id }), ...(extra && { extra }) }, attachment('card.pdf', aPdf(900)))

async function mailsOf(nurse: Nurse): Promise<ReceivedMail[]> {
  return (await readJson<{ items: ReceivedMail[] }>(nurse.fetch('/api/mail-in/mails'))).items
}
async function unattached(nurse: Nurse): Promise<string[]> {
  const { items } = await readJson<FilePage>(nurse.fetch('/api/upload?unattached=true'))
  return items.map(({ name }) => name)
}
/** How many documents the dashboard says are waiting. */
async function waitingOnDashboard(nurse: Nurse): Promise<number> {
  const { next } = await readJson<Home>(nurse.fetch('/api/home'))
  return next.steps.reduce((sum, step) => (step.kind === 'mailed_files' ? sum + step.count : sum), 0)
}
async function storedKeys(): Promise<number> {
  let count = 0
  for await (const _ of services.storage.list('files/')) count += 1
  return count
}

describe('a mail of the owner', async () => {
  const names = Object.keys(await clientMails({ from: 'x@y.example', to: 'z@y.example' }))

  test.each(sampleOf(names, 3))('waits as files that are not attached yet, from %s', async (client) => {
    const { nurse, address } = await settle('ann')
    const mail = (await clientMails({ from: nurse.email, to: address }))[client]
    await send(mail?.raw ?? '', address)
    const [received, ...others] = await mailsOf(nurse)
    expect(others).toEqual([])
    expect(received).toMatchObject({
      ...{ sender: nurse.email, subject: 'Fwd: Your certificate', isHeld: false, refused: [] },
      receivedAt: services.clock.now().toISOString(),
    })
    expect(received?.files.map(({ name }) => name).sort()).toEqual(mail?.names.toSorted())
    expect((await unattached(nurse)).sort()).toEqual(mail?.names.toSorted())
  })

  test('arrives although mail servers wrote its address in capitals', async () => {
    const { nurse, address } = await settle('ann')
    await send(certificate(nurse.email, address), address.toUpperCase())
    expect(await mailsOf(nurse)).toMatchObject([{ files: [{ name: 'card.pdf' }] }])
  })

  test('is stored once, however often it is delivered, and after the owner deleted its file', async () => {
    const { nurse, address } = await settle('ann')
    const raw = certificate(nurse.email, address)
    await Promise.all([send(raw, address), send(raw, address)])
    const [mail] = await mailsOf(nurse)
    const [file] = mail?.files ?? []
    await nurse.fetch(`/api/upload/${file?.id}`, { method: 'DELETE' })
    await send(raw, address)
    expect(await mailsOf(nurse)).toEqual([])
    expect(await unattached(nurse)).toEqual([])
    expect(await storedKeys()).toBe(1)
  })

  test('names what was not taken, and why', async () => {
    const { nurse, address } = await settle('ann')
    const parts = [
      attachment('winmail.dat', Buffer.from('\x78\x9f\x3e\x22 tnef', 'latin1'), 'application/ms-tnef'),
      attachment('all.zip', Buffer.from('PK\x03\x04 and more', 'latin1'), 'application/pdf'),
      attachment('page.html', Buffer.from('<script>alert(1)</script>'), 'text/html'),
      attachment('cut.pdf', aPdf(3000).subarray(0, 2000)),
      attachment('card.pdf', aPdf(900)),
      attachment('the same again.pdf', aPdf(900)),
    ]
    await send(mailOf({ from: nurse.email, to: address }, ...parts), address)
    const [mail] = await mailsOf(nurse)
    expect(mail?.files.map(({ name }) => name)).toEqual(['card.pdf'])
    expect(mail?.refused).toEqual([
      { name: 'winmail.dat', reason: 'winmail' },
      { name: 'all.zip', reason: 'archive' },
      { name: 'page.html', reason: 'kind' },
      { name: 'cut.pdf', reason: 'damaged' },
    ])
  })

  test('without a document is shown until it is dismissed, and its files stay when it is', async () => {
    const { nurse, address } = await settle('ann')
    await send(mailOf({ from: nurse.email, to: address }), address)
    const [empty] = await mailsOf(nurse)
    expect(empty).toMatchObject({ files: [], refused: [], isHeld: false })
    expect((await nurse.fetch(`/api/mail-in/mails/${empty?.id}`, { method: 'DELETE' })).status).toBe(204)
    expect(await mailsOf(nurse)).toEqual([])
    await send(certificate(nurse.email, address, 'two@x.example'), address)
    const [full] = await mailsOf(nurse)
    await nurse.fetch(`/api/mail-in/mails/${full?.id}`, { method: 'DELETE' })
    expect(await unattached(nurse)).toEqual(['card.pdf'])
  })

  test('shows its files in their order', async () => {
    const { nurse, address } = await settle('ann')
    const names = Array.from({ length: 8 }, (_, at) => `page ${at}.pdf`)
    const parts = names.map((name, at) => attachment(name, aPdf(900 + at * 10)))
    await send(mailOf({ from: nurse.email, to: address }, ...parts), address)
    expect((await mailsOf(nurse))[0]?.files.map(({ name }) => name)).toEqual(names)
  })

  test('leaves the list when its file is attached to a credential', async () => {
    const { nurse, address } = await settle('ann')
    await send(certificate(nurse.email, address), address)
    const [mail] = await mailsOf(nurse)
    const license = { kind: 'license', type: 'RN', state: 'TX', number: 'TX-700123', expiresAt: '2027-04-09' }
    const fileIds = mail?.files.map(({ id }) => id)
    expect((await nurse.json('POST', '/api/credentials', { ...license, fileIds })).status).toBe(201)
    expect(await mailsOf(nurse)).toEqual([])
  })

  test('shows what the operator’s mail server found out, and not what anyone else wrote', async () => {
    const { nurse, address } = await settle('ann')
    const header = (server: string) =>
      `Authentication-Results: ${server}; spf=pass smtp.mailfrom=x; dkim=fail (bad) header.d=x; dmarc=none`
    await send(certificate(nurse.email, address, 'a@x', [header('mx.lanyard.example')]), address)
    await send(certificate(nurse.email, address, 'b@x', [header('mx.evil.example')]), address)
    const checks = (await mailsOf(nurse)).map((mail) => mail.checks)
    expect(checks).toContainEqual({ spf: 'pass', dkim: 'fail', dmarc: 'none' })
    expect(checks).toContainEqual(null)
  })
})

describe('a mail of somebody else', () => {
  test('is held: its files cannot be attached, and the bell says so', async () => {
    const { nurse, address } = await settle('ann')
    await send(certificate(school, address), address, school)
    const [mail] = await mailsOf(nurse)
    expect(mail).toMatchObject({ isHeld: true, sender: school, files: [{ name: 'card.pdf' }] })
    expect(await unattached(nurse)).toEqual([])
    const license = { kind: 'license', type: 'RN', state: 'TX', number: 'TX-700123', expiresAt: '2027-04-09' }
    const fileIds = mail?.files.map(({ id }) => id)
    expect((await nurse.json('POST', '/api/credentials', { ...license, fileIds })).status).toBe(422)
    const bell = await (await nurse.fetch('/api/bell')).text()
    expect(bell).toContain('file_mail_held')
    expect(await waitingOnDashboard(nurse)).toBe(1)
    expect(services.outbox().filter(({ to }) => to !== nurse.email)).toEqual([])
  })

  test('is taken once it is allowed, and the next one at once', async () => {
    const { nurse, address } = await settle('ann')
    await send(certificate(school, address), address, school)
    const [mail] = await mailsOf(nurse)
    const allow = () => nurse.json('POST', `/api/mail-in/mails/${mail?.id}/allow`, { remember: true })
    expect((await allow()).status).toBe(204)
    expect((await allow()).status).toBe(204)
    expect(await unattached(nurse)).toEqual(['card.pdf'])
    expect(await waitingOnDashboard(nurse)).toBe(1)
    expect(await waitingOnDashboard(await services.nurse('bob'))).toBe(0)
    const { senders } = await readJson<MailInState>(nurse.fetch('/api/mail-in'))
    expect(senders).toEqual([school])
    await send(certificate(school, address, 'second@school.example'), address, school)
    expect((await mailsOf(nurse)).map(({ isHeld }) => isHeld)).toEqual([false, false])
  })

  test('is taken with the others of its sender, and no others, if the sender is always allowed', async () => {
    const { nurse, address } = await settle('ann')
    for (const [id, from] of [
      ['a@x', school],
      ['b@x', school],
      ['c@x', 'other@school.example'],
    ] as const)
      await send(certificate(from, address, id), address, from)
    const mail = (await mailsOf(nurse)).find(({ sender }) => sender === school)
    await nurse.json('POST', `/api/mail-in/mails/${mail?.id}/allow`, { remember: true })
    const held = (await mailsOf(nurse)).filter(({ isHeld }) => isHeld)
    expect(held.map(({ sender }) => sender)).toEqual(['other@school.example'])
    expect(await unattached(nurse)).toEqual(['card.pdf', 'card.pdf'])
  })

  test('keeps its files: they cannot be deleted one by one, nor read by a program', async () => {
    const { nurse, address } = await settle('ann')
    await send(certificate(school, address), address, school)
    const path = `/api/upload/${(await mailsOf(nurse))[0]?.files[0]?.id}`
    for (const query of ['', '?forever=true']) {
      const refused = await nurse.fetch(`${path}${query}`, { method: 'DELETE' })
      expect([refused.status, await refused.json()]).toMatchObject([422, { code: 'file_on_hold' }])
    }
    expect((await nurse.fetch(`${path}/content`)).status).toBe(200)
    const { token } = await addAccessToken(nurse, { scopes: ['read', 'write'] })
    const program = openProgram(services, token)
    for (const part of ['', '/content', '/preview'])
      expect((await program.fetch(path + part)).status).toBe(403)
    expect(await storedKeys()).toBe(1)
  })

  test('is not always allowed if its sender has no usual address', async () => {
    const { nurse, address } = await settle('ann')
    await send(certificate('zo\u00eb@school.example', address), address, school)
    const [mail] = await mailsOf(nurse)
    const allow = (remember: boolean) =>
      nurse.json('POST', `/api/mail-in/mails/${mail?.id}/allow`, { remember })
    expect((await allow(true)).status).toBe(422)
    expect((await allow(false)).status).toBe(204)
  })

  test('stays held, and the owner is told, if its sender cannot be remembered', async () => {
    const { nurse, address } = await settle('ann')
    await send(certificate(school, address), address, school)
    const [mail] = await mailsOf(nurse)
    const senders = Array.from({ length: MAX_SENDERS }, (_, at) => `sender${at}@school.example`)
    await nurse.json('PUT', '/api/mail-in/senders', { senders })
    const path = `/api/mail-in/mails/${mail?.id}/allow`
    const refused = await nurse.json('POST', path, { remember: true })
    expect([refused.status, await refused.json()]).toMatchObject([422, { errors: [{ path: 'remember' }] }])
    expect((await mailsOf(nurse)).map(({ isHeld }) => isHeld)).toEqual([true])
    expect((await nurse.json('POST', path, { remember: false })).status).toBe(204)
  })

  test('is gone with its files when it is deleted, or after 30 days', async () => {
    const { nurse, address } = await settle('ann')
    await send(certificate(school, address), address, school)
    const [mail] = await mailsOf(nurse)
    await nurse.fetch(`/api/mail-in/mails/${mail?.id}`, { method: 'DELETE' })
    expect(await storedKeys()).toBe(0)
    await send(certificate(school, address), address, school)
    expect(await mailsOf(nurse)).toEqual([])
    await send(certificate(school, address, 'second@school.example'), address, school)
    services.clock.advance(31 * DAY_MS)
    await removeOldMails(services)
    expect(await mailsOf(nurse)).toEqual([])
    expect(await storedKeys()).toBe(0)
  })

  test('is not held without a document, nor when 20 wait already', { tags: 'long' }, async () => {
    const { nurse, address } = await settle('ann')
    await send(mailOf({ from: school, to: address }), address, school)
    expect(await mailsOf(nurse)).toEqual([])
    for (let at = 0; at < 21; at += 1)
      await receiveMail(services, Buffer.from(certificate(school, address, `${at}@x`)), {
        recipients: [address],
      })
    expect(await mailsOf(nurse)).toHaveLength(20)
    // The owner's own mails are not affected.
    await send(certificate(nurse.email, address), address)
    expect(await unattached(nurse)).toEqual(['card.pdf'])
  })
})

describe('dropped without an answer', () => {
  const automatic: Record<string, string[]> = {
    'an out-of-office reply': ['Auto-Submitted: auto-replied'],
    'a mail of a list': ['List-Id: <nurses.example>'],
    'a bounce': ['Return-Path: <>'],
  }
  test.each(Object.entries(automatic))('%s', async (_what, extra) => {
    const { nurse, address } = await settle('ann')
    await send(certificate(nurse.email, address, 'a@x', extra), address)
    expect(await mailsOf(nurse)).toEqual([])
  })

  test('a mail that Lanyard sent, one without a sender, and one for an address that was replaced', async () => {
    const { nurse, address } = await settle('ann')
    const host = new URL(services.config.publicUrl).hostname
    await send(certificate(nurse.email, address, `reminder@${host}`), address)
    await send(certificate(nurse.email, address), address, '')
    await nurse.fetch('/api/mail-in', { method: 'POST' })
    await send(certificate(nurse.email, address), address)
    expect(await mailsOf(nurse)).toEqual([])
  })

  test.each([
    ['parts without end', 'a'.repeat(10) + '\r\n--outer\r\n\r\n'.repeat(5000)],
    ['no mail at all', '\0\0\0\0'],
  ])('%s', async (_what, body) => {
    const { nurse, address } = await settle('ann')
    const raw = mailOf({ from: nurse.email, to: address }, body)
    expect(await receiveMail(services, Buffer.from(raw), { recipients: [address] })).not.toContain('held')
    expect((await mailsOf(nurse)).flatMap(({ files }) => files)).toEqual([])
  })
})

test('a mailbox knows the owner only by the headers; one mail may be for two owners', async () => {
  const ann = await settle('ann')
  const ben = await settle('ben')
  const raw = certificate(ann.nurse.email, `${ann.address}>, <${ben.address}`)
  const outcomes = await receiveMail(services, Buffer.from(raw), {})
  expect(outcomes.sort()).toEqual(['held', 'taken'])
  expect(await unattached(ann.nurse)).toEqual(['card.pdf'])
  expect((await mailsOf(ben.nurse)).map(({ isHeld }) => isHeld)).toEqual([true])
})

test('another server’s recipients, and a mail larger than 40 MiB, are refused at once', async () => {
  const { nurse, address } = await settle('ann')
  await expect(send(certificate(nurse.email, address), 'ann@nurses.example')).rejects.toThrow('550')
  await expect(send(certificate(nurse.email, address), 'in@lanyard.example')).rejects.toThrow('550')
  const large = mailOf(
    { from: nurse.email, to: address },
    attachment('x.pdf', Buffer.alloc(32 * 1024 * 1024)),
  )
  await expect(send(large, address)).rejects.toThrow('552')
})

test('a mail that cannot be stored is refused for now, leaves nothing, and is taken at the next try', async () => {
  const { nurse, address } = await settle('ann')
  const raw = certificate(nurse.email, address)
  await services.database.pool.query('alter table mailed_files rename to away')
  await expect(send(raw, address)).rejects.toThrow('451')
  await services.database.pool.query('alter table away rename to mailed_files')
  expect(await unattached(nurse)).toEqual([])
  await send(raw, address)
  expect(await unattached(nurse)).toEqual(['card.pdf'])
  services.clock.advance(2 * DAY_MS)
  await sweepFiles(services)
})

test('at most 50 mails a day are taken, and the activity log says that more came', {
  tags: 'long',
}, async () => {
  const { nurse, address } = await settle('ann')
  const receive = (id: string) =>
    receiveMail(services, Buffer.from(mailOf({ from: nurse.email, to: address, id })), {
      recipients: [address],
    })
  for (let at = 0; at < 49; at += 1) await services.limits.consume('mailIn', nurse.id)
  expect(await receive('the-last@x')).toEqual(['taken'])
  expect(await receive('one-more@x')).toEqual(['limited'])
  const log = await (await nurse.fetch('/api/users/me/activity')).text()
  expect(log).toContain('"act":"mail_in"')
})

test('a list of senders that is too long is refused in words', async () => {
  const { nurse } = await settle('ann')
  const senders = Array.from({ length: MAX_SENDERS + 1 }, (_, at) => `sender${at}@school.example`)
  const refused = await nurse.json('PUT', '/api/mail-in/senders', { senders })
  const errors = [{ path: 'senders', message: 'You can allow at most 20 senders' }]
  expect([refused.status, await refused.json()]).toMatchObject([422, { errors }])
})

test('another owner’s mail cannot be allowed or deleted', async () => {
  const ann = await settle('ann')
  const ben = await settle('ben')
  await send(certificate(school, ann.address), ann.address, school)
  const [mail] = await mailsOf(ann.nurse)
  const allowed = await ben.nurse.json('POST', `/api/mail-in/mails/${mail?.id}/allow`, { remember: true })
  expect(allowed.status).toBe(403)
  expect((await ben.nurse.fetch(`/api/mail-in/mails/${mail?.id}`, { method: 'DELETE' })).status).toBe(403)
  expect((await ben.nurse.fetch('/api/mail-in/mails/none', { method: 'DELETE' })).status).toBe(404)
  expect(await mailsOf(ann.nurse)).toHaveLength(1)
})

test('a deleted account takes its address, senders and mails along', async () => {
  const { nurse, address } = await settle('ann')
  await nurse.json('PUT', '/api/mail-in/senders', { senders: ['Boss@Clinic.example'] })
  await send(certificate(school, address), address, school)
  await services.database.pool.query('delete from users')
  for (const table of ['mail_addresses', 'mail_senders', 'received_mails', 'mailed_files'])
    expect((await services.database.pool.query(`select * from ${table}`)).rows).toEqual([])
  await expect(send(certificate(nurse.email, address), address)).resolves.toBeUndefined()
})

test('without the settings there is no address and no listener', async () => {
  const plain = await openTestServices()
  try {
    expect(await listenForMail(plain)).toBeNull()
    const nurse = await plain.nurse('ann')
    expect(await readJson(nurse.fetch('/api/mail-in'))).toEqual({
      ...{ isAvailable: false, address: null, createdAt: null, senders: [] },
    })
    expect((await nurse.fetch('/api/mail-in', { method: 'POST' })).status).toBe(404)
  } finally {
    await plain.close()
  }
})
