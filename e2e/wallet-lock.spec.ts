import type { Page } from '@playwright/test'
import { send } from './account.ts'
import { addAuthenticator } from './authenticator.ts'
import { expect, test } from './fixtures.ts'
import { expectHeading, press, toastLines, visitSettings } from './pages.ts'
import { phone } from './screens.ts'
import { bar, keepOnDevice, storedText } from './wallet.ts'

const number = 'TX-778899'
const license = { kind: 'license', type: 'RN', state: 'TX', number, expiresAt: '2027-06-15' }

test.use(phone)
async function addPasskey(page: Page) {
  await visitSettings(page, 'security')
  await press(page, 'Add a passkey')
  await page.getByRole('textbox', { name: 'Name' }).fill('My phone')
  await press(page, 'Continue')
  await toastLines(page, 'Passkey added')
}

const unlock = (page: Page) => press(page, 'Unlock with your passkey')
const withPasskey = (page: Page) => page.getByRole('radio', { name: 'On, with a passkey' })

test('only a passkey opens the copy without a connection', async ({ owner: { page, context } }) => {
  const { setUserVerified } = await addAuthenticator(page, { hasPrf: true })
  await send(page, '/api/credentials', license)
  await addPasskey(page)
  await keepOnDevice(page)
  await visitSettings(page, 'offline')
  await withPasskey(page).click({ force: true })
  await expect(page.getByText(/^Your vault, as of/)).toBeVisible()
  await page.reload()
  await expect(withPasskey(page)).toBeChecked()
  await expect(page.getByRole('button', { name: 'Unlock with your passkey' })).toBeVisible()
  expect(await storedText(page)).not.toContain(number)

  await context.setOffline(true)
  await page.goto('/credentials')
  await expectHeading(page, 'Use your passkey')
  await unlock(page)
  await expect(page.getByRole('article')).toContainText(/Texas RN/)
  await expect(bar(page)).toContainText('Offline.')

  // The key was only in the memory of that page, and cannot be used without its owner.
  await page.reload()
  await expectHeading(page, 'Use your passkey')
  await setUserVerified(false)
  await unlock(page)
  await expect(page.getByText('The passkey was not used. Try again.')).toBeVisible()
  await expectHeading(page, 'Use your passkey')
})

test('shows an error for a passkey without a secret, and leaves the copy unlocked', { tag: '@long' }, async ({
  owner: { page },
}) => {
  await addAuthenticator(page)
  await send(page, '/api/credentials', license)
  await addPasskey(page)
  await keepOnDevice(page)
  await visitSettings(page, 'offline')
  await withPasskey(page).click({ force: true })
  await expect(page.getByRole('alert')).toContainText('This passkey cannot lock anything.')
  await page.reload()
  await expect(page.getByRole('radio', { name: 'On', exact: true })).toBeChecked()
})

test('ten wrong PINs delete the copy, and the page shows that it was deleted', { tag: '@long' }, async ({
  owner: { page, context },
}) => {
  await send(page, '/api/credentials', license)
  await keepOnDevice(page)
  await visitSettings(page, 'offline')
  await page.getByRole('radio', { name: 'On, with a PIN' }).click({ force: true })
  await page.getByLabel('New PIN').fill('418273')
  await page.getByLabel('The same PIN again').fill('418273')
  await press(page, 'Lock with this PIN')
  await expect(page.getByLabel('New PIN')).toBeHidden()

  await context.setOffline(true)
  await page.goto('/credentials')
  await expectHeading(page, 'Enter your PIN')
  for (let left = 9; left > 0; left -= 1) {
    await page.getByLabel('PIN').fill('000000')
    await press(page, 'Unlock')
    await expect(page.getByText('That is not the PIN.')).toContainText(
      left === 1 ? 'After one more wrong try' : `After ${left} more wrong tries`,
    )
  }
  await page.getByLabel('PIN').fill('000000')
  await press(page, 'Unlock')
  await expectHeading(page, 'The copy was deleted')
  expect(await page.evaluate(() => indexedDB.databases())).toEqual([])
  expect(await storedText(page)).not.toContain(number)
})
