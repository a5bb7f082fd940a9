import { createRequire } from 'node:module'
import type { Browser, Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ShareMade } from '#shared/shares/share.ts'
import { addDays, todayIn } from '../src/shared/kernel/dates.ts'
import {
  axeViolations,
  desk,
  headingsOnce,
  launchBrowser,
  linesOf,
  openPage,
  overflowOf,
  phone,
  screens,
  send,
  signUp,
  toastLines,
  visit,
} from './browser.ts'
import { emptyVaults } from './data.ts'
import { type RunningServer, startServer } from './server.ts'

// Its types know it as an ES module, which it is not.
const jsQR = createRequire(import.meta.url)('jsqr') as typeof import('jsqr').default

let folder: Awaited<ReturnType<typeof emptyVaults>>
let server: RunningServer
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
  folder = await emptyVaults()
  server = await startServer(folder.path)
})

afterAll(async () => {
  await browser?.close()
  await server?.kill()
  folder?.remove()
})

const nothingOpen = 'Nothing of yours is open to others.'
const both = 'Texas RN license and Basic Life Support'
const inDays = (days: number) => addDays(todayIn(new Date(), 'America/Chicago'), days)

/** A nurse with a license and a card; `share` makes a link to both, behind the screens. */
async function enter(viewport: typeof phone, email: string) {
  const watched = await openPage(browser, viewport)
  const { page, context } = watched
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url })
  await signUp(page, server.url, email)
  const add = (record: object) => send<{ id: string }>(page, server.url, '/api/credentials', record)
  const license = await add({
    kind: 'license',
    type: 'RN',
    state: 'TX',
    number: 'RN-884213',
    expiresAt: inDays(200),
  })
  const card = await add({
    kind: 'certification',
    name: 'Basic Life Support',
    issuer: 'American Heart Association',
    expiresAt: inDays(300),
  })
  const things = [
    { resourceType: 'license', resourceId: license.id },
    { resourceType: 'certification', resourceId: card.id },
  ]
  const share = (more: object = {}) =>
    send<ShareMade>(page, server.url, '/api/share', { resourceType: 'packet', resources: things, ...more })
  return { ...watched, share }
}

/** Somebody without an account, in a browser of his own. */
async function openAsStranger(url: string) {
  const { page, context } = await openPage(browser, desk)
  await page.goto(url)
  await page.getByRole('button', { name: 'Show the credentials' }).click()
  await page.getByText('Texas RN license').first().waitFor()
  return { page, context }
}

async function statusOf(url: string): Promise<number> {
  return (await fetch(`${url.replace('/share/', '/api/share/')}/cover`)).status
}

