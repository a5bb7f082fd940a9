import { createRequire } from 'node:module'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { addDays, todayIn } from '#shared/kernel/dates.ts'
import type { CreatedShare } from '#shared/shares/share.ts'
import { themeProblems } from './accessibility.ts'
import { type Client, send } from './account.ts'
import { expect, test } from './fixtures.ts'
import { expectHeading, headings, linesOf, press, toastLines, visit } from './pages.ts'
import { desktop, screens } from './screens.ts'

// Its types describe an ES module, but it is CommonJS.
const jsQR = createRequire(import.meta.url)('jsqr') as typeof import('jsqr').default

const nothingOpen = 'You have no open links.'
const showButton = 'View credentials'
const both = 'Texas RN license and Basic Life Support'
const inDays = (days: number) => addDays(todayIn(new Date(), 'America/Chicago'), days)

/** Adds a license and a certification. The returned function creates links to both through the API. */
async function fillVault(client: Client): Promise<(more?: object) => Promise<CreatedShare>> {
  const add = (credential: object) => send<{ id: string }>(client, '/api/credentials', credential)
  const license = await add({
    kind: 'license',
    type: 'RN',
    state: 'TX',
    number: 'RN-884213',
    expiresAt: inDays(200),
  })
  const certification = await add({
    kind: 'certification',
    name: 'Basic Life Support',
    issuer: 'American Heart Association',
    expiresAt: inDays(300),
  })
  const resources = [
    { resourceType: 'license', resourceId: license.id },
    { resourceType: 'certification', resourceId: certification.id },
  ]
  return (more) => send<CreatedShare>(client, '/api/share', { resourceType: 'packet', resources, ...more })
}

/** Opens a link as a visitor without an account. */
async function openAsVisitor(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await press(page, showButton)
  await expect(page.getByText('Texas RN license').first()).toBeVisible()
}

async function statusOf(url: string): Promise<number> {
  return (await fetch(`${url.replace('/share/', '/api/share/')}/cover`)).status
}

