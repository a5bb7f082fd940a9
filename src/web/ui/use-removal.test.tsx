import { useQueries } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { credential as credentialSchema } from '#shared/credentials/credential.ts'
import { sampleLicense } from '#shared/credentials/sample.ts'
import { renewalItems, termItems } from '#shared/renewals/renewal.ts'
import { stubCredentialNetwork } from '#testing/web/credential-network.ts'
import { alert, button, toast } from '#testing/web/fields.ts'
import { renderInApp } from '#testing/web/render.tsx'
import {
  credentialQuery,
  credentialSummaryQuery,
  removeCredential,
  restoreCredential,
} from '#web/credentials/api.ts'
import { renewalsQuery, termsQuery } from '#web/renewals/api.ts'
import { useRemoval } from './use-removal.ts'

const now = '2026-11-21T18:00:00.000Z'
const license = credentialSchema.parse({
  ...sampleLicense,
  ...{ id: '7c9e6679-7425-4000-8000-000000000001', status: 'active', daysLeft: 130 },
  ...{ dateMissing: false, followsSchedule: false, archivedAt: null, createdAt: now, updatedAt: now },
})
const path = `/api/credentials/${license.id}`

function DetailScreen() {
  useQueries({
    queries: [
      ...[credentialQuery(license.id), renewalsQuery(license.id), termsQuery(license.id)],
      credentialSummaryQuery,
    ],
  })
  const removal = useRemoval<{ id: string; name: string }>({
    nameOf: ({ name }) => name,
    effectOf: () => 'Its files were deleted too.',
    remove: ({ id }) => removeCredential(id),
    restore: ({ id }) => restoreCredential(id),
  })
  if (removal.isRemoved) return <p>Another screen</p>
  return (
    <button type="button" onClick={() => removal.remove({ id: license.id, name: 'Texas RN' })}>
      Delete
    </button>
  )
}

async function renderScreen() {
  const network = stubCredentialNetwork()
  network.answer('GET', path, credentialSchema, license)
  network.answer('GET', `${path}/renewals`, renewalItems, { items: [] })
  network.answer('GET', `${path}/terms`, termItems, { items: [] })
  network.answerEmpty('DELETE', path)
  await renderInApp(<DetailScreen />)
  await expect.poll(() => network.sent('GET', '/api/credentials/summary')).toHaveLength(1)
  return network
}

test('a deletion says what is gone and for how long it can be restored, and nothing is lost from sight', async () => {
  const network = await renderScreen()
  network.answer('POST', `${path}/restore`, credentialSchema, license)
  await userEvent.click(button('Delete'))
  await expect
    .element(toast)
    .toMatchTextContent(
      'Deleted “Texas RN”Its files were deleted too. You can restore it from the trash for 30 days.',
    )
  await expect.element(page.getByRole('main')).toHaveFocus()
  await userEvent.click(button('Undo'))
  await expect.element(toast).toMatchTextContent('Restored “Texas RN”')
  await expect.element(page.getByRole('main')).toHaveFocus()
})

test('the page of a deleted record requests nothing about it while it closes, and everything after Undo', async () => {
  const network = await renderScreen()
  network.answer('POST', `${path}/restore`, credentialSchema, license)
  const own = [path, `${path}/renewals`, `${path}/terms`]
  const requests = () => own.map((each) => network.sent('GET', each).length)
  await userEvent.click(button('Delete'))
  await expect.poll(() => network.sent('GET', '/api/credentials/summary')).toHaveLength(2)
  expect(requests()).toEqual([1, 1, 1])
  await userEvent.click(button('Undo'))
  await expect.poll(requests).toEqual([2, 2, 2])
})

test('a deletion that fails says what is still there, and why', async () => {
  const network = await renderScreen()
  network.disconnect('DELETE', path)
  await userEvent.click(button('Delete'))
  await expect.element(alert).toMatchTextContent(/^“Texas RN” was not deleted.*Check your connection/)
})

test('an Undo that fails says so', async () => {
  const network = await renderScreen()
  network.refuse('POST', `${path}/restore`, 'unavailable')
  await userEvent.click(button('Delete'))
  await userEvent.click(button('Undo'))
  await expect.element(alert).toMatchTextContent(/^“Texas RN” was not restored/)
})
