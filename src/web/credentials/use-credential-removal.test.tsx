import { useQueries, useQuery } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { credential as credentialSchema } from '#shared/credentials/credential.ts'
import { sampleLicense } from '#shared/credentials/sample.ts'
import { renewalItems, termItems } from '#shared/renewals/renewal.ts'
import { stubCredentialNetwork } from '#testing/web/credential-network.ts'
import { button, toast } from '#testing/web/fields.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { renewalsQuery, termsQuery } from '#web/renewals/api.ts'
import { credentialQuery, credentialSummaryQuery } from './api.ts'
import { useRemoveCredential } from './use-credential-removal.ts'

const now = '2026-11-21T18:00:00.000Z'
const license = credentialSchema.parse({
  ...sampleLicense,
  ...{ id: '7c9e6679-7425-4000-8000-000000000001', status: 'active', daysLeft: 130 },
  ...{ dateMissing: false, followsSchedule: false, archivedAt: null, createdAt: now, updatedAt: now },
})
const path = `/api/credentials/${license.id}`

function DetailScreen() {
  useQueries({ queries: [credentialQuery(license.id), renewalsQuery(license.id), termsQuery(license.id)] })
  useQuery(credentialSummaryQuery)
  const removal = useRemoveCredential()
  return (
    <button type="button" onClick={() => removal.mutate(license)}>
      Delete
    </button>
  )
}

test('the page of a deleted credential requests nothing about it while it closes', async () => {
  const network = stubCredentialNetwork()
  network.answer('GET', path, credentialSchema, license)
  network.answer('GET', `${path}/renewals`, renewalItems, { items: [] })
  network.answer('GET', `${path}/terms`, termItems, { items: [] })
  network.answerEmpty('DELETE', path)
  await renderInApp(<DetailScreen />)
  const own = [path, `${path}/renewals`, `${path}/terms`]
  await expect.poll(() => own.map((each) => network.sent('GET', each).length)).toEqual([1, 1, 1])

  await userEvent.click(button('Delete'))
  await expect.element(toast).toMatchTextContent('was deleted')
  await expect.poll(() => network.sent('GET', '/api/credentials/summary').length).toBe(2)
  expect(own.map((each) => network.sent('GET', each).length)).toEqual([1, 1, 1])
})
