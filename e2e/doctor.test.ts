import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type RequestListener, request, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { readConfig } from '#server/kernel/config.ts'
import { checkMailIn } from '#server/ops/doctor-mail-in.ts'
import { checkProxy } from '#server/ops/doctor-proxy.ts'
import { openImapMailbox } from '#testing/imap-server.ts'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'
import { startTestServer } from '#testing/postgres-server.ts'
import { emptyDataFolder } from './data.ts'
import { freePort, type RunningServer, startServer } from './server.ts'

type Pass = (headers: IncomingHttpHeaders, method: string) => IncomingHttpHeaders | number

const client = '198.51.100.7'
const asItShould: Pass = (headers) => ({ ...headers, 'x-forwarded-for': client })

let folder: Awaited<ReturnType<typeof emptyDataFolder>>
let mail: MailServer
let proxy: Server
let pass: Pass = asItShould
let handle: RequestListener
let server: RunningServer
let settings: Record<string, string>

/** An installation as in `docs/production.md`: a server, a proxy in front, and a mail server. */
beforeAll(async () => {
  folder = await emptyDataFolder()
  mail = await startMailServer()
  const [port, proxyPort] = [await freePort(), await freePort()]
  handle = (incoming, outgoing) => {
    const headers = pass(incoming.headers, incoming.method ?? '')
    if (typeof headers === 'number') return void outgoing.writeHead(headers).end('<h1>No</h1>')
    const { method, url: path } = incoming
    const inner = request({ port, host: 'localhost', method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    inner.on('error', () => outgoing.writeHead(502).end())
    incoming.pipe(inner)
  }
  proxy = createServer(handle).listen(proxyPort, 'localhost')
  await once(proxy, 'listening')
  settings = {
    ...{ PORT: String(port), LANYARD_DATA: folder.path, PUBLIC_URL: `http://localhost:${proxyPort}` },
    ...{ NODE_ENV: 'production', AUTH_SECRET: 'a secret of more than thirty-two characters' },
    ...{ TRUSTED_PROXY: '1', CONTACT_URL: 'mailto:it@example.org' },
    ...{ SMTP_URL: mail.url, MAIL_FROM: 'Lanyard <vault@example.org>' },
  }
  server = await startServer(folder.path, settings)
})
afterAll(async () => {
  await server?.stop()
  proxy?.close()
  await mail?.close()
  folder?.remove()
})
beforeEach(() => {
  pass = asItShould
  mail.answer('accept')
})

/** Runs `npm run doctor -- …` without npm. */
async function doctor(args: string[] = [], changed: Record<string, string> = {}) {
  const { PATH, HOME } = process.env
  const script = join(import.meta.dirname, '../scripts/doctor.mjs')
  const env = { PATH, HOME, ...settings, ...changed }
  const child = spawn(process.execPath, [script, ...args], { env, cwd: folder.path })
  let [lines, stderr] = ['', '']
  child.stdout.on('data', (chunk) => {
    lines += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const [code] = await once(child, 'close')
  return { code, lines: lines.trim().split('\n'), stderr }
}

const backups = () => join(folder.path, 'backups')

function keepBackup(hoursAgo: number): void {
  const made = new Date(Date.now() - hoursAgo * 3_600_000).toISOString().slice(0, 19)
  mkdirSync(join(backups(), `lanyard-${made.replaceAll(':', '-')}Z`), { recursive: true })
}

describe('npm run doctor', () => {
  it('finds nothing to mend in a whole installation, and sends the operator a mail', async () => {
    keepBackup(3)
    const { code, lines } = await doctor(['it@example.org', '--backups', backups()])
    expect(lines).toEqual([
      '✓ settings: usable.',
      expect.stringMatching(/^✓ disk: .* GB are free in /),
      expect.stringMatching(/^✓ database: the embedded PostgreSQL [\d.]+ answers in \d+ ms\.$/),
      expect.stringMatching(/^– documents: not encrypted\. Set FILES_KEY/),
      '✓ outbox: 0 mails wait, and none was given up.',
      '✓ push: push services are given mailto:vault@example.org.',
      expect.stringMatching(/^✓ files: .* can be written and read\.$/),
      expect.stringMatching(/^✓ mail: 127\.0\.0\.1:\d+ took a mail to it@example\.org/),
      `✓ proxy: ${settings.PUBLIC_URL} passes requests on, from ${client}.`,
      expect.stringMatching(/^[✓–] clock: the same as localhost:\d+/),
      expect.stringMatching(/^✓ backups: the newest of 1 in .* is 3 hours old\.$/),
      'Nothing has to be mended.',
    ])
    expect(code).toBe(0)
    expect(mail.received).toMatchObject([{ to: 'it@example.org', subject: 'Lanyard can send mail' }])
  })

  it('says what is wrong with the mail server, the proxy and the backups', async () => {
    mail.answer(550)
    pass = () => 405
    const { code, lines } = await doctor(['it@example.org', '--backups', backups()])
    expect(lines).toContainEqual(expect.stringMatching(/^✗ mail: .* set MAIL_FROM to an address/))
    expect(lines).toContainEqual(expect.stringMatching(/^✗ proxy: it blocks PATCH \(405\)/))
    const nobody = await doctor(['--backups', join(folder.path, 'none')], {
      SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
    })
    expect(nobody.lines).toContainEqual(expect.stringMatching(/^✗ mail: .* it cannot be reached/))
    expect(nobody.lines).toContainEqual(expect.stringMatching(/^✗ backups: there are none in /))
    expect([code, nobody.code]).toEqual([1, 1])
  })

  it('reads the mailbox for documents and tries the port for mail, if they are set', {
    tags: 'long',
  }, async () => {
    const mailbox = await openImapMailbox()
    onTestFinished(() => mailbox.close())
    const port = await freePort()
    const listener = await startMailServer()
    onTestFinished(() => listener.close())
    const given = { MAIL_IN_ADDRESS: 'in@example.org', MAIL_IN_IMAP_URL: mailbox.url }
    const whole = await doctor([], { ...given, MAIL_IN_SMTP_PORT: new URL(listener.url).port })
    expect(whole.lines).toContainEqual(
      expect.stringMatching(/^✓ email in: the mailbox on 127\.0\.0\.1:\d+ can be read\.$/),
    )
    expect(whole.lines).toContainEqual(expect.stringMatching(/^✓ email in: mail is taken on /))
    const wrong = new URL(mailbox.url)
    wrong.password = 'wrong'
    const { lines } = await doctor([], {
      ...given,
      MAIL_IN_IMAP_URL: wrong.href,
      MAIL_IN_SMTP_PORT: String(port),
    })
    expect(lines).toContainEqual(
      expect.stringMatching(/^✗ email in: .* it refuses the user or the password: correct MAIL_IN_IMAP_URL/),
    )
    expect(lines).toContainEqual(expect.stringMatching(/^✗ email in: nothing takes mail on localhost:\d+/))
  })

  it('tries a port for mail on an IPv6 address', async () => {
    const [finding] = await checkMailIn(
      readConfig({
        ...settings,
        MAIL_IN_ADDRESS: 'in@example.org',
        MAIL_IN_SMTP_HOST: '::1',
        MAIL_IN_SMTP_PORT: String(await freePort()),
      }),
    )
    expect(finding?.text).toMatch(/^nothing takes mail on \[::1\]:\d+ \(E[A-Z]+\)/)
  })

  it.each<[string, Pass, RegExp]>([
    ['blocks PATCH', (headers, method) => (method === 'PATCH' ? 405 : headers), /it blocks PATCH \(405\)/],
    ['does not reach Lanyard', () => 502, /does not reach Lanyard \(502\)/],
    ['lets clients choose their address', (headers) => headers, /lets clients choose their address/],
    ['sends no address', ({ 'x-forwarded-for': _, ...headers }) => headers, /sends no X-Forwarded-For/],
    [
      'sends no readable address',
      (headers) => ({ ...headers, 'x-forwarded-for': 'hidden' }),
      /is no address/,
    ],
    [
      'changes the host',
      (headers) => ({ ...(asItShould(headers, '') as object), host: 'backend' }),
      /changes the Host header to backend/,
    ],
  ])('names a proxy that %s', async (_what, how, sentence) => {
    pass = how
    const { findings } = await checkProxy(readConfig(settings))
    expect(findings).toEqual([{ state: 'fault', name: 'proxy', text: expect.stringMatching(sentence) }])
  })

  it('says that a proxy with HTTPS needs TRUSTED_PROXY', async () => {
    const certificate = join(import.meta.dirname, '../src/testing/fixtures/loopback.pem')
    const pem = readFileSync(certificate)
    const port = await freePort()
    const secure = createTlsServer({ key: pem, cert: pem }, handle).listen(port, '127.0.0.1')
    onTestFinished(() => void secure.close())
    await once(secure, 'listening')
    const given = { PUBLIC_URL: `https://127.0.0.1:${port}`, NODE_EXTRA_CA_CERTS: certificate }
    pass = (headers) => ({ ...(asItShould(headers, '') as object), host: `127.0.0.1:${port}` })
    const { lines } = await doctor([], { ...given, TRUSTED_PROXY: '0' })
    expect(lines).toContainEqual(expect.stringMatching(/^✗ proxy: set TRUSTED_PROXY=1: /))
    expect(lines).toContainEqual(expect.stringMatching(/^✓ certificate: valid for \d{5} more days\.$/))
  })

  it('names an address that has no TLS, or no name', async () => {
    const { port } = new URL(settings.PUBLIC_URL ?? '')
    const textAt = async (PUBLIC_URL: string) =>
      (await checkProxy(readConfig({ ...settings, PUBLIC_URL }))).findings[0]?.text
    expect(await textAt(`https://localhost:${port}`)).toMatch(/has no TLS: let the proxy speak HTTPS/)
    // A machine without DNS has no answer at all, which is said otherwise.
    expect(await textAt('https://nobody.invalid')).toMatch(
      /has a name that (this machine cannot resolve|the DNS server of this machine does not answer)/,
    )
  })

  it('names settings that do not start, and those of another installation', { tags: 'long' }, async () => {
    const refused = await doctor([], { PUBLIC_URL: 'https://vault.example.org/lanyard' })
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/^The setting PUBLIC_URL/) })
    const other = await doctor([], { AUTH_SECRET: 'another secret of more than thirty-two characters' })
    expect(other.lines).toContainEqual(expect.stringMatching(/^✗ proxy: .* has another AUTH_SECRET/))
  })

  it('checks a PostgreSQL server and its clock, and changes nothing there', { tags: 'long' }, async () => {
    const postgres = await startTestServer()
    try {
      const empty = await doctor([], { DATABASE_URL: postgres.url })
      expect(empty.lines).toContainEqual(expect.stringMatching(/^✗ database: .+/))
      await (await openDatabase({ url: postgres.url, dataDir: '' })).close()
      const { lines } = await doctor([], { DATABASE_URL: postgres.url })
      expect(lines).toContainEqual(
        expect.stringMatching(/^✓ database: PostgreSQL [\d.]+ .*answers in \d+ ms/),
      )
      expect(lines).toContainEqual(expect.stringMatching(/clock: the same as the database server and/))
    } finally {
      await postgres.stop()
    }
  })
})

it('nobody without AUTH_SECRET learns what the doctor sees', async () => {
  for (const token of ['', 'guessed', 'x'.repeat(43)]) {
    const answer = await fetch(`${server.url}/api/doctor`, {
      method: 'PATCH',
      headers: { 'X-Lanyard-Doctor': token },
    })
    expect(answer.status).toBe(404)
  }
})
