import { createServer, type Server, type Socket } from 'node:net'
import { Writable } from 'node:stream'
import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { readConfig } from '#server/kernel/config.ts'
import { english } from '#shared/i18n/translate.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { createMailer, isPlainAddress, type Mailer, type Message } from './mailer.ts'
import { resetPasswordMessage, verifyEmailMessage } from './messages.ts'
import {
  claimMessages,
  listKept,
  markDeferred,
  markFailed,
  markSent,
  removeMailTo,
  removeOldMail,
} from './outbox-store.ts'
import { failureCode, mailAdvice, type Timeouts } from './smtp.ts'
import { mailOutbox } from './table.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

let at: Date
let logged: string
const closers: (() => Promise<void> | void)[] = []
beforeEach(async () => {
  await database.clear()
  at = new Date('2026-11-21T12:00:00Z')
  logged = ''
})
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const clock = { now: () => at }
const later = (minutes: number) => {
  at = new Date(at.getTime() + minutes * 60_000)
}
const log = pino(
  { level: 'trace', base: null },
  new Writable({
    write(line, _, done) {
      logged += line
      done()
    },
  }),
)
const quick: Timeouts = { connectMs: 200, totalMs: 400 }

const codeOf = (mail: Mailer) => mail.check().then(() => 'accepted', failureCode)

function mailer(smtpUrl?: string, timeouts?: Timeouts): Mailer {
  const config = readConfig({
    AUTH_SECRET: 'a secret of the installation, long enough',
    PUBLIC_URL: 'https://lanyard.example',
    SMTP_URL: smtpUrl,
  })
  return createMailer({ config, db: database.db, clock, log, timeouts })
}

type Received = { to: string[]; raw: string }
type FakeServer = {
  url: string
  received: Received[]
  tries: number
  connections: number
  most: number
  refuse?: number
  mute?: boolean
}

/** A mail server on its own port that accepts everything until told otherwise. */
async function startFakeServer(options: SMTPServerOptions = {}): Promise<FakeServer> {
  const fake: FakeServer = { url: '', received: [], tries: 0, connections: 0, most: 0 }
  let open = 0
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    closeTimeout: 50,
    onConnect(_, done) {
      fake.connections += 1
      fake.most = Math.max(fake.most, ++open)
      done()
    },
    onClose: () => {
      open -= 1
    },
    onRcptTo(_, __, done) {
      fake.tries += 1
      if (fake.refuse === undefined) return done()
      done(Object.assign(new Error('<ann@example.com> said no'), { responseCode: fake.refuse }))
    },
    onData(stream, session, done) {
      let raw = ''
      stream.setEncoding('utf8').on('data', (part: string) => {
        raw += part
      })
      stream.on('end', () => {
        fake.received.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw })
        if (!fake.mute) done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => new Promise((resolve) => server.close(() => resolve())))
  fake.url = `smtp://127.0.0.1:${(server.server.address() as { port: number }).port}`
  return fake
}

