import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Credential, credential } from '#shared/credentials/credential.ts'
import { sampleLicense } from '#shared/credentials/sample.ts'
import { type LookupRecord, lookupItems, lookupRecord } from '#shared/lookups/record.ts'
import { button, fillIn } from '#testing/web/fields.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { renderInApp, stopClock } from '#testing/web/render.tsx'
import { LookupPage } from './lookup-page.tsx'
import { LookupSection } from './lookup-section.tsx'

const at = '2026-11-23T15:00:00.000Z'
const id = '7c9e6679-7425-4000-8000-000000000401'
const license: Credential = credential.parse({
  ...{ ...sampleLicense, id, userId: 'ann', number: 'RN-884-4821', expiresAt: '2027-03-31' },
  ...{ createdAt: at, updatedAt: at, archivedAt: null, status: 'active', daysLeft: 128, fileIds: [] },
  ...{ dateMissing: false, followsSchedule: true, fileId: null },
})
const lookup: LookupRecord = {
  ...{ id: '7c9e6679-7425-4000-8000-000000000402', credentialId: id, lookedUpOn: '2026-11-20' },
  ...{ place: 'Nursys QuickConfirm', status: 'Active', expiresAt: '2027-03-31', lastFour: '4821' },
  ...{ fileIds: [], createdAt: at, updatedAt: at },
}

async function renderSection(items: LookupRecord[], renewedOn: string | null = null) {
  stopClock(at)
  const network = stubNetwork()
  network.answer('GET', '/api/lookups', lookupItems, { items })
  await renderInApp(<LookupSection credential={license} renewedOn={renewedOn} />)
  return network
}

test('before the first look-up it shows where to look, and that this verifies nothing', async () => {
  await renderSection([], '2026-11-10')
  await expect.element(page.getByText(/not primary-source verification/)).toBeVisible()
  await expect.element(page.getByText(/You renewed it\. Look it up/)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: /^Nursys QuickConfirm/ }))
    .toHaveAttribute('href', 'https://www.nursys.com/')
  await expect.element(page.getByRole('link', { name: /Board of Nursing/ })).toBeVisible()
})

test('shows a difference, with what to do about it', async () => {
  await renderSection([{ ...lookup, status: 'Expired', expiresAt: '2029-03-31', lastFour: '0001' }])
  await expect.element(page.getByText('Looked up 3 days ago')).toBeVisible()
  await expect.element(page.getByText(/It said “Expired”\. Ask the board/)).toBeVisible()
  await expect.element(page.getByText(/ended in 0001\. Yours ends in 4821/)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Update the date' }))
    .toHaveAttribute('href', `/credentials/${id}/edit?expiresAt=2029-03-31`)
})

test('marks an old look-up, and restores a deleted one', async () => {
  const network = await renderSection([{ ...lookup, lookedUpOn: '2026-07-26' }])
  await expect.element(page.getByText('Looked up 120 days ago. Look it up again.')).toBeVisible()
  network.answerEmpty('DELETE', `/api/lookups/${lookup.id}`)
  network.answer('POST', `/api/lookups/${lookup.id}/restore`, lookupRecord, lookup)
  await userEvent.click(page.getByText('What it said'))
  await userEvent.click(button('Delete the look-up of Jul 26, 2026'))
  await userEvent.click(button('Undo'))
  await expect.poll(() => network.bodies('POST', `/api/lookups/${lookup.id}/restore`)).toHaveLength(1)
})

test('records what the board showed, with an error at each invalid field', async () => {
  stopClock(at)
  const network = stubNetwork()
  network.answer('GET', `/api/credentials/${id}`, credential, license)
  network.answer('GET', '/api/upload', lookupItems, { items: [] })
  network.answer('POST', '/api/lookups', lookupRecord, lookup)
  const { path } = await renderInApp(<LookupPage />, {
    ...{ route: '/credentials/$id/lookup', path: `/credentials/${id}/lookup` },
  })
  await userEvent.click(button('Save'))
  await expect.element(page.getByText('Enter the status it showed')).toBeVisible()
  await fillIn('Status it showed', 'Active')
  await fillIn('Last 4 of the number it showed', '4821')
  await userEvent.click(button('Save'))
  await expect
    .poll(() => network.bodies('POST', '/api/lookups'))
    .toEqual([
      {
        ...{ credentialId: id, lookedUpOn: '2026-11-23', place: 'Nursys QuickConfirm', status: 'Active' },
        ...{ expiresAt: null, lastFour: '4821', fileIds: [] },
      },
    ])
  await expect.poll(path).toBe(`/credentials/${id}`)
})
