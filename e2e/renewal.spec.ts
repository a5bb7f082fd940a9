import type { Page } from '@playwright/test'
import { addDays, addYears, todayIn } from '#shared/kernel/dates.ts'
import { themeProblems } from './accessibility.ts'
import { send } from './account.ts'
import { cardPhoto, licensePdf } from './documents.ts'
import { expect, test } from './fixtures.ts'
import { chooseFiles, expectHeading, press } from './pages.ts'
import { screens } from './screens.ts'

const today = () => todayIn(new Date(), 'America/Chicago')
const long = (date: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )

/** Types a date like a person: month, day, year. */
async function typeDate(page: Page, label: string, date: string) {
  const [year, month, day] = date.split('-')
  await page.getByLabel(label, { exact: true }).focus()
  await page.keyboard.type(`${month}${day}${year}`)
}

const step = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Steps' }).locator(':scope > li').filter({ hasText: name })

for (const [where, screen] of screens)
  test.describe(`on ${where}`, () => {
    test.use(screen)

    test('a lapsed license is renewed from the dashboard to the new card, undone, and renewed again', async ({
      owner: { page },
      browser,
      faults,
    }) => {
      const violations: string[] = []
      const look = async (name: string) => {
        violations.push(...(await themeProblems(page, name)))
      }
      const ended = addDays(today(), -3)
      const newEnd = addYears(addDays(today(), 20), 2)
      const { id } = await send<{ id: string }>(page, '/api/credentials', {
        ...{ kind: 'license', type: 'RN', state: 'TX', number: 'TX-771', expiresAt: ended },
        issuedAt: addYears(ended, -2),
      })

      await page.goto('/')
      await page.getByRole('link', { name: 'Renew Texas RN' }).click()
      await expectHeading(page, 'Renew Texas RN')
      await look('before a renewal')
      await press(page, 'Start the renewal')
      await expect(page.getByText(/^Renewal started on /)).toBeVisible()
      await look('an open renewal')

      await step(page, 'Pay').locator('summary').click()
      await page.getByRole('textbox', { name: 'Fee paid' }).fill('68.5')
      await press(page, 'Save the fee')
      await expect(page.getByText('$68.50')).toBeVisible()
      // The fee is saved, and the next step is open.
      await page.getByLabel('Confirmation number').fill('C-77')
      await chooseFiles(page, /^(Choose|Add) files/, {
        name: 'receipt.pdf',
        mimeType: 'application/pdf',
        buffer: await licensePdf(browser),
      })
      await look('the submission')
      await press(page, 'Mark as submitted')
      await expect(
        page.getByText(`Renewal submitted on ${long(today())}. Check with the board.`),
      ).toBeVisible()
      await look('a submitted renewal')

      // A submitted credential is not yet renewed.
      await page.goto('/')
      await expectHeading(
        page,
        new RegExp(`^No\\. .* Renewal submitted on ${long(today())}; check with the board\\.$`),
      )
      await page.getByRole('link', { name: 'Check the renewal of Texas RN' }).click()
      await expectHeading(page, 'Renew Texas RN')

      const finish = async () => {
        await typeDate(page, 'Expires on', newEnd)
        await page.getByLabel('Number', { exact: true }).fill('TX-772')
        await press(page, 'Finish the renewal')
        await expect(page.getByText(`Texas RN was renewed until ${long(newEnd)}`)).toBeVisible()
        await expectHeading(page, 'Texas RN license')
      }
      await chooseFiles(page, /^Choose files/, {
        name: 'card.jpg',
        mimeType: 'image/jpeg',
        buffer: await cardPhoto(),
      })
      await look('the new card')
      await finish()
      const history = page.getByRole('list', { name: 'Earlier terms' })
      await expect(history).toContainText(`to ${long(ended)}`)
      await look('the history')

      // Undo from the history reverts the whole step; the toast has disappeared by now.
      await press(page, 'Undo this renewal')
      await expect(history).toHaveCount(0)
      const before = await page.request.get(`/api/credentials/${id}`)
      expect(await before.json()).toMatchObject({ number: 'TX-771', expiresAt: ended })
      await page.getByRole('link', { name: 'Continue renewal' }).click()
      await finish()
      await page.goto('/')
      await expectHeading(page, new RegExp(`^Yes, until ${long(newEnd)}\\.`))

      expect(violations).toEqual([])
      expect(faults).toEqual([])
    })

    test('the next card of a certification renews it, from the file of the card', { tag: '@long' }, async ({
      owner: { page },
      faults,
    }) => {
      const ended = addDays(today(), 20)
      const { id } = await send<{ id: string }>(page, '/api/credentials', {
        ...{ kind: 'certification', name: 'Basic Life Support', code: 'BLS', number: '226013914' },
        ...{ issuer: 'American Heart Association', issuedAt: addYears(ended, -2), expiresAt: ended },
      })
      await page.goto('/upload?kind=certification')
      await chooseFiles(page, /^Choose files/, {
        name: 'card.jpg',
        mimeType: 'image/jpeg',
        buffer: await cardPhoto(),
      })
      await page.getByRole('combobox', { name: 'Which certification?' }).fill('BLS')
      await page.keyboard.press('Tab')
      await typeDate(page, 'Expires on', addYears(ended, 2))
      await press(page, 'Save to My Vault')
      await expect(page.getByRole('region', { name: 'Already in My Vault' })).toBeFocused()
      expect(await themeProblems(page, 'the question')).toEqual([])
      await press(page, 'Renew it with this card')
      await press(page, 'Renew BLS')
      await expect(page.getByText(`BLS was renewed until ${long(addYears(ended, 2))}`)).toBeVisible()
      await expect(page.getByRole('list', { name: 'Earlier terms' })).toContainText(`to ${long(ended)}`)
      const { items } = await (await page.request.get('/api/credentials')).json()
      expect(items).toMatchObject([{ id, number: null, fileIds: [expect.any(String)] }])
      expect(faults).toEqual([])
    })
  })
