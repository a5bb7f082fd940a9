import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  axeViolations,
  desk,
  launchBrowser,
  linesOf,
  nursePassword,
  openPage,
  overflowOf,
  phone,
  send,
  signIn,
  toastLines,
  visit,
} from './browser.ts'
import { emptyVaults } from './data.ts'
import { enroll, type Mailbox, openMailbox } from './mailbox.ts'
import { type RunningServer, startServer } from './server.ts'

let folder: Awaited<ReturnType<typeof emptyVaults>>
let server: RunningServer
let browser: Browser
let mailbox: Mailbox

beforeAll(async () => {
  browser = await launchBrowser()
  folder = await emptyVaults()
  mailbox = await openMailbox()
  const AUTH_SECRET = 'a long random text of the operator 7431'
  server = await startServer(folder.path, { ...mailbox.settings, AUTH_SECRET })
})

afterAll(async () => {
  await browser?.close()
  await server?.kill()
  await mailbox?.close()
  folder?.remove()
})

const mailsTo = (email: string, subject: string) =>
  mailbox.received.filter((mail) => mail.to === email && mail.subject === subject)

const texas = { kind: 'license', title: 'Texas RN license', type: 'RN', state: 'TX', expiresAt: '2027-03-31' }

describe('a nurse who deletes', () => {
  it('finds it in the trash, brings it back and sees it, and lets another go for good', async () => {
    const { page, context, faults } = await openPage(browser, phone)
    await enroll(page, server, mailbox, 'ann@nurses.example')
    const { id } = await send<{ id: string }>(page, server.url, '/api/credentials', texas)
    await visit(page, `${server.url}/settings?section=trash`, 'Settings')
    await page.getByText('Nothing is in the trash').waitFor()
    expect(await axeViolations(page)).toEqual([])

    await page.goto(`${server.url}/credentials`)
    await page.getByRole('link', { name: 'Texas RN license' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    expect(await toastLines(page, 'Texas RN license was deleted')).toContain(
      'It waits in the trash for 30 days.',
    )
    await visit(page, `${server.url}/settings?section=trash`, 'Settings')
    await page.getByText('One thing', { exact: true }).waitFor()
    expect(await linesOf(page.getByRole('main').getByRole('listitem'))).toEqual(
      expect.arrayContaining(['Texas RN license', 'Gone for good in 30 days', 'Restore', 'Delete']),
    )
    expect([await overflowOf(page), await axeViolations(page)]).toEqual([0, []])
    await page.getByRole('button', { name: 'Restore Texas RN license' }).click()
    await page.getByText('Texas RN license is back').waitFor()
    await page.getByRole('button', { name: 'Show it' }).click()
    await page.waitForURL(`${server.url}/credentials/${id}`)

    await page.getByRole('button', { name: 'Delete' }).click()
    await toastLines(page, 'Texas RN license was deleted')
    await visit(page, `${server.url}/settings?section=trash`, 'Settings')
    await page.getByRole('button', { name: 'Delete Texas RN license for good' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete Texas RN license for good?' })
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Delete for good' }).click()
    await page.getByText('Nothing is in the trash').waitFor()
    const again = await page.request.post(`${server.url}/api/credentials/${id}/restore`, {
      headers: { origin: server.url },
    })
    expect([again.status(), faults]).toEqual([404, []])
    await context.close()
  })

  it('empties it at once, with the keys alone', async () => {
    const { page, context, faults } = await openPage(browser, desk)
    await enroll(page, server, mailbox, 'bea@nurses.example')
    for (const title of ['One', 'Two']) {
      const { id } = await send<{ id: string }>(page, server.url, '/api/credentials', { ...texas, title })
      await page.request.delete(`${server.url}/api/credentials/${id}`, { headers: { origin: server.url } })
    }
    await visit(page, `${server.url}/settings?section=trash`, 'Settings')
    await page.getByText('2 things', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Empty the trash…' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Empty the trash' }).focus()
    await page.keyboard.press('Enter')
    expect(await toastLines(page, 'The trash is empty')).toEqual(['The trash is empty'])
    await page.getByText('Nothing is in the trash').waitFor()
    expect(faults).toEqual([])
    await context.close()
  })
})

describe('a nurse who looks back', () => {
  it('narrows her log to what she means, opens a line, and saves it', async () => {
    const { page, context, faults } = await openPage(browser, desk, { acceptDownloads: true })
    await enroll(page, server, mailbox, 'cat@nurses.example')
    await send(page, server.url, '/api/credentials', texas)
    await visit(page, `${server.url}/settings?section=activity`, 'Settings')
    const main = page.getByRole('main')
    await main.getByText('You created this account').waitFor()
    await main.getByRole('button', { name: 'Credentials and CE' }).click()
    await main.getByText('You created this account').waitFor({ state: 'detached' })
    await main.getByText('You added a license (RN)').click()
    expect(await linesOf(main.getByRole('listitem'))).toEqual(
      expect.arrayContaining(['Browser', 'Called', 'credential_created']),
    )
    expect(await main.getByText('(this one)').count()).toBe(1)
    expect(await axeViolations(page)).toEqual([])

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      main.getByRole('link', { name: 'Spreadsheet (CSV)' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^lanyard-activity-\d{4}-\d\d-\d\d\.csv$/)
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n')
    expect(lines[0]).toContain('action,resource')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('credential_created')

    await main.getByRole('button', { name: 'Files' }).click()
    await main.getByText('Nothing like that happened').waitFor()
    await main.getByRole('button', { name: 'Show everything' }).click()
    await main.getByText('You saved a copy of this activity').waitFor()
    expect(faults).toEqual([])
    await context.close()
  })
})

describe('a nurse who leaves', () => {
  it('is told what goes, leaves with her password, and gets one last mail', async () => {
    const { page, context } = await openPage(browser, phone)
    const email = 'dee@nurses.example'
    await enroll(page, server, mailbox, email)
    await send(page, server.url, '/api/credentials', texas)
    await visit(page, `${server.url}/settings?section=account`, 'Settings')
    await page.getByRole('button', { name: 'Delete my account…' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
    await dialog.getByRole('listitem').getByText('your one credential').waitFor()
    await dialog.getByText(/Take everything along first/).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByLabel('Your password').fill('not her password')
    await dialog.getByRole('button', { name: 'Delete for good' }).click()
    await dialog.getByText('That is not your current password.').waitFor()
    await dialog.getByLabel('Your password').fill(nursePassword)
    await dialog.getByRole('button', { name: 'Delete for good' }).click()
    expect(await toastLines(page, 'Account deleted')).toContain('Everything that was in it is gone.')
    await page.waitForURL(`${server.url}/`)
    const subject = 'Your Lanyard account was deleted'
    await mailbox.until(server, () => mailsTo(email, subject).length === 1)
    await signIn(page, server.url, email)
    await toastLines(page, 'Login failed')
    await context.close()
  })
})
