import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import jsQR from 'jsqr'
import sharp from 'sharp'
import { themeProblems } from './accessibility.ts'
import { send } from './account.ts'
import { printPdf, upload } from './documents.ts'
import { expect, test } from './fixtures.ts'
import { headings } from './pages.ts'
import { phone, screens } from './screens.ts'

// The number is the only red on the card, 44 to 53 percent from the top.
const cardSvg = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="630">
  <rect width="1000" height="630" fill="#f6f4ee"/><rect width="1000" height="120" fill="#0b6a6b"/>
  <text x="50" y="240" font-family="sans-serif" font-size="40">Ann O'Brien, RN</text>
  <text x="50" y="330" font-family="monospace" font-size="48" fill="#d00000">No. TX-884213</text></svg>`
const NUMBER = { left: 0.03, top: 0.43, right: 0.55, bottom: 0.56 }

const twoPages =
  '<h1 style="color:#d00000">eCard 44719920</h1><div style="break-before:page"><h1>Terms</h1></div>'

/** Adds a license with a card and a certification with two pages. All show their numbers. */
async function fillVault(page: Page, browser: Browser): Promise<void> {
  const png = await sharp(Buffer.from(cardSvg)).png().toBuffer()
  const card = await upload(page, 'Card TX-884213.png', 'image/png', png)
  const pdf = await upload(page, 'BLS.pdf', 'application/pdf', await printPdf(browser, twoPages))
  await send(page, '/api/credentials', {
    kind: 'license',
    type: 'RN',
    state: 'TX',
    number: 'TX-884213',
    expiresAt: '2099-03-31',
    fileId: card,
  })
  await send(page, '/api/credentials', {
    kind: 'certification',
    name: 'Basic Life Support',
    issuer: 'American Heart Association',
    number: '44719920',
    expiresAt: '2098-03-31',
    fileId: pdf,
  })
}

async function beginShare(page: Page, title: string): Promise<void> {
  await page.goto('/credentials')
  await page.getByRole('link', { name: title, exact: true }).click()
  await page.getByRole('link', { name: 'Share', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: headings.shareForm })).toBeVisible()
  await expect(page.getByText('1 item selected.')).toBeVisible()
}

/** The covered pictures on the server that no link uses. */
async function unused(page: Page): Promise<string[]> {
  const answer = await page.request.get('/api/upload')
  const { items } = (await answer.json()) as {
    items: { id: string; resourceType: string | null; resourceId: string | null }[]
  }
  return items
    .filter(({ resourceType, resourceId }) => resourceType === 'share' && resourceId === null)
    .map(({ id }) => id)
}

type Pixels = { data: Buffer; info: { width: number; height: number; channels: number } }
const pixelsOf = (bytes: Buffer): Promise<Pixels> =>
  sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })

/** The number of pixels in the picture that are as red as the number. */
async function redCount(bytes: Buffer): Promise<number> {
  const { data, info } = await pixelsOf(bytes)
  let red = 0
  for (let at = 0; at < data.length; at += info.channels) {
    const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3)
    if (r - Math.max(g, b) > 60) red += 1
  }
  return red
}

/** The lightest pixel well inside a part of the picture, from 0 for black. */
async function lightest(bytes: Buffer, part: typeof NUMBER): Promise<number> {
  const { data, info } = await pixelsOf(bytes)
  let most = 0
  for (let y = Math.ceil((part.top + 0.02) * info.height); y < (part.bottom - 0.02) * info.height; y += 1)
    for (let x = Math.ceil((part.left + 0.02) * info.width); x < (part.right - 0.02) * info.width; x += 1) {
      const at = (y * info.width + x) * info.channels
      most = Math.max(most, data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)
    }
  return most
}

async function get(context: BrowserContext, path: string): Promise<{ status: number; bytes: Buffer }> {
  const answer = await context.request.get(path)
  return { status: answer.status(), bytes: await answer.body() }
}

/** Draws a box, by touch or with the mouse. */
async function draw(page: Page, surface: Locator, part: typeof NUMBER, isTouch: boolean): Promise<void> {
  // The dialog slides in. A position that is measured meanwhile is not where the finger comes down.
  await surface.click({ trial: true })
  const box = await surface.boundingBox()
  if (!box) throw new Error('The page to draw on is not there')
  const from = { x: box.x + part.left * box.width, y: box.y + part.top * box.height }
  const to = { x: box.x + part.right * box.width, y: box.y + part.bottom * box.height }
  const half = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
  if (!isTouch) {
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(half.x, half.y)
    await page.mouse.move(to.x, to.y)
    await page.mouse.up()
    return
  }
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', [from])
  await touch('touchMove', [half])
  await touch('touchMove', [to])
  await touch('touchEnd', [])
}

for (const [where, screen] of screens)
  test.describe(`on ${where}`, () => {
    test.use(screen)

    test('the picture that a visitor gets does not contain a covered number', async ({
      owner: { page, context },
      browser,
      faults,
      openPage,
    }) => {
      await fillVault(page, browser)
      const violations: string[] = []
      const look = async (name: string) => {
        violations.push(...(await themeProblems(page, name)))
      }
      await beginShare(page, 'Texas RN')
      await look('form')
      await page.getByLabel('Recipient’s name').fill('Dana Cole')
      await page.getByRole('switch', { name: 'Hide my numbers' }).press('Space')
      await expect(page.getByText('1 file is left out')).toBeVisible()
      await page.getByRole('button', { name: /^Cover the number and share a picture/ }).click()
      const surface = page.getByRole('img', { name: 'Page 1 of 1 of Card TX-884213.png' })
      await expect(surface).toBeVisible()

      await draw(page, surface, NUMBER, screen === phone)
      await expect(page.getByRole('button', { name: 'Box 1 of 1' })).toBeVisible()
      await look('drawing')
      await page.getByRole('button', { name: 'Cover and preview' }).click()
      await expect(page.getByRole('button', { name: 'Use this picture' })).toBeVisible()

      // The uploaded bytes: the box is part of the picture, and nothing remains under it.
      const [pictureId, ...others] = await unused(page)
      expect(others).toEqual([])
      const known = await (await page.request.get(`/api/upload/${pictureId}`)).json()
      expect(known).toMatchObject({ name: 'page-1-of-1.jpg', mimeType: 'image/jpeg' })
      const { bytes } = await get(context, `/api/upload/${pictureId}/content`)
      expect(await redCount(await sharp(Buffer.from(cardSvg)).png().toBuffer())).toBeGreaterThan(1000)
      expect(await redCount(bytes)).toBe(0)
      expect(await lightest(bytes, NUMBER)).toBeLessThan(16)
      const { exif, xmp, iptc, format } = await sharp(bytes).metadata()
      expect([format, exif, xmp, iptc]).toEqual(['jpeg', undefined, undefined, undefined])

      await page.getByRole('button', { name: 'Use this picture' }).click()
      await expect(page.getByText('Only your covered picture of the file is shared')).toBeVisible()
      await page.getByRole('button', { name: 'Preview', exact: true }).click()
      await expect(page.getByRole('dialog').getByText('Hidden by')).toBeVisible()
      await look('preview')
      await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click()
      await expect(page.getByRole('heading', { level: 1, name: headings.shareReady })).toBeVisible()
      await look('ready')
      const link = await page.getByLabel('Your link').inputValue()
      expect(link).toMatch(/\/share\/[\w-]{43}$/)

      // The QR code, read by a decoder.
      const code = await pixelsOf(await page.getByRole('img', { name: 'QR code of the link' }).screenshot())
      const rgba = await sharp(code.data, { raw: { ...code.info, channels: 3 } })
        .ensureAlpha()
        .raw()
        .toBuffer()
      expect(jsQR.default(new Uint8ClampedArray(rgba), code.info.width, code.info.height)?.data).toBe(link)

      const visitor = await openPage(screen)
      await visitor.page.goto(link)
      await visitor.page.getByRole('button', { name: 'View credentials' }).click()
      const shown = visitor.page.getByRole('img', { name: /Page 1/ })
      await expect(shown).toBeVisible()
      const source = (await shown.getAttribute('src')) ?? ''
      for (const path of [source, source.replace('inline', 'attachment')]) {
        const answer = await get(visitor.context, path)
        expect(answer.status).toBe(200)
        expect(await redCount(answer.bytes)).toBe(0)
        expect(await lightest(answer.bytes, NUMBER)).toBeLessThan(16)
      }
      expect(await visitor.page.content()).not.toContain('884213')
      expect([violations, faults, visitor.faults]).toEqual([[], [], []])
    })
  })

test('leaving the page deletes the covered pictures on the server that no link uses', {
  tag: '@long',
}, async ({ owner: { page }, browser, faults }) => {
  await fillVault(page, browser)
  await beginShare(page, 'Basic Life Support')
  await page.getByRole('switch', { name: 'Hide my numbers' }).press('Space')
  await page.getByRole('button', { name: /^Cover the number and share a picture/ }).click()
  const surface = page.getByRole('img', { name: 'Page 1 of 2 of BLS.pdf' })
  await expect(surface).toBeVisible()
  await draw(page, surface, { left: 0.02, top: 0.01, right: 0.98, bottom: 0.2 }, false)
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByRole('checkbox', { name: 'This page shows no number' }).press('Space')
  await page.getByRole('button', { name: 'Cover and preview' }).click()
  await page.getByRole('button', { name: 'Use these pictures' }).click()
  await expect(page.getByText('Shared as 2 covered pictures')).toBeVisible()
  expect(await unused(page)).toHaveLength(2)
  await page.getByRole('link', { name: 'Share links' }).click()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await page.waitForURL('**/credentials/shares')
  await expect.poll(() => unused(page)).toEqual([])
  expect(faults).toEqual([])
})
