import type { Browser } from 'playwright-core'
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
import { type Mailbox, openMailbox } from './mailbox.ts'
import { type RunningServer, startServer } from './server.ts'

let folder: Awaited<ReturnType<typeof emptyVaults>>
let server: RunningServer
let browser: Browser
let mailbox: Mailbox

beforeAll(async () => {
  browser = await launchBrowser()
  folder = await emptyVaults()
  mailbox = await openMailbox()
  server = await startServer(folder.path, {
    ...mailbox.settings,
    AUTH_SECRET: 'a long random text of the operator 7431',
  })
})

afterAll(async () => {
  await browser?.close()
  await server?.kill()
  await mailbox?.close()
  folder?.remove()
})

const dashboard = 'Start with the card you are asked for most.'

describe('where mail leaves the services and a secret is set', () => {
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
    const link = await mailbox.linkTo(server, 'iris@nurses.example', 'verifyEmail')
    expect(mailbox.received).toHaveLength(1)

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
