import { send } from './account.ts'
import { licensePdf, upload } from './documents.ts'
import { expect, test } from './fixtures.ts'
import { expectHeading, headings, press } from './pages.ts'
import { phone } from './screens.ts'
import { bar, keepOnDevice } from './wallet.ts'

const license = { kind: 'license', type: 'RN', state: 'TX', number: 'TX-778899', expiresAt: '2027-06-15' }

test.use(phone)

test('a new version waits for the Update button and does not discard a form', async ({ owner: { page } }) => {
  await keepOnDevice(page)
  await page.goto('/upload?kind=license')
  await expectHeading(page, headings.upload)
  const number = page.getByRole('textbox', { name: 'Number', exact: true })
  await number.fill('OH-1')
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  const isSamePage = () => page.evaluate(() => 'isSamePage' in window)

  // The server now has a new version, and the browser finds a new worker.
  await page.route('**/app-shell.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<script type="module" src="/assets/index-next.js"></script>',
    }),
  )
  await page.evaluate(() => void navigator.serviceWorker.register('/service-worker.js?next'))
  await expect(bar(page)).toContainText('A new version is ready.')
  await expect(number).toHaveValue('OH-1')
  expect(await isSamePage()).toBe(true)

  // With unsaved text, the browser asks before it reloads.
  const question = page.waitForEvent('dialog')
  const pressed = press(page, 'Update')
  const dialog = await question
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await pressed
  await expect(number).toHaveValue('OH-1')
  expect(await isSamePage()).toBe(true)

  await number.fill('')
  await press(page, 'Update')
  await expect.poll(isSamePage).toBe(false)
  await expectHeading(page, headings.upload)
  await expect(bar(page)).toHaveCount(0)
})

test('a PDF kept on the device can be viewed without a connection', { tag: '@long' }, async ({
  owner: { page, context },
  browser,
}) => {
  const fileId = await upload(page, 'license.pdf', 'application/pdf', await licensePdf(browser))
  const { id } = await send<{ id: string }>(page, '/api/credentials', { ...license, fileId })
  await keepOnDevice(page, `/credentials/${id}`)
  await press(page, 'Keep on this device')
  await expect(page.getByText('On this device. Remove')).toBeVisible()
  await context.setOffline(true)
  await page.goto('/credentials')
  await page.goto(`/credentials/${id}`)
  await expect(bar(page)).toContainText('Offline.')
  const sheet = page.getByRole('img', { name: 'Page 1 of 1 of license.pdf' })
  await sheet.scrollIntoViewIfNeeded()
  await expect(page.getByText("Ann O'Brien, Registered Nurse")).toBeAttached()
  // The canvas is not blank: its pixels differ.
  await expect
    .poll(() =>
      sheet.evaluate((node) => {
        const canvas = node as HTMLCanvasElement
        const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
          data: [],
        }
        return new Set(data).size > 2
      }),
    )
    .toBe(true)
})