async function read(picture: Locator): Promise<string | undefined> {
  const { data, info } = await sharp(await picture.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data
}

/** By the links of the app, as she would: what was asked for minutes ago is still at hand then. */
async function goToLinks(page: Page) {
  await page.goto(`${server.url}/credentials`)
  await page.getByRole('link', { name: 'Share links' }).click()
  await page.waitForURL(`${server.url}/credentials/shares`)
}

describe.each(screens)('a nurse and her links at %s', (_where, viewport) => {
  it('sees who opened one, changes it, makes it anew and ends it', async () => {
    const { page, context, faults, share } = await enter(viewport, `ann.${viewport.width}@nurses.example`)
    page.setDefaultTimeout(30_000)
    const wrong: string[] = []
    const look = async (screen: string) => {
      for (const violation of await axeViolations(page)) wrong.push(`${screen}: ${violation}`)
      const overflow = await overflowOf(page)
      if (overflow > 0) wrong.push(`${screen}: ${overflow} pixels wider than the window`)
      await page.emulateMedia({ colorScheme: 'dark' })
      // Colours that are still on their way have no contrast yet.
      await page.waitForFunction(() =>
        document
          .getAnimations()
          .every((one) => !(one instanceof CSSTransition) || one.playState === 'finished'),
      )
      for (const violation of await axeViolations(page, ['color-contrast']))
        wrong.push(`${screen} in the dark: ${violation}`)
      await page.emulateMedia({ colorScheme: 'light' })
    }

    // Nothing yet: an example, and the way to the first one.
    await visit(page, `${server.url}/credentials`, 'All 2 credentials are current.')
    await page.getByRole('link', { name: 'Share links' }).click()
    expect(await headingsOnce(page, nothingOpen)).toEqual([nothingOpen])
    const first = page.getByRole('link', { name: 'Make your first link' })
    expect(await first.getAttribute('href')).toBe('/credentials/shares/new')
    await look('no links')

    const made = await share({ masks: { hideNumber: true }, recipient: 'Maria at Mercy' })
    await visit(page, `${server.url}/credentials/shares`, 'One link is open.')
    const card = page.getByRole('list', { name: 'Open links' }).getByRole('article')
    const lines = await linesOf(card)
    expect(lines).toContain(both)
    expect(lines).toContain('For Maria at Mercy')
    expect(lines).toContain('Open')
    expect(lines.join()).toMatch(/Numbers hidden.*Open until .* · in 7 days.*Not opened yet/)
    await look('one link')
    await card.getByRole('link', { name: both }).click()
    await page.getByText('Nobody has opened it yet.').waitFor()
    await page.getByRole('link', { name: 'Texas RN license' }).waitFor()

    // A stranger opens it while she is elsewhere in the app: coming back, she sees it without a reload.
    const stranger = await openAsStranger(made.url)
    await page
      .getByRole('navigation')
      .getByRole('link', { name: 'Dashboard' })
      .filter({ visible: true })
      .click()
    const recent = page.getByRole('region', { name: 'Recent shares' })
    await recent.getByText('New opening').waitFor()
    expect((await linesOf(recent)).join()).toMatch(/Opened once, /)
    await goToLinks(page)
    await card.getByText('New opening').waitFor()
    await card.getByText(/^Opened once, /).waitFor()
    await card.getByRole('link', { name: both }).click()
    const log = page.getByRole('region', { name: 'Who looked' })
    await log.getByText(/^Today, /).waitFor()
    expect((await linesOf(log)).join(' ')).toMatch(
      /Opened in Chrome on Linux, from network [0-9a-f]{6} \d+:\d\d/,
    )
    await look('opened link')
    await page
      .getByRole('navigation')
      .getByRole('link', { name: 'Dashboard' })
      .filter({ visible: true })
      .click()
    await recent.getByText(/Opened once, /).waitFor()
    expect(await recent.getByText('New opening').count()).toBe(0)

    // Longer, without a mouse.
    await recent.getByRole('link', { name: both }).click()
    const extend = page.getByRole('button', { name: 'Extend' })
    await extend.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: '7 days' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await dialog.getByText(/^It will be open until .* · in 30 days\.$/).waitFor()
    await look('extend')
    await page.keyboard.press('Enter')
    await page.getByText(/^Open until .* · in 30 days$/).waitFor()
    const isFocused = () => extend.evaluate((button) => button === document.activeElement)
    await expect.poll(isFocused, { timeout: 10_000 }).toBe(true)
    await toastLines(page, 'The link is open longer')

    // For somebody else, with a passcode, not to be downloaded.
    await page.getByRole('button', { name: 'Change' }).click()
    await dialog.getByLabel('For whom').fill('Lee at Northside')
    await dialog.getByText('They may download').click()
    await dialog.getByText('Ask for one').click()
    await dialog.getByLabel('New passcode').fill('short')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('At least 6 characters').waitFor()
    await look('change')
    await dialog.getByLabel('New passcode').fill('heron 4127')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await toastLines(page, 'The link is changed')
    const facts = page.getByRole('region', { name: 'What it shows' })
    const known = (await linesOf(facts)).join()
    expect(known).toContain('Numbers,Hidden')
    expect(known).toContain('Downloads,Off: to look at only')
    expect(known).toContain('Passcode,Asked for')
    await stranger.page.reload()
    await stranger.page.getByLabel('Passcode', { exact: true }).fill('wrong one')
    await stranger.page.getByRole('button', { name: 'Show the credentials' }).click()
    await stranger.page.getByText('This is not the passcode.').waitFor()

    // A new link: told once, readable by a camera; the old one is dead.
    await page.getByRole('button', { name: 'Make a new link' }).click()
    await dialog.getByText('The link that is out now stops working at once').waitFor()
    await look('new link')
    await dialog.getByRole('button', { name: 'Make the new link' }).click()
    await page.getByRole('heading', { name: 'Here is the new link' }).waitFor()
    const link = await page.getByLabel('Your link').inputValue()
    expect(link).toMatch(new RegExp(`^${server.url}/share/[\\w-]{43}$`))
    expect(await read(page.getByRole('img', { name: 'QR code of the link' }))).toBe(link)
    await look('made link')
    await page.getByRole('button', { name: 'Copy the link' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
    expect([await statusOf(made.url), await statusOf(link)]).toEqual([404, 200])

    // The end, at once.
    await page.getByRole('button', { name: 'End now' }).click()
    const asked = page.getByRole('alertdialog')
    expect(await asked.innerText()).toContain(`Lee at Northside can no longer see ${both}.`)
    await look('end')
    await asked.getByRole('button', { name: 'End it now' }).click()
    await page.getByText('Ended by you').waitFor()
    // The button is gone, and a keyboard goes on where it stood and not from the top of the window.
    const focus = () => page.evaluate(() => document.activeElement?.id)
    await expect.poll(focus, { timeout: 10_000 }).toBe('main')
    expect(await toastLines(page, 'The link is ended')).toContain(`It no longer shows ${both}.`)
    expect(await page.getByRole('heading', { name: 'Here is the new link' }).count()).toBe(0)
    expect(await statusOf(link)).toBe(410)
    expect(await page.getByRole('button', { name: 'Extend' }).count()).toBe(0)
    await stranger.page.goto(link)
    await stranger.page.getByRole('heading', { name: 'This link does not open anything' }).waitFor()
    await stranger.context.close()

    await goToLinks(page)
    expect(await headingsOnce(page, nothingOpen)).toEqual([nothingOpen])
    const over = page.getByRole('list', { name: 'Ended links' }).getByRole('article')
    expect((await linesOf(over)).join()).toMatch(/Ended by you.*You ended it .* · today/)
    await over.getByRole('link', { name: both }).click()
    await log.getByText('Turned away: you had ended the link').first().waitFor()
    await log.getByText('Turned away: wrong passcode').waitFor()
    await page.getByRole('button', { name: 'Make a new link' }).waitFor()
    await look('ended link')

    expect(wrong).toEqual([])
    expect(faults).toEqual([])
    await context.close()
  })
})

it('sixty links and a long log come page by page', async () => {
  const { page, context, faults, share } = await enter(phone, 'many@nurses.example')
  const often = await share({ recipient: 'Everybody' })
  for (let nth = 0; nth < 59; nth++) await share({ recipient: `Recruiter ${nth}` })
  const open = often.url.replace('/share/', '/api/share/')
  for (let nth = 0; nth < 120; nth++) expect((await fetch(open)).status).toBe(200)

  await visit(page, `${server.url}/credentials/shares`, 'More than 50 links are open.')
  const cards = page.getByRole('list', { name: 'Open links' }).getByRole('article')
  expect(await cards.count()).toBe(50)
  await page.getByRole('button', { name: 'Show more' }).click()
  await cards.nth(59).waitFor()
  expect(await cards.count()).toBe(60)
  expect(await headingsOnce(page, '60 links are open.')).toEqual(['60 links are open.'])
  await cards.last().getByText('Opened 120 times, ').waitFor()
  expect(await overflowOf(page)).toBe(0)

  // By its address, as from a bookmark, though it stands on the second page.
  await page.goto(`${server.url}/credentials/shares/${often.id}`)
  const log = page.getByRole('region', { name: 'Who looked' })
  const earlier = log.getByRole('button', { name: 'Show earlier' })
  const events = log.getByRole('listitem')
  for (const shown of [50, 100, 120]) {
    await events.nth(shown - 1).waitFor()
    expect(await events.count()).toBe(shown)
    if (shown < 120) await earlier.click()
  }
  expect(await earlier.count()).toBe(0)
  expect(await overflowOf(page)).toBe(0)
  expect(faults).toEqual([])
  await context.close()
})

it('another nurse finds none of it, and an address that is wrong says so', async () => {
  const ann = await enter(desk, 'owner@nurses.example')
  const { id } = await ann.share()
  const bea = await enter(desk, 'other@nurses.example')
  for (const address of [id, 'nonsense']) {
    await visit(bea.page, `${server.url}/credentials/shares/${address}`, 'This link is not among yours')
    expect(await bea.page.getByText(both).count()).toBe(0)
  }
  await bea.page.getByRole('link', { name: 'See all links' }).click()
  expect(await headingsOnce(bea.page, nothingOpen)).toEqual([nothingOpen])
  await ann.context.close()
  await bea.context.close()
})
