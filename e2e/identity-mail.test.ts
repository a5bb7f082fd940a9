import type { Browser } from 'playwright-core'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  desk,
  headingsOnce,
  launchBrowser,
  linesOf,
  nursePassword,
  openPage,
  phone,
  signIn,
  visit,
} from './browser.ts'
import { emptyVaults } from './data.ts'
import { type RunningServer, startServer } from './server.ts'

let folder: Awaited<ReturnType<typeof emptyVaults>>
let server: RunningServer
let browser: Browser

const mails: string[] = []
const post = new SMTPServer({
  authOptional: true,
  hideSTARTTLS: true,
  closeTimeout: 50,
  onData(stream, _session, done) {
    let raw = ''
    stream.setEncoding('utf8').on('data', (part: string) => {
      raw += part
    })
    stream.on('end', () => {
      mails.push(raw)
      done()
    })
  },
})

beforeAll(async () => {
  browser = await launchBrowser()
  folder = await emptyVaults()
  await new Promise<void>((resolve) => post.listen(0, '127.0.0.1', resolve))
  const { port } = post.server.address() as { port: number }
  const SMTP_URL = `smtp://127.0.0.1:${port}`
  server = await startServer(folder.path, {
    SMTP_URL,
    AUTH_SECRET: 'a long random text of the operator 7431',
  })
})

afterAll(async () => {
  await browser?.close()
  await server?.stop()
  await new Promise<void>((resolve) => post.close(resolve))
  folder?.remove()
})

/** The first link in the plain part of the newest mail. */
function linkIn(raw: string): string {
  const [, plain = ''] = /Content-Type: text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(raw) ?? []
  const text = plain
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return /https?:\/\/\S+/.exec(text)?.[0] ?? `no link in ${raw}`
}

const dashboard = 'Start with the card you are asked for most.'

describe('where mail leaves the house and a secret is set', () => {
  it('a nurse confirms her address with the link that was mailed to her, once', async () => {
    const { page, context, faults } = await openPage(browser, desk)
    await visit(page, `${server.url}/login?mode=register`, 'Start your own vault')
    await page.getByLabel('First name').fill('Iris')
    await page.getByLabel('Email').fill('iris@nurses.example')
    await page.getByLabel('Password', { exact: true }).fill(nursePassword)
    await page.getByRole('button', { name: 'Create my vault' }).click()
    expect(await headingsOnce(page, 'Check your email')).toEqual(['Check your email'])
    expect(await page.getByRole('main').innerText()).toContain('iris@nurses.example')
    expect(await page.getByRole('link', { name: 'Open the link' }).count()).toBe(0)
    await expect.poll(() => mails.length, { timeout: 15_000 }).toBe(1)
    expect(mails[0]).toMatch(/^To: iris@nurses\.example\r$/m)
    const link = linkIn(mails[0] ?? '')
    expect(link).toMatch(new RegExp(`^${server.url}/login\\?mode=verifyEmail&oobCode=`))

    await page.goto(link)
    expect(await headingsOnce(page, dashboard)).toEqual([dashboard])
    expect(faults).toEqual([])

    const other = await openPage(browser, phone)
    const gone = 'This link no longer works'
    expect(await visit(other.page, link, gone)).toEqual([200, gone])
    expect(await other.page.getByRole('button', { name: 'Send me a new link' }).isVisible()).toBe(true)
    await other.context.close()
    await context.close()
  })

  it('whoever guesses is told from the eleventh time on how long to wait', async () => {
    const { page, context } = await openPage(browser, phone)
    // Her own browser has tries of its own, so that nobody else's use them up.
    await signIn(page, server.url, 'iris@nurses.example')
    expect(await headingsOnce(page, dashboard)).toEqual([dashboard])
    await context.clearCookies({ name: 'lanyard.session' })
    const guess = async () => {
      const answer = await page.request.post(`${server.url}/api/auth/sign-in/email`, {
        headers: { origin: server.url },
        data: { email: 'iris@nurses.example', password: 'a guess' },
      })
      return answer.status()
    }
    expect(await Promise.all(Array.from({ length: 10 }, guess))).toEqual(Array(10).fill(401))
    await signIn(page, server.url, 'iris@nurses.example')
    const [title, sentence, wait] = await linesOf(page.getByRole('main').getByRole('alert'))
    expect([title, sentence]).toEqual(['Login failed', 'Too many tries. Wait a little and try again.'])
    const [, seconds] = /^You can try again in (\d+) seconds?, at \d.*\.$/.exec(wait ?? '') ?? []
    expect(Number(seconds), wait).toBeGreaterThanOrEqual(1)
    expect(Number(seconds)).toBeLessThanOrEqual(60)
    expect(await page.getByLabel('Email').inputValue()).toBe('iris@nurses.example')
    await context.close()
  })
})