/** A server that is not a mail server. */
async function stranger(greet: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    greet(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return `smtp://127.0.0.1:${(server.address() as { port: number }).port}`
}

/** Greets, and then sends line after line of a response that never ends. */
function trickle(socket: Socket): void {
  socket.write('220 hello\r\n')
  const timer = setInterval(() => socket.write('250-still thinking\r\n'), 20)
  socket.on('close', () => clearInterval(timer))
}

/** A port that was just freed, so nothing listens on it. */
async function closedPort(): Promise<string> {
  const url = await stranger(() => {})
  await closers.pop()?.()
  return url
}

const url = 'https://lanyard.example/login?mode=resetPassword&oobCode=S3CRET'
const reset = (to = 'ann@example.com', name = 'Ann') => resetPasswordMessage({ to, name, url, t: english })
const note = (to: string, subject: string): Message => ({
  to,
  subject,
  text: 'x',
  html: '<p>x',
  kind: 'note',
})
const rows = () => database.db.select().from(mailOutbox).orderBy(mailOutbox.createdAt)
const only = async () => {
  const [row, ...more] = await rows()
  if (!row || more.length > 0) throw new Error('not one row')
  return row
}
const header = ({ raw }: Received, name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(raw)?.[1]

describe('a message with a mail server', () => {
  it('reaches the nurse as text and HTML, and leaves no link in the database', async () => {
    const fake = await startFakeServer()
    const mail = mailer(fake.url)
    await mail.enqueue(reset())
    expect(fake.received).toEqual([])
    await mail.deliverDue()
    expect(fake.received).toHaveLength(1)
    const [got] = fake.received
    expect(got?.to).toEqual(['ann@example.com'])
    expect(got?.raw).toMatch(/content-type: text\/plain/i)
    expect(got?.raw).toMatch(/content-type: text\/html/i)
    const row = await only()
    expect(row).toMatchObject({ state: 'sent', attempts: 1, text: '', html: '', sentAt: at })
    expect(header(got as Received, 'message-id')).toBe(row.messageId)
  })

  it('is retried after a minute, with the same Message-ID, if the server is busy', async () => {
    const fake = await startFakeServer()
    const mail = mailer(fake.url)
    fake.refuse = 451
    await mail.enqueue(reset())
    await mail.deliverDue()
    expect(await only()).toMatchObject({ state: 'queued', attempts: 1, lastError: '451' })
    fake.refuse = undefined
    later(0.9)
    await mail.deliverDue()
    expect(fake.received).toEqual([])
    later(0.1)
    await mail.deliverDue()
    const row = await only()
    expect(row).toMatchObject({ state: 'sent', attempts: 2, lastError: null })
    expect(fake.received.map((got) => header(got, 'message-id'))).toEqual([row.messageId])
  })

  it('fails immediately if the server rejects it permanently', async () => {
    const fake = await startFakeServer()
    const mail = mailer(fake.url)
    fake.refuse = 550
    await mail.enqueue(reset())
    await mail.deliverDue()
    later(10_000)
    await mail.deliverDue()
    expect(fake.tries).toBe(1)
    expect(await only()).toMatchObject({ state: 'failed', attempts: 1, lastError: '550', text: '', html: '' })
  })

  it('is retried after 1, 5 and 30 minutes, 2 and 12 hours, and then fails', async () => {
    const fake = await startFakeServer()
    const mail = mailer(fake.url)
    fake.refuse = 450
    await mail.enqueue(note('ann@example.com', 'Patience'))
    await mail.deliverDue()
    for (const [nth, minutes] of [1, 5, 30, 120, 720].entries()) {
      later(minutes - 0.1)
      await mail.deliverDue()
      expect(fake.tries).toBe(nth + 1)
      later(0.1)
      await mail.deliverDue()
      expect(fake.tries).toBe(nth + 2)
    }
    expect(await only()).toMatchObject({ state: 'failed', attempts: 6, text: '' })
  })

  it.each([
    ['nothing listens', closedPort],
    ['the server hangs up', () => stranger((socket) => socket.end())],
    ['the server hangs up in the middle', () => stranger((socket) => socket.end('220 hello\r\n'))],
    ['the server stays silent', () => stranger(() => {})],
    ['the server never finishes its response', () => stranger(trickle)],
    ['the server is full', () => stranger((socket) => socket.end('421 later\r\n'))],
    ['the server talks nonsense', () => stranger((socket) => socket.write('HTTP/1.1 400 Bad\r\n\r\n'))],
  ])('waits for its next attempt when %s', async (_, open) => {
    const mail = mailer(await open(), quick)
    await mail.enqueue(reset())
    await mail.deliverDue()
    const row = await only()
    expect(row).toMatchObject({
      state: 'queued',
      attempts: 1,
      nextAttemptAt: new Date('2026-11-21T12:01:00Z'),
    })
    expect(row.lastError).toMatch(/^[A-Z0-9]{3,16}$/)
    await expect(mail.check()).rejects.toThrow()
  })

  it('is repeated with the same Message-ID if the response to its data was lost', async () => {
    const fake = await startFakeServer()
    const mail = mailer(fake.url, quick)
    fake.mute = true
    await mail.enqueue(reset())
    await mail.deliverDue()
    expect(await only()).toMatchObject({ state: 'queued', attempts: 1 })
    expect(fake.received).toHaveLength(1)
    fake.mute = false
    later(1)
    await mailer(fake.url).deliverDue()
    expect(new Set(fake.received.map((got) => header(got, 'message-id'))).size).toBe(1)
    expect(fake.received).toHaveLength(2)
    expect(await only()).toMatchObject({ state: 'sent' })
  })

  it('is not sent unencrypted if TLS is required', async () => {
    const fake = await startFakeServer()
    const mail = mailer(`${fake.url}?requireTLS`, quick)
    await mail.enqueue(reset())
    await mail.deliverDue()
    expect(fake.tries).toBe(0)
    expect(await only()).toMatchObject({ state: 'queued' })
    await expect(mail.check()).rejects.toThrow()
    const implicit = mailer(fake.url.replace('smtp:', 'smtps:'), quick)
    expect(await codeOf(implicit)).toBe('ERR_SSL_WRONG_VERSION_NUMBER')
    later(1)
    await implicit.deliverDue()
    expect(fake.tries).toBe(0)
  })

  it('names a server that begins with TLS, and one with a certificate that nobody knows', async () => {
    const fake = await startFakeServer({ secure: true })
    expect(mailAdvice(await codeOf(mailer(fake.url, quick)))).toMatch(/does not greet: use smtps:\/\//)
    const implicit = mailer(fake.url.replace('smtp:', 'smtps:'), { connectMs: 5000, totalMs: 5000 })
    expect(mailAdvice(await codeOf(implicit))).toMatch(/its certificate /)
  })

  it('is due again when the process that claimed it died', async () => {
    const fake = await startFakeServer()
    const mail = mailer(fake.url)
    await mail.enqueue(reset())
    const leaseEnds = new Date(at.getTime() + 120_000)
    await database.db.update(mailOutbox).set({ state: 'sending', attempts: 1, nextAttemptAt: leaseEnds })
    later(1.9)
    await mail.deliverDue()
    expect(fake.received).toEqual([])
    later(0.1)
    await mail.deliverDue()
    expect(await only()).toMatchObject({ state: 'sent', attempts: 2 })
  })

  it('stays sent if a process that claimed it later was refused', async () => {
    const mail = mailer((await startFakeServer()).url)
    await mail.enqueue(reset())
    const claim = () => claimMessages(database.db, { now: at, leaseMs: 60_000, urgent: ['none'], limit: 1 })
    const [slow] = await claim()
    later(1)
    const [heir] = await claim()
    if (!slow || !heir) throw new Error('The message was not claimed twice')
    await markDeferred(database.db, slow, '451', at)
    expect(await only()).toMatchObject({ state: 'sending', lastError: null })
    await markSent(database.db, slow, at)
    await markDeferred(database.db, heir, '451', at)
    await markFailed(database.db, heir, '550')
    expect(await only()).toMatchObject({ state: 'sent', lastError: null })
  })

  it('is released when the process is stopped', async () => {
    const fake = await startFakeServer()
    const stop = new AbortController()
    const mail = mailer(await stranger(() => stop.abort()))
    await mail.enqueue(reset())
    await mail.deliverDue(stop.signal)
    expect(await only()).toMatchObject({ state: 'queued', attempts: 1 })
    later(1)
    await mailer(fake.url).deliverDue()
    expect(fake.received).toHaveLength(1)
  })

  it('is sent once by any number of processes, over at most five connections each', async () => {
    const fake = await startFakeServer()
    const names = Array.from({ length: 60 }, (_, n) => `nurse${n}@example.com`)
    for (const name of names) await mailer(fake.url).enqueue(note(name, 'Once'))
    // With open connections, all processes query at the same moment.
    await Promise.all(names.slice(0, 8).map(() => database.db.execute(sql`select 1`)))
    const processes = [mailer(fake.url), mailer(fake.url), mailer(fake.url)]
    await Promise.all(processes.map((mail) => mail.deliverDue()))
    expect(fake.received.map(({ to }) => to[0]).sort()).toEqual(names.sort())
    expect((await rows()).every((row) => row.state === 'sent' && row.attempts === 1)).toBe(true)
    expect(fake.most).toBeLessThanOrEqual(15)
  })

  if (inject('database').kind === 'postgres')
    it('is skipped, without waiting, while another process has claimed it', async () => {
      const fake = await startFakeServer()
      const mail = mailer(fake.url)
      await mail.enqueue(note('ann@example.com', 'Taken'))
      await mail.enqueue(note('bea@example.com', 'Free'))
      await database.db.transaction(async (tx) => {
        await tx.select().from(mailOutbox).where(eq(mailOutbox.to, 'ann@example.com')).for('update')
        await mail.deliverDue()
        expect(fake.received.map(({ to }) => to[0])).toEqual(['bea@example.com'])
      })
      await mail.deliverDue()
      expect(fake.received.map(({ to }) => to[0])).toEqual(['bea@example.com', 'ann@example.com'])
    })

  it('is not attempted beyond the first batch while the server is unreachable', async () => {
    const mail = mailer(await closedPort(), quick)
    for (let n = 0; n < 12; n += 1) await mail.enqueue(note(`nurse${n}@example.com`, 'Later'))
    await mail.deliverDue()
    expect((await rows()).filter((row) => row.attempts > 0)).toHaveLength(5)
  })

  it('with a sign-in link is sent before all others', async () => {
    const fake = await startFakeServer()
    const mail = mailer(fake.url)
    for (let n = 0; n < 12; n += 1) await mail.enqueue(note(`nurse${n}@example.com`, 'Not urgent'))
    later(1)
    await mail.enqueue(verifyEmailMessage({ to: 'eve@example.com', name: '', url, t: english }))
    await mail.enqueue(reset())
    await mail.deliverDue()
    const firstBatch = fake.received.slice(0, 5).map(({ to }) => to[0])
    expect(firstBatch).toContain('ann@example.com')
    expect(firstBatch).toContain('eve@example.com')
    expect(fake.received).toHaveLength(14)
  })

  it('fails when its link has expired', async () => {
    const fake = await startFakeServer()
    const mail = mailer(fake.url)
    await mail.enqueue(reset())
    later(30)
    await mail.deliverDue()
    expect(fake.tries).toBe(0)
    expect(await only()).toMatchObject({ state: 'failed', lastError: 'outdated', text: '' })
  })

  it('waits for an earlier message of its kind to the same address', async () => {
    const fake = await startFakeServer()
    const mail = mailer(fake.url)
    fake.refuse = 451
    await mail.enqueue(note('ann@example.com', 'First'))
    await mail.deliverDue()
    fake.refuse = undefined
    later(0.5)
    await mail.enqueue(note('ann@example.com', 'Second'))
    await mail.enqueue(note('bea@example.com', 'Other'))
    await mail.deliverDue()
    later(0.5)
    await mail.deliverDue()
    expect(fake.received.map((got) => header(got, 'subject'))).toEqual(['Other', 'First', 'Second'])
  })

  it('has one recipient and one subject, whatever the name and subject contain', async () => {
    const fake = await startFakeServer()
    const mail = mailer(fake.url)
    const name = 'Ann\r\nBcc: eve@example.com <eve@example.com>, "Eve'
    await mail.enqueue({
      ...reset('ann@example.com', name),
      subject: `Hello\r\nBcc: eve@example.com\r\n\r\n${name}`,
    })
    await mail.deliverDue()
    const [got] = fake.received
    expect(got?.to).toEqual(['ann@example.com'])
    const head = got?.raw.split('\r\n\r\n')[0] ?? ''
    expect(head.match(/^(to|cc|bcc|subject):/gim)).toEqual(['To:', 'Subject:'])
    expect(head.match(/^To: (.*)$/m)?.[1]).toBe('ann@example.com')
    expect((await only()).subject).not.toMatch(/[\r\n]/)
  })

  it('leaves no address, link, name or content in the logs', async () => {
    const fake = await startFakeServer()
    const mail = mailer(fake.url)
    for (const refuse of [550, 451, undefined]) {
      fake.refuse = refuse
      await mail.enqueue(reset('ann@example.com', 'Siobhan'))
      await mail.deliverDue()
      later(1)
    }
    expect(logged).toContain('mail given up')
    expect(logged).toContain('mail deferred')
    expect(logged).toContain('mail sent')
    expect(logged).not.toMatch(/ann@|example\.com|S3CRET|Siobhan|password for/)
  })

  it('of a transaction that rolls back is never sent', async () => {
    const fake = await startFakeServer()
    const mail = mailer(fake.url)
    const change = database.db.transaction(async (tx) => {
      await mail.enqueue(reset(), tx)
      throw new Error('changed my mind')
    })
    await expect(change).rejects.toThrow('changed my mind')
    await mail.deliverDue()
    expect(await rows()).toEqual([])
  })

  it('is deleted with the account, and in any case after its retention period', async () => {
    const mail = mailer((await startFakeServer()).url)
    await mail.enqueue(reset())
    await mail.enqueue(reset('bea@example.com'))
    await removeMailTo(database.db, 'ann@example.com')
    expect((await only()).to).toBe('bea@example.com')
    await mail.deliverDue()
    later(8 * 24 * 60)
    await removeOldMail(database.db, at)
    expect(await rows()).toEqual([])
  })
})

it('frequent checks connect to the mail server only once in thirty seconds', async () => {
  const fake = await startFakeServer()
  const mail = mailer(fake.url)
  await Promise.all([mail.check(), mail.check()])
  expect(fake.connections).toBe(1)
  later(1)
  await mail.check()
  expect(fake.connections).toBe(2)
})

describe('a message without a mail server', () => {
  it('is kept for viewing, the newest 200', async () => {
    const mail = mailer()
    expect(mail.mode).toBe('outbox')
    await mail.check()
    for (let n = 0; n < 203; n += 1) {
      later(1)
      await mail.enqueue(note('ann@example.com', `No. ${n}`))
    }
    await mail.deliverDue()
    const kept = await listKept(database.db)
    expect(kept).toHaveLength(200)
    expect(await rows()).toHaveLength(200)
    expect(kept[0]).toMatchObject({ subject: 'No. 202', state: 'kept', text: 'x', html: '<p>x' })
  })

  it('does not wait for a server that is no longer configured', async () => {
    await mailer('smtp://127.0.0.1:9').enqueue(reset())
    await mailer().deliverDue()
    expect(await only()).toMatchObject({ state: 'kept' })
  })
})

describe('an address', () => {
  it.each(['ann@example.com', "o'brien+rn@mail.example.co.uk", 'a@localhost', 'ann@bücher.example'])(
    '%s is accepted',
    (to) => expect(isPlainAddress(to)).toBe(true),
  )

  it.each([
    '',
    'ann',
    'ann@example.com,eve@example.com',
    'ann@example.com eve@example.com',
    'Ann <ann@example.com>',
    '<ann@example.com>',
    '"ann eve"@example.com',
    'ann@example.com\r\nBcc: eve@example.com',
    'ann@example.com\n',
    'group:ann@example.com;',
    'ann@[127.0.0.1]',
    '@a.example:ann@b.example',
    'ann@eve@example.com',
    'ann(eve)@example.com',
    'ann..eve@example.com',
    '-oQ/tmp@example.com',
    `ann@${'a'.repeat(250)}.com`,
  ])('%j is rejected before it is stored', async (to) => {
    await expect(mailer().enqueue(note(to, 'x'))).rejects.toMatchObject({ code: 'invalid' })
    expect(await rows()).toEqual([])
  })
})
