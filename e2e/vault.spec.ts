import type { BrowserContext, Page } from '@playwright/test'
import { themeProblems } from './accessibility.ts'
import { send } from './account.ts'
import { expect, test } from './fixtures.ts'
import { openFilter } from './pages.ts'
import { phone } from './screens.ts'

const searchField = (page: Page) => page.getByRole('searchbox', { name: 'Search' })
const found = (page: Page) => page.getByRole('region', { name: 'In your whole vault' })
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** A license, two cards, a course and a share link; returns the id of the license. */
async function fillVault(context: BrowserContext): Promise<string> {
  const add = (more: object) => send<{ id: string }>(context, '/api/credentials', more)
  const card = { kind: 'certification', issuer: 'American Heart Association' }
  const { id } = await add({ kind: 'license', type: 'RN', state: 'TX', expiresAt: day(300) })
  await add({ ...card, code: 'BLS', name: 'Basic Life Support', expiresAt: day(20) })
  await add({ ...card, code: 'ACLS', name: 'Advanced Cardiac Life Support', expiresAt: day(50) })
  const cycle = await send<{ id: string }>(context, '/api/ceu-cycles', {
    ...{ state: 'TX', licenseId: id, cycleStart: day(-300), cycleEnd: day(300), requiredHours: 20 },
  })
  await send(context, '/api/ceu-entries', {
    ...{ cycleId: cycle.id, title: 'Ethics for Texas nurses', provider: 'Mercy', hours: 2 },
    ...{ completedAt: day(-30), topicTags: [] },
  })
  await send(context, '/api/share', {
    ...{ resourceType: 'license', resourceId: id, recipient: 'Mercy', masks: { hideNumber: true } },
  })
  return id
}

test('“/” searches the whole vault from each tab, and results link to their screens', async ({
  owner: { page, context },
}) => {
  await fillVault(context)
  await page.goto('/credentials?tab=ce')
  await page.getByRole('tab', { name: 'CE', exact: true, selected: true }).waitFor()
  await page.keyboard.press('/')
  await expect(searchField(page)).toBeFocused()
  await page.keyboard.type('texas')
  const elsewhere = page.getByRole('region', { name: 'Elsewhere in your vault' })
  await expect(elsewhere.getByRole('heading', { level: 3 })).toHaveText([
    ...['CE cycles', 'CE courses', 'Share links'],
  ])
  expect(await themeProblems(page, 'search')).toEqual([])
  await page.keyboard.type(' / %')
  await expect(page.getByText('No matching credentials')).toBeVisible()
  await expect(elsewhere).toBeHidden()
  await page.goBack()
  await page.goto('/credentials?q=mercy')
  await expect(found(page)).toBeVisible()
  await expect(page.getByText('No matching credentials')).toBeHidden()
  await found(page)
    .getByRole('link', { name: /Ethics for Texas nurses/ })
    .click()
  await expect(page).toHaveURL(/\/credentials\/entries\//)
})

test('on a phone “/” and the magnifier put the focus into the search', async ({ openPage, owner }) => {
  await fillVault(owner.context)
  const { page } = await openPage(phone, { storageState: await owner.context.storageState() })
  await page.goto('/credentials')
  await page.getByRole('link', { name: 'Texas RN' }).waitFor()
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Due within 60 days2')
  await page.keyboard.press('/')
  await expect(searchField(page)).toBeFocused()
  await page.goto('/credentials')
  await openFilter(page)
  await expect(searchField(page)).toBeFocused()
})

test('a search that fails says so, and works again', { tag: '@long' }, async ({
  owner: { page, context },
}) => {
  await fillVault(context)
  await page.route('**/api/search*', (route) =>
    route.fulfill({ status: 403, contentType: 'application/problem+json', body: '{}' }),
  )
  await page.goto('/credentials?q=mercy')
  await expect(found(page).getByRole('alert')).toBeVisible()
  await page.unroute('**/api/search*')
  await found(page).getByRole('button', { name: 'Try again' }).click()
  await expect(found(page).getByRole('link', { name: /For Mercy/ })).toBeVisible()
})

test('several credentials are tagged, archived with Undo, and shared', async ({
  owner: { page, context },
}) => {
  await fillVault(context)
  await page.goto('/credentials')
  const select = page.getByRole('button', { name: 'Select several' })
  const choose = async (...names: string[]) => {
    await select.click()
    for (const name of names) await page.getByRole('checkbox', { name }).check()
  }
  await choose('BLS', 'ACLS')
  await expect(page.getByRole('status').getByText('2 selected')).toBeVisible()
  expect(await themeProblems(page, 'selection')).toEqual([])
  await page.getByRole('button', { name: 'Tag', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a tag to 2 credentials' })
  await dialog.getByRole('textbox', { name: 'Tag' }).fill('heart')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Tag “heart” added')).toBeVisible()
  await expect(page.getByText('heart', { exact: true })).toHaveCount(3)

  await choose('BLS', 'ACLS')
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await expect(page.getByText('2 credentials were archived')).toBeVisible()
  await expect(page.getByRole('link', { name: 'BLS' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: 'BLS' })).toBeVisible()

  await choose('BLS', 'Texas RN')
  await page.getByRole('link', { name: 'Share', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What do you want to share?')
  await expect(page.getByRole('status').getByText('2 items selected.')).toBeVisible()
})
