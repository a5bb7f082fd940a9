import { readFileSync } from 'node:fs'
import { axeViolations, overflowOf } from './accessibility.ts'
import { password, send, signIn } from './account.ts'
import { expect, productionTest as test } from './fixtures.ts'
import { chooseAction, linesOf, messages, press, toastLines, visitSettings } from './pages.ts'
import { phone } from './screens.ts'

const texas = { kind: 'license', title: 'Texas RN license', type: 'RN', state: 'TX', expiresAt: '2027-03-31' }

test.describe('on a phone', () => {
  test.use(phone)

  test('a deleted credential is restored from the trash, and then deleted permanently', async ({
    owner: { page },
    faults,
  }) => {
    const { id } = await send<{ id: string }>(page, '/api/credentials', texas)
    await page.goto('/credentials')
    await page.getByRole('link', { name: 'Texas RN' }).click()
    await chooseAction(page, 'Delete')
    expect(await toastLines(page, 'Deleted “Texas RN”')).toContain(
      'You can restore it from the trash for 30 days.',
    )
    await visitSettings(page, 'trash')
    await expect(page.getByText('1 item', { exact: true })).toBeVisible()
    expect(await linesOf(page.getByRole('main').getByRole('listitem'))).toEqual(
      expect.arrayContaining(['Texas RN license', 'Deleted permanently in 30 days', 'Restore', 'Delete']),
    )
    expect([await overflowOf(page), await axeViolations(page)]).toEqual([0, []])
    await page.getByRole('button', { name: 'Restore Texas RN license' }).click()
    await expect(page.getByText('Restored “Texas RN license”')).toBeVisible()
    await page.getByRole('button', { name: 'View', exact: true }).click()
    await page.waitForURL(`/credentials/${id}`)

    await chooseAction(page, 'Delete')
    await toastLines(page, 'Deleted “Texas RN”')
    await visitSettings(page, 'trash')
    await page.getByRole('button', { name: 'Delete Texas RN license permanently' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete Texas RN license permanently?' })
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Delete permanently' }).click()
    await expect(page.getByText('Your trash is empty')).toBeVisible()
    const again = await page.request.post(`/api/credentials/${id}/restore`)
    expect([again.status(), faults]).toEqual([404, []])
  })
})

test('a credential that is deleted in a tab of its own leads to My Vault, with Undo', async ({
  owner: { page, context },
  faults,
}) => {
  const { id } = await send<{ id: string }>(page, '/api/credentials', texas)
  const tab = await context.newPage()
  await tab.goto(`/credentials/${id}`)
  await chooseAction(tab, 'Delete')
  await expect(tab.getByText('Deleted “Texas RN”', { exact: true })).toBeVisible()
  await tab.waitForURL('/credentials')
  await press(tab, 'Undo')
  await expect(tab.getByText('Restored “Texas RN”', { exact: true })).toBeVisible()
  await expect(tab.getByRole('link', { name: 'Texas RN' })).toBeVisible()
  expect(faults).toEqual([])
})

test('the activity log is filtered and downloaded', async ({ owner: { page }, faults }) => {
  await send(page, '/api/credentials', texas)
  await visitSettings(page, 'activity')
  const main = page.getByRole('main')
  await expect(main.getByText('You created this account')).toBeVisible()
  await main.getByRole('button', { name: 'Credentials and CE' }).click()
  await expect(main.getByText('You created this account')).toHaveCount(0)
  await main.getByText('You added your Texas RN license').click()
  expect(await main.getByText('(this one)').count()).toBe(1)

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

  await page.reload()
  await expect(main.getByText('You downloaded a copy of this activity')).toBeVisible()
  expect(faults).toEqual([])
})

test.describe('on a phone', () => {
  test.use(phone)

  test('deleting the account lists what is deleted, asks for the password, and sends one last mail', async ({
    owner: { page, email },
    server,
    mailbox,
  }) => {
    await send(page, '/api/credentials', texas)
    await visitSettings(page, 'account')
    await page.getByRole('button', { name: 'Delete my account…' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
    await expect(dialog.getByRole('listitem').getByText('your one credential')).toBeVisible()
    await dialog.getByLabel('Your password').fill('not the password')
    await dialog.getByRole('button', { name: 'Delete permanently' }).click()
    await expect(dialog.getByText(messages.wrongPassword)).toBeVisible()
    await dialog.getByLabel('Your password').fill(password)
    await dialog.getByRole('button', { name: 'Delete permanently' }).click()
    expect(await toastLines(page, 'Account deleted')).toContain('Everything in it was deleted.')
    await page.waitForURL('/')
    const subject = 'Your Lanyard account was deleted'
    await mailbox.until(
      server,
      () => mailbox.received.filter((mail) => mail.to === email && mail.subject === subject).length === 1,
    )
    await signIn(page, email)
    await toastLines(page, 'Login failed')
  })
})
