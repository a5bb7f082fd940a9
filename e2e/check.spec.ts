import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { codeText } from '#shared/checks/code.ts'
import { findStatement } from '#shared/checks/statement.ts'
import type { CreatedShare } from '#shared/shares/share.ts'
import { layoutProblems, themeProblems } from './accessibility.ts'
import { send } from './account.ts'
import { licensePdf } from './documents.ts'
import { expect, test } from './fixtures.ts'
import { press } from './pages.ts'
import { desktop, phone } from './screens.ts'

test.use(phone)

const choose = (page: Page, name: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer })
const titled = (page: Page, name: string | RegExp) => page.getByRole('status').getByRole('heading', { name })

test('an employer checks the PDF of a link: unchanged, changed, unknown, without a connection, and by its code', async ({
  owner: { page: nurse, context },
  openPage,
  browser,
}) => {
  const license = { kind: 'license', type: 'RN', state: 'TX', number: 'RN-884213', expiresAt: '2099-12-31' }
  const { id: resourceId } = await send<{ id: string }>(nurse, '/api/credentials', license)
  const share = { resourceType: 'license', resourceId }
  const link = await send<CreatedShare>(nurse, '/api/share', share)

  const employer = await openPage(phone)
  const { page, faults } = employer
  await page.goto(`/share/${link.token}`)
  await press(page, 'View credentials')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    press(page, 'Download all as one PDF'),
  ])
  const packet = readFileSync(await download.path())
  const code = findStatement(packet.toString('latin1'))?.claimed.code ?? ''

  const sent: string[] = []
  page.on('request', (request) => sent.push(`${new URL(request.url()).pathname} ${request.postData() ?? ''}`))
  await page.goto('/check')
  const problems = await themeProblems(page, 'empty')
  await choose(page, 'packet.pdf', packet)
  await expect(titled(page, /^Unchanged since /)).toBeVisible()
  await expect(page.getByText(/with a share link that is open until/)).toBeVisible()
  await expect(page.getByText(codeText(code))).toBeVisible()
  problems.push(...(await themeProblems(page, 'unchanged')))
  // Nothing of the file is sent but its code.
  expect(sent.filter((request) => request.startsWith('/api/check'))).toEqual([
    '/api/check/key ',
    `/api/check ${JSON.stringify({ code })}`,
  ])
  expect(sent.filter((request) => request.includes('PDF-1') || request.includes('RN-884213'))).toEqual([])

  const edited = Buffer.from(packet)
  edited[500] = (edited[500] ?? 0) ^ 1
  await choose(page, 'packet.pdf', edited)
  await expect(titled(page, 'Changed')).toBeVisible()
  problems.push(...(await themeProblems(page, 'changed')))
  await choose(page, 'letter.pdf', await licensePdf(browser))
  await expect(titled(page, 'Unknown file')).toBeVisible()
  problems.push(...(await themeProblems(page, 'unknown')))

  await page.getByLabel('Code on the page').fill(codeText(code).toLowerCase())
  await press(page, 'Look up')
  await expect(page.getByText(/^A file with this code was made on /)).toBeVisible()
  problems.push(...(await layoutProblems(page, 'code')))
  expect((await context.request.delete(`/api/share/${link.id}`)).status()).toBe(204)
  await press(page, 'Look up')
  await expect(page.getByText(/share link that ended on/)).toBeVisible()
  expect(faults).toEqual([])

  await employer.context.setOffline(true)
  await choose(page, 'packet.pdf', packet)
  await expect(page.getByRole('alert')).toBeVisible()
  await employer.context.setOffline(false)
  await press(page, 'Try again')
  await expect(titled(page, /^Unchanged since /)).toBeVisible()

  // The link is no part of a file’s signature: without an answer about it, the file is unchanged all the same.
  await page.route('**/api/check', (route) => route.abort())
  await choose(page, 'packet.pdf', packet)
  await expect(page.getByText(/could not ask whether its share link has ended/)).toBeVisible()
  await expect(titled(page, /^Unchanged since /)).toBeVisible()

  const desk = await openPage(desktop, { locale: 'es-US' })
  await desk.page.goto('/check')
  await choose(desk.page, 'paquete.pdf', packet)
  await expect(titled(desk.page, /^Sin cambios desde el /)).toBeVisible()
  problems.push(...(await themeProblems(desk.page, 'unchanged in Spanish')))
  expect(problems).toEqual([])
})
