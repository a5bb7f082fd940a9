import type { Browser, Page } from '@playwright/test'
import { endSession, fillSignIn } from './account.ts'
import { cardPhoto, licensePdf } from './documents.ts'
import { expect, test } from './fixtures.ts'
import { chooseInAccountMenu, expectHeading, headings, press } from './pages.ts'
import { phone } from './screens.ts'
import { keepOnDevice } from './wallet.ts'

type Given = { name: string; type: string; base64?: string; bytes?: number }

/** What the system does when an app shares files with Lanyard: it posts them to the address in the manifest. */
async function share(page: Page, ...files: Given[]): Promise<void> {
  const { share_target: target } = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]')
    return (await fetch(link?.href ?? '')).json()
  })
  await page.evaluate(
    async ({ target, files }) => {
      const form = document.createElement('form')
      Object.assign(form, { action: target.action, method: target.method, enctype: target.enctype })
      const input = Object.assign(document.createElement('input'), { type: 'file', multiple: true })
      input.name = target.params.files[0].name
      const chosen = new DataTransfer()
      for (const { name, type, base64 = '', bytes } of files) {
        const content = bytes
          ? new Uint8Array(bytes)
          : Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))
        chosen.items.add(new File([content], name, { type }))
      }
      input.files = chosen.files
      form.append(input)
      document.body.append(form)
      form.submit()
    },
    { target, files },
  )
  await page.waitForURL(/\/upload\?shared=/)
}

const pdfOf = async (browser: Browser): Promise<Given> => ({
  name: 'license.pdf',
  type: 'application/pdf',
  base64: (await licensePdf(browser)).toString('base64'),
})
const photo = async (): Promise<Given> => ({
  name: 'bls.jpg',
  type: 'image/jpeg',
  base64: (await cardPhoto()).toString('base64'),
})

const shared = (page: Page) => page.getByRole('region', { name: /^You shared/ })
const drafts = (page: Page) => page.getByRole('list', { name: 'Drafts' }).getByRole('listitem')
const sharedOnDevice = (page: Page) =>
  page.evaluate(async () => {
    const name = 'lanyard-shared-files'
    return (await caches.has(name)) ? (await (await caches.open(name)).keys()).length : 0
  })

test.use(phone)

test('a PDF and a photo from another app become drafts, once the owner has chosen', async ({
  owner: { page },
  browser,
}) => {
  await keepOnDevice(page)
  await share(page, await pdfOf(browser), await photo())
  await expect(shared(page)).toContainText('You shared 2 files with Lanyard')
  await expect(shared(page)).toContainText('license.pdf')
  const uploaded = await page.request.get('/api/upload?unattached=true')
  expect((await uploaded.json()).items).toEqual([])
  await press(page, 'Add as credentials')
  await expect(drafts(page)).toHaveCount(2)
  await expect(page.getByText('0 of 2 saved.')).toBeVisible()
  await expect.poll(() => sharedOnDevice(page)).toBe(0)
})

test('files that cannot be uploaded are left out, and the page says so', { tag: '@long' }, async ({
  owner: { page },
}) => {
  await keepOnDevice(page)
  const tooLarge = { name: 'huge.pdf', type: 'application/pdf', bytes: 26_214_401 }
  await share(page, tooLarge, { name: 'run.exe', type: 'application/octet-stream', bytes: 10 }, await photo())
  await expect(page.getByRole('alert')).toHaveText(
    '2 files were left out. Lanyard takes PDF, JPEG, PNG, WebP and HEIC files of up to 25 MB, and 20 files at a time.',
  )
  await expect(shared(page)).toContainText('You shared 1 file with Lanyard')
  await press(page, 'Delete bls.jpg')
  await expect(page.getByRole('heading', { name: 'Nothing was added' })).toBeVisible()
  expect(await sharedOnDevice(page)).toBe(0)
})

test('at most 20 files are kept', { tag: '@long' }, async ({ owner: { page } }) => {
  await keepOnDevice(page)
  const one = await photo()
  await share(page, ...Array.from({ length: 21 }, (_, at) => ({ ...one, name: `card ${at}.jpg` })))
  await expect(shared(page)).toContainText('You shared 20 files with Lanyard')
  await expect(page.getByRole('alert')).toContainText('1 file was left out.')
})

test('without a connection a shared file becomes a draft and waits on the device', async ({
  owner: { page, context },
  browser,
}) => {
  await keepOnDevice(page)
  await context.setOffline(true)
  await share(page, await pdfOf(browser))
  await expect(shared(page)).toContainText('license.pdf')
  await press(page, 'Add as a credential')
  await expect(page.getByRole('list', { name: 'Files' })).toContainText('license.pdf')
  await expect(page.getByRole('button', { name: 'Waiting to be sent (1)' })).toBeVisible()
})

test('a course certificate goes to the form of a course', { tag: '@long' }, async ({
  owner: { page },
  browser,
}) => {
  const cycle = { state: 'TX', cycleStart: '2025-07-01', cycleEnd: '2027-06-30', requiredHours: 20 }
  await page.request.post('/api/ceu-cycles', { data: cycle })
  await keepOnDevice(page)
  await share(page, await pdfOf(browser))
  await press(page, 'Log license.pdf as a course')
  await expectHeading(page, 'Log a course')
  await expect(page.getByRole('list', { name: 'Files' })).toContainText('license.pdf')
})

test('signed out, a shared file stays on the device until its owner signs in, and logging out deletes it', async ({
  owner: { page, context, email },
  browser,
}) => {
  await keepOnDevice(page)
  await endSession({ page, context })
  await page.goto('/terms-of-use')
  await share(page, await pdfOf(browser))
  await expectHeading(page, 'Sign in to add what you shared')
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await expect(page.getByRole('complementary', { name: 'Shared files' })).toContainText(
    '1 shared file is kept',
  )
  await fillSignIn(page, email)
  await press(page, 'Sign in')
  await expectHeading(page, headings.upload)
  await expect(shared(page)).toContainText('license.pdf')
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Review' })).toBeVisible()
  await chooseInAccountMenu(page, 'Logout')
  await expectHeading(page, headings.landing)
  expect(await sharedOnDevice(page)).toBe(0)
})
