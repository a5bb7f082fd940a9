import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMailer } from '#server/mail/mailer.ts'
import type { Services } from '#server/services.ts'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'
import { insertDueNurses } from '#testing/reminder-rows.ts'
import { openTestServices, type TestServices } from '#testing/test-services.ts'
import { createDeliveries, sweepReminders } from './job.ts'

const quick = { connectMs: 2000, totalMs: 3000 }

let test: TestServices
let services: Services
let mailServer: MailServer

beforeAll(async () => {
  test = await openTestServices()
})
afterAll(() => test.close())

/** The test services, but mail is really sent to a server that the test controls. */
beforeEach(async () => {
  await test.database.clear()
  test.clock.set(new Date().toISOString())
  mailServer = await startMailServer()
  const config = { ...test.config, SMTP_URL: mailServer.url, publicUrl: 'https://lanyard.example' }
  const { db, clock, log } = test
  const mailer = createMailer({ config, db, clock, log, timeouts: quick })
  services = { ...test, config, mailer }
})
afterEach(() => mailServer.close())

async function round(): Promise<void> {
  await sweepReminders(services)
  await createDeliveries(services).sendDue()
}

const later = (minutes: number) =>
  test.clock.set(new Date(test.clock.now().getTime() + minutes * 60_000).toISOString())

type Mail = { owner: string; state: string; attempts: number; error: string | null }

async function mails(): Promise<Mail[]> {
  const { rows } = await test.database.pool.query<Mail>(
    `select owner_id as owner, state, attempts, error from reminder_deliveries where channel = 'email' order by owner_id`,
  )
  return rows
}
const only = async () => (await mails())[0]

const enter = (count: number) => insertDueNurses(test.database.pool, 'ann', count)

describe('a reminder by mail', () => {
  it('is sent once, however often and in however many processes the jobs run', async () => {
    await enter(1)
    await Promise.all(Array.from({ length: 5 }, round))
    await round()
    later(20)
    await round()
    expect(mailServer.received.map(({ to, subject }) => [to, subject])).toEqual([
      ['ann-1@nurses.example', 'Wound care expires in 10 days'],
    ])
    expect(mailServer.received[0]?.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/im)
    expect(await only()).toMatchObject({ state: 'sent', attempts: 1, error: null })
  })

  it('is retried after 1, 5, 30, 120 and 720 minutes on temporary errors, and then fails and is shown as failed', async () => {
    await enter(1)
    mailServer.answer(451)
    await round()
    for (const [turn, minutes] of [1, 5, 30, 120, 720].entries()) {
      expect(await only()).toMatchObject({ state: 'waiting', attempts: turn + 1 })
      expect((await only())?.error).toContain('451')
      later(minutes - 0.5)
      await round()
      expect(mailServer.tries()).toBe(turn + 1)
      later(0.5)
      await round()
      expect(mailServer.tries()).toBe(turn + 2)
    }
    expect(await only()).toMatchObject({ state: 'failed', attempts: 6 })
    later(10_000)
    mailServer.answer('accept')
    await round()
    expect(mailServer.received.filter(({ subject }) => subject.includes('in 10 days'))).toEqual([])
  })

  it('is not retried after a permanent refusal', async () => {
    await enter(1)
    mailServer.answer(550)
    await round()
    expect(await only()).toMatchObject({ state: 'failed', attempts: 1 })
    expect((await only())?.error).not.toContain('not for us')
    mailServer.answer('accept')
    later(1000)
    await round()
    expect(mailServer.tries()).toBe(1)
  })

  it.each(['stall', 'hang up'] as const)(
    'is repeated once, as the same message, if the server accepted it without a response (%s)',
    async (how) => {
      await enter(1)
      mailServer.answer(how)
      await round()
      expect(await only()).toMatchObject({ state: 'waiting', attempts: 1 })
      mailServer.answer('accept')
      later(1)
      await round()
      later(10)
      await round()
      expect(mailServer.received).toHaveLength(2)
      expect(new Set(mailServer.received.map(({ messageId }) => messageId)).size).toBe(1)
      expect(await only()).toMatchObject({ state: 'sent', attempts: 2, error: null })
    },
    30_000,
  )

  it('reaches ninety of a hundred nurses while ten addresses are refused, temporarily or permanently', {
    tags: 'long',
  }, async () => {
    await enter(100)
    const number = (to: string) => Number(/\d+/.exec(to)?.[0])
    mailServer.answer((to) => (number(to) <= 5 ? 550 : number(to) <= 10 ? 421 : 'accept'))
    await round()
    expect(mailServer.received).toHaveLength(90)
    mailServer.answer('accept')
    later(1)
    await round()
    expect(mailServer.received).toHaveLength(95)
    expect(new Set(mailServer.received.map(({ to }) => to)).size).toBe(95)
    const states = Object.groupBy(await mails(), ({ state }) => state)
    expect([states.sent?.length, states.failed?.length]).toEqual([95, 5])
  })
})
