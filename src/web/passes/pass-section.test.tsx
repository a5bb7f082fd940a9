import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Credential, credential } from '#shared/credentials/credential.ts'
import { sampleLicense } from '#shared/credentials/sample.ts'
import { createdLink, createdPass, passState } from '#shared/passes/contract.ts'
import { button } from '#testing/web/fields.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { PassSection } from './pass-section.tsx'

const at = '2026-11-23T15:00:00.000Z'
const id = '7c9e6679-7425-4000-8000-000000000401'
const license: Credential = credential.parse({
  ...{ ...sampleLicense, id, userId: 'ann', number: 'RN-884-4821', expiresAt: '2027-03-31' },
  ...{ createdAt: at, updatedAt: at, archivedAt: null, status: 'active', daysLeft: 128, fileIds: [] },
  ...{ dateMissing: false, followsSchedule: true, fileId: null },
})
const apple = { hasApplePass: true, hasGooglePass: false }
const both = { hasApplePass: true, hasGooglePass: true }
const none = { applePass: null, googlePass: null }

test('hides the number by default, and opens the file', async () => {
  const network = stubNetwork()
  network.answer('GET', `/api/passes/${id}`, passState, none)
  network.answer('PUT', `/api/passes/${id}/apple`, createdPass, { url: '/file' })
  const opened: string[] = []
  await renderInApp(<PassSection credential={license} site={apple} onOpen={(url) => opened.push(url)} />)
  await expect.element(page.getByText(/The pass shows •••• 4821/)).toBeVisible()
  await expect.element(page.getByRole('checkbox', { name: 'Show the whole number' })).not.toBeChecked()
  await userEvent.click(button('Add to Apple Wallet'))
  await expect.poll(() => opened).toEqual(['/file'])
  expect(page.getByText(/Google/).elements()).toEqual([])
})

test('shows an error, and starts with the choice of an existing pass', async () => {
  const network = stubNetwork()
  const applePass = { createdAt: at, showsNumber: true }
  network.answer('GET', `/api/passes/${id}`, passState, { ...none, applePass })
  network.refuse('PUT', `/api/passes/${id}/apple`, 'too_many_requests')
  await renderInApp(<PassSection credential={license} site={apple} />)
  await expect.element(page.getByRole('checkbox', { name: 'Show the whole number' })).toBeChecked()
  await userEvent.click(button('Add to Apple Wallet'))
  await expect.element(page.getByRole('alert')).toBeVisible()
})

test('opens Google Wallet in a new tab, and offers a link in case the browser blocks the tab', async () => {
  const network = stubNetwork()
  const url = 'https://pay.google.com/gp/v/save/a.b.c'
  const applePass = { createdAt: at, showsNumber: true }
  network.answer('GET', `/api/passes/${id}`, passState, { ...none, applePass })
  network.answer('PUT', `/api/passes/${id}/google`, createdLink, { url })
  const opened: string[] = []
  await renderInApp(<PassSection credential={license} site={both} onOpenTab={(to) => opened.push(to)} />)
  await expect.element(page.getByText(/kept on Google’s servers/)).toBeVisible()
  await expect.element(page.getByRole('checkbox', { name: 'Show the whole number' })).not.toBeChecked()
  await userEvent.click(button('Add to Google Wallet'))
  await expect.poll(() => opened).toEqual([url])
  const link = page.getByRole('link', { name: 'Open Google Wallet in a new tab' })
  await expect.element(link).toHaveAttribute('href', url)
  await expect.element(link).toHaveAttribute('target', '_blank')
  await userEvent.click(page.getByText('Show the whole number'))
  await expect.element(link).not.toBeInTheDocument()
})