async function readQrCode(picture: Locator): Promise<string | undefined> {
  const { data, info } = await sharp(await picture.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data
}

/** Uses the app's own links, so that cached data is still there. */
async function goToLinks(page: Page) {
  await page.goto('/credentials')
  await page.getByRole('link', { name: 'Share links' }).click()
  await page.waitForURL('/credentials/shares')
}

for (const [where, screen] of screens)
  test.describe(`on ${where}`, () => {
    test.use(screen)

    test('an owner sees who opened a link, changes it, replaces it and revokes it', async ({
      owner: { page, context },
      faults,
      openPage,
      server,
    }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url })
      const share = await fillVault(page)
      const problems: string[] = []
      const look = async (name: string) => {
        problems.push(...(await themeProblems(page, name)))
      }

      await visit(page, '/credentials', 'All 2 credentials are current.')
      await page.getByRole('link', { name: 'Share links' }).click()
      await expectHeading(page, nothingOpen)

      const made = await share({ masks: { hideNumber: true }, recipient: 'Maria at Mercy' })
      await visit(page, '/credentials/shares', 'One link is open.')
      const card = page.getByRole('list', { name: 'Open links' }).getByRole('article')
      const lines = await linesOf(card)
      expect(lines).toContain(both)
      expect(lines).toContain('For Maria at Mercy')
      expect(lines).toContain('Link open')
      expect(lines.join()).toMatch(/Numbers hidden.*Open until .* · in 7 days.*Not opened yet/)
      await look('one link')
      await card.getByRole('link', { name: both }).click()
      await expect(page.getByText('Nobody has opened it yet.')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Texas RN license' })).toBeVisible()

      // A visitor opens the link while the owner is on another page of the app. Back on the first page, the opening is
      // listed without a reload.
      const visitor = await openPage(desktop)
      await openAsVisitor(visitor.page, made.url)
      await page
        .getByRole('navigation')
        .getByRole('link', { name: 'Dashboard' })
        .filter({ visible: true })
        .click()
      const recent = page.getByRole('region', { name: 'Recent shares' })
      await expect(recent.getByText('New view')).toBeVisible()
      expect((await linesOf(recent)).join()).toMatch(/Opened once, /)
      await goToLinks(page)
      await expect(card.getByText('New view')).toBeVisible()
      await expect(card.getByText(/^Opened once, /)).toBeVisible()
      await card.getByRole('link', { name: both }).click()
      const log = page.getByRole('region', { name: 'Access log' })
      await expect(log.getByText(/^Today, /)).toBeVisible()
      expect((await linesOf(log)).join(' ')).toMatch(
        /Opened in Chrome on Linux, from network [0-9a-f]{6} \d+:\d\d/,
      )
      await look('opened link')
      await page
        .getByRole('navigation')
        .getByRole('link', { name: 'Dashboard' })
        .filter({ visible: true })
        .click()
      await expect(recent.getByText(/Opened once, /)).toBeVisible()
      expect(await recent.getByText('New view').count()).toBe(0)

      // Extended.
      await recent.getByRole('link', { name: both }).click()
      await page.getByRole('button', { name: 'Extend' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('30 days').click()
      await look('extend')
      await dialog.getByRole('button', { name: 'Extend' }).click()
      await expect(page.getByText(/^Open until .* · in 30 days$/)).toBeVisible()

      // Changed: another recipient, a passcode, no downloads.
      await page.getByRole('button', { name: 'Edit', exact: true }).click()
      await dialog.getByLabel(/^Recipient/).fill('Lee at Northside')
      await dialog.getByText('Allow downloads').click()
      await dialog.getByText('Add one').click()
      await look('change')
      await dialog.getByLabel('New passcode').fill('heron 4127')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await toastLines(page, 'Link updated')
      const facts = page.getByRole('region', { name: 'What it shows' })
      const known = (await linesOf(facts)).join()
      expect(known).toContain('Numbers,Hidden')
      expect(known).toContain('Downloads,Off: view only')
      expect(known).toContain('Passcode,Required')
      await visitor.page.reload()
      await visitor.page.getByLabel('Passcode', { exact: true }).fill('wrong one')
      await press(visitor.page, showButton)
      await expect(visitor.page.getByText('That passcode is not correct.')).toBeVisible()

      // Replaced: shown once, with a QR code that can be scanned. The old link is dead.
      await page.getByRole('button', { name: 'Create new link' }).click()
      await expect(dialog.getByText('The current link stops working at once')).toBeVisible()
      await look('replace')
      await dialog.getByRole('button', { name: 'Create new link' }).click()
      await expect(page.getByRole('heading', { name: 'Your new link' })).toBeVisible()
      await look('new link')
      const link = await page.getByLabel('Your link').inputValue()
      expect(link).toMatch(new RegExp(`^${server.url}/share/[\\w-]{43}$`))
      expect(await readQrCode(page.getByRole('img', { name: 'QR code of the link' }))).toBe(link)
      await page.getByRole('button', { name: 'Copy link' }).click()
      await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
      expect([await statusOf(made.url), await statusOf(link)]).toEqual([404, 200])

      // Revoked, effective immediately.
      await page.getByRole('button', { name: 'End link' }).click()
      const asked = page.getByRole('alertdialog')
      expect(await asked.innerText()).toContain(`Lee at Northside will no longer see ${both}.`)
      await look('revoke')
      await asked.getByRole('button', { name: 'End link' }).click()
      await expect(page.getByText('Ended by you')).toBeVisible()
      expect(await statusOf(link)).toBe(410)
      await visitor.page.goto(link)
      await expect(visitor.page.getByRole('heading', { name: headings.deadShareLink })).toBeVisible()

      await goToLinks(page)
      await expectHeading(page, nothingOpen)
      const over = page.getByRole('list', { name: 'Ended links' }).getByRole('article')
      expect((await linesOf(over)).join()).toMatch(/Ended by you.*You ended it .* · today/)
      await over.getByRole('link', { name: both }).click()
      await expect(log.getByText('Refused: you had ended the link').first()).toBeVisible()
      await expect(log.getByText('Refused: wrong passcode')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Create new link' })).toBeVisible()
      await look('ended link')

      expect(problems).toEqual([])
      expect(faults).toEqual([])
    })
  })
