import { randomUUID } from 'node:crypto'
import { receiveMail } from '#server/mail-in/receive-service.ts'
import type { MailInState, ReceivedMail } from '#shared/mail-in/mail-in.ts'
import type { Browser } from './browser.ts'
import { readJson } from './ceu-vault.ts'
import { attachment, mailOf } from './client-mails.ts'
import { aPdf } from './documents.ts'
import type { TestServices } from './test-services.ts'

export const mailInEnv = { MAIL_IN_ADDRESS: 'in@lanyard.example', MAIL_IN_SMTP_PORT: '0' }

export async function createMailAddress(nurse: Browser): Promise<string> {
  const { address } = await readJson<MailInState>(nurse.fetch('/api/mail-in', { method: 'POST' }))
  if (address === null) throw new Error('No address')
  return address
}

/** Whether a mail to this address reaches anybody. */
export async function isMailTaken(services: TestServices, to: string, name = 'card.pdf'): Promise<boolean> {
  const mail = { from: 'certificates@school.example', to, id: randomUUID() }
  const raw = mailOf(mail, attachment(name, aPdf(900)))
  const outcomes = await receiveMail(services, Buffer.from(raw), { recipients: [to] })
  return !outcomes.includes('nobody')
}

/** The id of a mail that is held. */
export async function addHeldMail(services: TestServices, nurse: Browser, name?: string): Promise<string> {
  const { address } = await readJson<MailInState>(nurse.fetch('/api/mail-in'))
  await isMailTaken(services, address ?? (await createMailAddress(nurse)), name)
  const { items } = await readJson<{ items: ReceivedMail[] }>(nurse.fetch('/api/mail-in/mails'))
  const held = items.find(({ isHeld }) => isHeld)
  if (!held) throw new Error('No mail is held')
  return held.id
}
