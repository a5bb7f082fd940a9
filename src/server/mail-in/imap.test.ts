import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { MAX_MAIL_BYTES, type ReceivedMail } from '#shared/mail-in/mail-in.ts'
import { readJson } from '#testing/ceu-vault.ts'
import { attachment, mailOf } from '#testing/client-mails.ts'
import { aPdf } from '#testing/documents.ts'
import { type ImapMailbox, openImapMailbox } from '#testing/imap-server.ts'
import { createMailAddress } from '#testing/received-mails.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { pollMailbox } from './imap-service.ts'

let services: TestServices
let mailbox: ImapMailbox
beforeAll(async () => {
  mailbox = await openImapMailbox()
  services = await openTestServices({
    env: { MAIL_IN_ADDRESS: 'in@lanyard.example', MAIL_IN_IMAP_URL: mailbox.url },
  })
})
afterEach(async () => {
  await services.database.clear()
  mailbox.mails.length = 0
  mailbox.breaksAtMark = false
  mailbox.leavesOutText = false
})
afterAll(async () => {
  await services.close()
  await mailbox.close()
})

const poll = () => pollMailbox(services, new AbortController().signal)

async function settle(): Promise<{ nurse: Nurse; deliver(...ids: string[]): void }> {
  const nurse = await services.nurse('ann')
  const to = await createMailAddress(nurse)
  return {
    nurse,
    deliver(...ids) {
      for (const id of ids) {
        const raw = Buffer.from(mailOf({ from: nurse.email, to, id }, attachment(`${id}.pdf`, aPdf(900))))
        mailbox.mails.push({ uid: mailbox.mails.length + 7, raw, isSeen: false })
      }
    },
  }
}

async function filesOf(nurse: Nurse): Promise<string[]> {
  const { items } = await readJson<{ items: ReceivedMail[] }>(nurse.fetch('/api/mail-in/mails'))
  return items.flatMap(({ files }) => files.map(({ name }) => name)).sort()
}

test('unread mails of a mailbox are taken once, and then marked as read', async () => {
  const { nurse, deliver } = await settle()
  deliver('one', 'two')
  await poll()
  expect(await filesOf(nurse)).toEqual(['one.pdf', 'two.pdf'])
  expect(mailbox.mails.map(({ isSeen }) => isSeen)).toEqual([true, true])
  deliver('three')
  await poll()
  expect(await filesOf(nurse)).toEqual(['one.pdf', 'three.pdf', 'two.pdf'])
})

test('a mail larger than 40 MiB is named to the owner, and then marked as read', async () => {
  const { nurse, deliver } = await settle()
  deliver('large')
  const [mail] = mailbox.mails
  if (mail) mail.raw = Buffer.concat([mail.raw, Buffer.alloc(MAX_MAIL_BYTES)])
  await poll()
  expect(mailbox.mails.map(({ isSeen }) => isSeen)).toEqual([true])
  const { items } = await readJson<{ items: ReceivedMail[] }>(nurse.fetch('/api/mail-in/mails'))
  expect(items).toMatchObject([
    {
      sender: nurse.email,
      subject: 'Fwd: Your certificate',
      refused: [{ name: '', reason: 'mailTooLarge' }],
    },
  ])
})

test('a mail that was stored, but could not be marked as read, is not stored again', async () => {
  const { nurse, deliver } = await settle()
  deliver('one')
  mailbox.breaksAtMark = true
  await poll()
  expect(mailbox.mails.map(({ isSeen }) => isSeen)).toEqual([false])
  mailbox.breaksAtMark = false
  await poll()
  expect(await filesOf(nurse)).toEqual(['one.pdf'])
  expect(mailbox.mails.map(({ isSeen }) => isSeen)).toEqual([true])
})

test('a mail whose text the server does not send stays unread until it does', async () => {
  const { nurse, deliver } = await settle()
  deliver('one')
  mailbox.leavesOutText = true
  await poll()
  expect(mailbox.mails.map(({ isSeen }) => isSeen)).toEqual([false])
  mailbox.leavesOutText = false
  await poll()
  expect(await filesOf(nurse)).toEqual(['one.pdf'])
})

test('a mail that cannot be stored stays unread until it can', async () => {
  const { nurse, deliver } = await settle()
  deliver('one')
  await services.database.pool.query('alter table mailed_files rename to away')
  await poll()
  expect(mailbox.mails.map(({ isSeen }) => isSeen)).toEqual([false])
  await services.database.pool.query('alter table away rename to mailed_files')
  await poll()
  expect(await filesOf(nurse)).toEqual(['one.pdf'])
})

test('a mailbox that cannot be reached stops nothing', async () => {
  const gone = await openImapMailbox()
  await gone.close()
  const config = { ...services.config, MAIL_IN_IMAP_URL: gone.url }
  await expect(pollMailbox({ ...services, config }, new AbortController().signal)).resolves.toBeUndefined()
})
