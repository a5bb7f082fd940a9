import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Credential, credential } from '#shared/credentials/credential.ts'
import { sampleLicense } from '#shared/credentials/sample.ts'
import { createdPass, passState } from '#shared/passes/contract.ts'
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

test('the number is hidden unless it is chosen, and the file is opened', async () => {
  const network = stubNetwork()
  network.answer('GET', `/api/passes/${id}`, passState, { applePass: null })
  network.answer('PUT', `/api/passes/${id}/apple`, createdPass, { url: '/file' })
  const opened: string[] = []
  await renderInApp(<PassSection credential={license} onOpen={(url) => opened.push(url)} />)
  await expect.element(page.getByText(/The pass shows •••• 4821/)).toBeVisible()
  await expect.element(page.getByRole('checkbox', { name: 'Show the whole number' })).not.toBeChecked()
  await userEvent.click(button('Add to Apple Wallet'))
  await expect.poll(() => opened).toEqual(['/file'])
})

test('a refusal is shown, and a pass that exists keeps its choice', async () => {
  const network = stubNetwork()
  network.answer('GET', `/api/passes/${id}`, passState, { applePass: { createdAt: at, showsNumber: true } })
  network.refuse('PUT', `/api/passes/${id}/apple`, 'too_many_requests')
  await renderInApp(<PassSection credential={license} />)
  await expect.element(page.getByRole('checkbox', { name: 'Show the whole number' })).toBeChecked()
  await userEvent.click(button('Add to Apple Wallet'))
  await expect.element(page.getByRole('alert')).toBeVisible()
})
