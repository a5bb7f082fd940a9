import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { credentialItems, credentialSummary } from '#shared/credentials/credential.ts'
import { type Verdict, verdict } from '#shared/credentials/verdict-answer.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { DashboardPage } from './dashboard-page.tsx'

const id = '0d2a3a3c-5b34-4f0e-9d35-3f3c1d0f4b11'
const sampleId = '2d2a3a3c-5b34-4f0e-9d35-3f3c1d0f4b11'
const cardId = '1d2a3a3c-5b34-4f0e-9d35-3f3c1d0f4b11'

async function renderDashboard(answer: Verdict, dateMissing = 0) {
  const network = stubNetwork()
  network.answer('GET', '/api/credentials/verdict', verdict, answer)
  network.answer('GET', '/api/credentials/renewal/365', credentialItems, { items: [] })
  network.answer('GET', '/api/credentials/summary', credentialSummary, {
    total: 2,
    byStatus: { active: 2, renewal_due: 0, expiring_soon: 0, expired: 0 },
    dateMissing,
    archived: 0,
    byKind: { license: 1, certification: 1 },
    tags: [],
  })
  // The other lists of the page load by themselves.
  for (const path of ['/api/ceu-cycles', '/api/reminders/summary', '/api/share', '/api/ceu-cycles/proposals'])
    network.refuse('GET', path, 'not_authenticated')
  await renderInApp(<DashboardPage />, { route: '/' })
}

const partly: Verdict = {
  verdict: 'partly',
  until: null,
  headline: 'Texas: your license is valid until Mar 31, 2027, but ACLS expired on Oct 31, 2026.',
  action: { kind: 'renew', label: 'Renew ACLS', resourceId: cardId },
  states: [
    {
      state: 'Texas',
      verdict: 'partly',
      until: null,
      reasons: [
        { resourceId: id, title: 'Texas RN', reason: 'is valid until Mar 31, 2027' },
        { resourceId: cardId, title: 'ACLS', reason: 'expired on Oct 31, 2026' },
      ],
    },
  ],
}

describe('the dashboard answers whether the owner is clear to work', () => {
  test('with the verdict, what it rests on, one next step, and what holds in each state', async () => {
    await renderDashboard(partly)
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(partly.headline)
    await expect
      .element(page.getByText('By the dates you entered. Your board and your employer decide.'))
      .toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Renew ACLS' }))
      .toHaveAttribute('href', `/credentials/${cardId}/renew`)
    await expect
      .element(page.getByRole('list', { name: 'By state' }).getByRole('link', { name: /^Texas RN/ }))
      .toMatchTextContent(/^Texas RN is valid until Mar 31, 2027$/)
  })

  test('and tells what several states ask for alike once', async () => {
    const [texas] = partly.states
    if (!texas) throw new Error('The sample has a state')
    const license = { resourceId: sampleId, title: 'California RN', reason: 'expired on Jan 31, 2026' }
    const california = { ...texas, state: 'California', reasons: [license, ...texas.reasons.slice(1)] }
    await renderDashboard({ ...partly, states: [texas, california] })
    const groups = page.getByRole('list', { name: 'By state' })
    await expect
      .element(groups)
      .toMatchTextContent(
        /^Texas\s*Texas RN is valid until Mar 31, 2027\s*California\s*California RN expired on Jan 31, 2026\s*Every state\s*ACLS expired on Oct 31, 2026$/,
      )
  })

  test('a missing date leads to the form, and is not counted as active', async () => {
    const headline = 'We can’t tell yet: the Texas RN license has no expiration date.'
    const action = { kind: 'add_date', label: 'Add the date', resourceId: id } as const
    await renderDashboard({ verdict: 'unknown', until: null, headline, action, states: [] }, 1)
    await expect
      .element(page.getByRole('link', { name: 'Add the date' }))
      .toHaveAttribute('href', `/credentials/${id}/edit`)
    await expect
      .element(page.getByRole('link', { name: 'Add the missing date of 1 credential' }))
      .toHaveAttribute('href', '/credentials?status=date_missing')
    await expect.element(page.getByText('Nothing with a date expires within a year.')).toBeVisible()
    const counts = page.getByRole('list', { name: 'Credentials by status' })
    await expect
      .element(counts.getByRole('link', { name: /Date missing/ }))
      .toMatchTextContent(/^1\s*Date missing$/)
    await expect.element(counts.getByRole('link', { name: /Active/ })).toMatchTextContent(/^1\s*Active$/)
  })
})
