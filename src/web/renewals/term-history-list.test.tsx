import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { credential as credentialSchema } from '#shared/credentials/credential.ts'
import { sampleLicense } from '#shared/credentials/sample.ts'
import {
  renewal as renewalSchema,
  type Term,
  termItems,
  term as termSchema,
} from '#shared/renewals/renewal.ts'
import { alert, button, toast } from '#testing/web/fields.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { TermHistoryList } from './term-history-list.tsx'

const id = (n: number) => `7c9e6679-7425-4000-8000-00000000000${n}`
const now = '2026-11-21T18:00:00.000Z'
const license = credentialSchema.parse({
  ...sampleLicense,
  ...{
    id: id(1),
    status: 'active',
    daysLeft: 130,
    dateMissing: false,
    followsSchedule: false,
    archivedAt: null,
  },
  ...{ createdAt: now, updatedAt: now },
})
const latest: Term = termSchema.parse({
  ...{ id: id(2), renewalId: id(3), issuedAt: '2022-04-01', expiresAt: '2024-03-31', neverExpires: false },
  ...{ number: 'OLD-77', fileIds: [], endedAt: now },
})
const first: Term = {
  ...latest,
  id: id(4),
  renewalId: id(5),
  issuedAt: null,
  expiresAt: '2022-03-31',
  number: null,
}
const path = `/api/credentials/${license.id}/terms`

async function renderHistory(items: Term[]) {
  const network = stubNetwork()
  network.answer('GET', path, termItems, { items })
  await renderInApp(<TermHistoryList credential={license} />)
  return network
}

describe('earlier terms', () => {
  test('are hidden before the first renewal', async () => {
    const network = await renderHistory([])
    await expect.poll(() => network.sent('GET', path).length).toBe(1)
    await expect.element(page.getByRole('heading', { name: 'Earlier terms' })).not.toBeInTheDocument()
  })

  test('show their dates, and the number only on request', async () => {
    await renderHistory([latest, first])
    const rows = page.getByRole('list', { name: 'Earlier terms' }).getByRole('listitem')
    await expect.element(rows.nth(0)).toMatchTextContent('Apr 1, 2022 to Mar 31, 2024')
    await expect.element(rows.nth(0)).toMatchTextContent('Renewed on Nov 21, 2026')
    await expect.element(rows.nth(1)).toMatchTextContent('Until Mar 31, 2022')
    await expect.element(page.getByText('OLD-77')).not.toBeInTheDocument()
    await userEvent.click(page.getByRole('button', { name: /^Show the number of the term/ }))
    await expect.element(page.getByText('OLD-77')).toBeVisible()
  })

  test('let the latest renewal be undone', async () => {
    const network = await renderHistory([latest, first])
    network.answer('POST', `/api/renewals/${latest.renewalId}/undo`, renewalSchema, {
      ...{ id: latest.renewalId, credentialId: license.id, state: 'planned', openedOn: '2024-01-01' },
      ...{ submittedOn: null, classOn: null, fee: null, confirmation: null, notes: null, duties: [] },
      ...{ fileIds: [], finishedAt: null, createdAt: now, updatedAt: now },
    })
    network.answer('GET', path, termItems, { items: [first] })
    await userEvent.click(button('Undo this renewal'))
    await expect.element(toast).toMatchTextContent('Restored the old term of Texas RN')
    await expect.element(page.getByText('Apr 1, 2022 to Mar 31, 2024')).not.toBeInTheDocument()
  })

  test('show why a renewal is not undone', async () => {
    const network = await renderHistory([latest])
    network.refuse('POST', `/api/renewals/${latest.renewalId}/undo`, 'renewal_outdated')
    await userEvent.click(button('Undo this renewal'))
    await expect.element(alert).toMatchTextContent('Edit the credential instead.')
    await expect.element(page.getByText('Apr 1, 2022 to Mar 31, 2024')).toBeVisible()
  })

  test('show an error when they did not load, and load again', async () => {
    const network = stubNetwork()
    network.disconnect('GET', path)
    await renderInApp(<TermHistoryList credential={license} />)
    await expect.element(alert).toMatchTextContent('Lanyard cannot be reached.')
    network.answer('GET', path, termItems, { items: [latest] })
    await userEvent.click(button('Try again'))
    await expect.element(page.getByText('Apr 1, 2022 to Mar 31, 2024')).toBeVisible()
  })
})
