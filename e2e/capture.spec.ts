import { createHash } from 'node:crypto'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { Page } from '@playwright/test'
import { overflowOf, themeProblems } from './accessibility.ts'
import { cardPhoto, licensePdf } from './documents.ts'
import { expect, test } from './fixtures.ts'
import { chooseFiles, expectHeading, headings, visit } from './pages.ts'
import { phone, screens } from './screens.ts'

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const files = (page: Page) => page.getByRole('list', { name: 'Files' })
const uploaded = (page: Page) => files(page).getByText('uploaded', { exact: true })

type Stored = { id: string; name: string; sha256: string }

async function storedFiles(page: Page, credential: string): Promise<Stored[]> {
  const { fileIds } = await (await page.request.get(`/api/credentials/${credential}`)).json()
  return Promise.all(fileIds.map(async (id: string) => (await page.request.get(`/api/upload/${id}`)).json()))
}

/** Violations in both themes, and overflow at 320 pixels on a phone. */
async function problemsOf(page: Page, name: string): Promise<string[]> {
  const found = await themeProblems(page, name)
  const viewport = page.viewportSize()
  if (viewport?.width !== phone.viewport.width) return found
  await page.setViewportSize({ ...viewport, width: 320 })
  if ((await overflowOf(page)) > 0) found.push(`${name}: wider than 320 pixels`)
  await page.setViewportSize(viewport)
  return found
}

for (const [where, screen] of screens)
  test.describe(`on ${where}`, () => {
    test.use(screen)

    test('photos become front and back, a straightened copy and one PDF; the originals stay', async ({
      owner: { page },
      browser,
      faults,
    }) => {
      const photo = await cardPhoto()
      const letter = await licensePdf(browser)
      const problems: string[] = []
      const look = async (name: string) => {
        problems.push(...(await problemsOf(page, name)))
      }
      await visit(page, '/upload?kind=certification', headings.upload)
      await look('empty')
      await chooseFiles(page, 'Choose files', [
        { name: 'one.jpg', mimeType: 'image/jpeg', buffer: photo },
        { name: 'two.jpg', mimeType: 'image/jpeg', buffer: photo },
      ])
      await expect(uploaded(page)).toHaveCount(2)
      await expect(files(page).getByText('Front ·')).toBeVisible()
      await look('front and back')

      // One side is turned and cropped by hand.
      await page.getByRole('button', { name: 'Crop or rotate one.jpg' }).click()
      const corner = page.getByRole('button', { name: 'Bottom right corner' })
      await corner.focus()
      await page.keyboard.press('Shift+ArrowUp')
      await page.getByRole('button', { name: 'Rotate', exact: true }).click()
      await look('crop')
      await page.getByRole('button', { name: 'Save as a copy' }).click()
      await expect(uploaded(page)).toHaveCount(3)
      await expect(files(page).getByText('Original ·')).toBeVisible()

      // A letter is added, and everything is combined.
      await chooseFiles(page, 'Add files', {
        name: 'letter.pdf',
        mimeType: 'application/pdf',
        buffer: letter,
      })
      await expect(uploaded(page)).toHaveCount(4)
      await page.getByRole('button', { name: 'Combine into one PDF' }).click()
      await expect(page.getByRole('list', { name: 'Pages' }).getByRole('listitem')).toHaveCount(4)
      await page.getByRole('button', { name: 'Leave out Page 2' }).click()
      await page.getByRole('button', { name: 'Move Page 3 up' }).click()
      await look('combine')
      await page.getByRole('button', { name: 'Create a PDF of 3 pages' }).click()
      await expect(uploaded(page)).toHaveCount(5)
      await expect(page.getByRole('img', { name: /^Page 1 of 3 of Combined, 3 pages\.pdf/ })).toBeVisible()

      await page.getByRole('combobox', { name: 'Which certification?' }).fill('BLS')
      await page.keyboard.press('Enter')
      await page.getByText('Does not expire').click()
      await look('form')
      await page.getByRole('button', { name: 'Save to My Vault' }).click()
      await expectHeading(page, 'Basic Life Support')

      const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
      const stored = await storedFiles(page, id)
      expect(stored[0]?.name).toBe('Combined, 3 pages.pdf')
      const originals = stored.filter(({ name }) => ['one.jpg', 'two.jpg', 'letter.pdf'].includes(name))
      expect(originals.map(({ sha256 }) => sha256).sort()).toEqual([photo, photo, letter].map(sha256).sort())
      const content = await page.request.get(`/api/upload/${stored[0]?.id}/content`)
      const pdf = await PDFDocument.load(await content.body())
      expect(pdf.getPageCount()).toBe(3)
      expect(problems).toEqual([])
      expect(faults).toEqual([])
    })
  })
