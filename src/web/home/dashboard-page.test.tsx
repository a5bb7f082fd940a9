import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type CeuCycle, ceuCycleItems, cycleProposals } from '#shared/ceu/cycle.ts'
import { practiceOverview } from '#shared/compact/practice-answer.ts'
import {
  type Credential,
  credentialItems,
  credentialPage,
  credentialSummary,
  presentCredential,
} from '#shared/credentials/credential.ts'
import { sampleCertification } from '#shared/credentials/sample.ts'
import { type Verdict, verdict } from '#shared/credentials/verdict-answer.ts'
import { dueHealthRecords } from '#shared/health/record.ts'
import { dismissal, dismissalItems, type Notice, notice as noticeSchema } from '#shared/notices/notice.ts'
import {
  type ReachableChannels,
  type ReminderSummary,
  reachableChannels,
  reminderSummary,
} from '#shared/reminders/reminder.ts'
import {
  defaultSettings,
  earlierDefaultSettings,
  type ReminderSettings,
  reminderSettings,
} from '#shared/reminders/settings.ts'
import { type RenewalOverview, renewalOverviewItems } from '#shared/renewals/renewal.ts'
import { listPage } from '#shared/requirements/list.ts'
import { sharePage } from '#shared/shares/share.ts'
import { texasCycle } from '#testing/web/ceu-samples.ts'
import { button, toast } from '#testing/web/fields.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { sampleNow, sampleId as sampleShareId } from '#testing/web/share-samples.ts'
import { watchInstallPrompt } from '#web/layout/install-prompt.ts'
import { DashboardPage } from './dashboard-page.tsx'

const id = '0d2a3a3c-5b34-4f0e-9d35-3f3c1d0f4b11'
const sampleId = '2d2a3a3c-5b34-4f0e-9d35-3f3c1d0f4b11'
const cardId = '1d2a3a3c-5b34-4f0e-9d35-3f3c1d0f4b11'

type Vault = {
  dated?: Credential[]
  undated?: Credential[]
  hasCycles?: boolean
  cycles?: CeuCycle[]
  renewals?: RenewalOverview[]
  warnings?: ReminderSummary['warnings']
  channels?: Partial<ReachableChannels>
  dismissed?: Notice[]
  settings?: ReminderSettings
  total?: number
}

async function renderDashboard(answer: Verdict, vault: Vault = {}) {
  const { dated = [], undated = [], hasCycles = true, renewals = [], warnings = [], total = 2 } = vault
  const network = stubNetwork()
  let dismissed: Notice[] = vault.dismissed ?? ['first_steps']
  network.answerEach('GET', '/api/notices/dismissals', dismissalItems, () => ({
    items: dismissed.map((notice) => ({ notice, dismissedUntil: null })),
  }))
  for (const notice of noticeSchema.options) {
    const path = `/api/notices/${notice}/dismissal`
    network.answerEach('PUT', path, dismissal, () => {
      dismissed = [...dismissed, notice]
      return { notice, dismissedUntil: null }
    })
    network.reply('DELETE', path, () => {
      dismissed = dismissed.filter((each) => each !== notice)
      return new Response(null, { status: 204 })
    })
  }
  network.answer('GET', '/api/renewals', renewalOverviewItems, { items: renewals })
  network.answer('GET', '/api/health-records/due', dueHealthRecords, { items: [] })
  network.answer('GET', '/api/requirement-lists', listPage, { items: [] })
  network.answer('GET', '/api/practice/overview', practiceOverview, {
    isOffered: true,
    counts: { licensed: 1, by_compact: 40, pending: 2, not: 10, unknown: 0 },
    assumes: [],
    move: null,
  })
  network.answer('GET', '/api/reminders/channels', reachableChannels, {
    ...{ email: false, push: false, webhook: false, calendar: false, ...vault.channels },
  })
  let settings = vault.settings ?? defaultSettings
  network.answerEach('GET', '/api/reminders/settings', reminderSettings, () => settings)
  network.answerEach('PUT', '/api/reminders/settings', reminderSettings, ({ body }) => {
    settings = body as ReminderSettings
    return settings
  })
  network.answer('GET', '/api/credentials/verdict', verdict, answer)
  network.answer('GET', '/api/credentials/renewal/365', credentialItems, { items: dated })
  network.answer('GET', '/api/credentials', credentialPage, { items: undated, nextCursor: null })
  network.answer('GET', '/api/credentials/summary', credentialSummary, {
    total,
    byStatus: { active: 2, renewal_due: 0, expiring_soon: 0, expired: 0 },
    dateMissing: undated.length,
    archived: 0,
    byKind: { license: 1, certification: 1 },
    tags: [],
  })
  if (hasCycles) network.answer('GET', '/api/ceu-cycles', ceuCycleItems, { items: vault.cycles ?? [] })
  else network.disconnect('GET', '/api/ceu-cycles')
  network.answer('GET', '/api/ceu-cycles/proposals', cycleProposals, { items: [] })
  network.answer('GET', '/api/reminders/summary', reminderSummary, {
    unread: 0,
    next: null,
    isPlanned: true,
    warnings,
  })
  network.answer('GET', '/api/share', sharePage, { items: [], nextCursor: null })
  await renderInApp(<DashboardPage />, { route: '/' })
  return network
}

const next = page.getByRole('region', { name: 'Next' })

function certification(id: string, code: string, expiresAt: string | null): Credential {
  const [createdAt, updatedAt] = [sampleNow, sampleNow]
  const stored = { id, kind: 'certification' as const, expiresAt, createdAt, updatedAt, archivedAt: null }
  return presentCredential({ ...sampleCertification, ...stored, code, neverExpires: false }, '2026-11-23')
}

const yes: Verdict = {
  verdict: 'yes',
  until: '2027-03-31',
  headline: 'Yes, until Mar 31, 2027. Texas RN ends first.',
  action: { kind: 'view', label: 'See Texas RN', resourceId: id },
  states: [],
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
  test('with the verdict, what it is based on, and one next step', async () => {
    await renderDashboard(partly)
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(partly.headline)
    await expect
      .element(page.getByText('By the dates you entered. Your board and your employer decide.'))
      .toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Renew ACLS' }))
      .toHaveAttribute('href', `/credentials/${cardId}/renew`)
    // The headline already contains both of its reasons.
    await expect.element(page.getByRole('list', { name: 'By state' })).not.toBeInTheDocument()
  })

  test('and lists a requirement of several states once', async () => {
    const [texas] = partly.states
    if (!texas) throw new Error('The sample has a state')
    const license = { resourceId: sampleId, title: 'California RN', reason: 'expired on Jan 31, 2026' }
    const california = { ...texas, state: 'California', reasons: [license, ...texas.reasons.slice(1)] }
    await renderDashboard({ ...partly, states: [texas, california] })
    await userEvent.click(page.getByText('What the answer is based on'))
    const groups = page.getByRole('list', { name: 'By state' })
    await expect
      .element(groups)
      .toMatchTextContent(
        /^Texas\s*Texas RN is valid until Mar 31, 2027\s*California\s*California RN expired on Jan 31, 2026\s*Every state\s*ACLS expired on Oct 31, 2026$/,
      )
  })

  test('a missing date links to the form, and is not repeated below', async () => {
    const headline = 'We can’t tell yet: the Texas RN license has no expiration date.'
    const action = { kind: 'add_date', label: 'Add the date', resourceId: id } as const
    const undated = [certification(id, 'CCRN', null), certification(cardId, 'BLS', null)]
    await renderDashboard({ verdict: 'unknown', until: null, headline, action, states: [] }, { undated })
    await expect
      .element(page.getByRole('link', { name: 'Add the date' }))
      .toHaveAttribute('href', `/credentials/${id}/edit`)
    await expect
      .element(next.getByRole('list'))
      .toMatchTextContent(/^BLS\s*Date missing\s*You get no warning until its date is here\.\s*Add the date$/)
    await expect.element(page.getByText('Nothing with a date expires within a year.')).toBeVisible()
  })
})

describe('the next steps', () => {
  test('are one list, each with its button; more than five are collapsed', async () => {
    const days = ['2026-10-31', '2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04', '2026-12-05']
    const dated = days.map((day, at) => certification(sampleShareId(at), `C${at}`, day))
    await renderDashboard(yes, { dated })
    const links = next.getByRole('list').getByRole('link')
    await expect.element(links).toHaveLength(5)
    await expect.element(links.first()).toHaveAttribute('href', `/credentials/${sampleShareId(0)}/renew`)
    await userEvent.click(page.getByRole('button', { name: 'Show all 6' }))
    await expect.element(links).toHaveLength(6)
  })

  test('are empty once everything is known', async () => {
    await renderDashboard(yes)
    await expect.element(next).toMatchTextContent(/Nothing else to do right now, based on what you entered\./)
  })

  test('are never empty while a part of them did not load', async () => {
    await renderDashboard(yes, { hasCycles: false })
    await expect.element(next.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect.element(next).not.toMatchTextContent(/Nothing (else )?to do/)
  })
})

const noMail = {
  ...{ code: 'mail_not_set_up' as const, channel: 'email' as const, at: null },
  reason: 'Email is not set up',
}

describe('a renewal under way', () => {
  test('is one step with its date, and continues', async () => {
    const renewal: RenewalOverview = {
      ...{ id: sampleId, credentialId: cardId, kind: 'certification', title: 'ACLS', state: 'submitted' },
      ...{ openedOn: '2026-11-01', submittedOn: '2026-11-02', finishedAt: null, endedTerm: null },
    }
    await renderDashboard(yes, { dated: [certification(cardId, 'ACLS', '2026-10-31')], renewals: [renewal] })
    const list = next.getByRole('list')
    await expect
      .element(list)
      .toMatchTextContent(
        /^ACLS\s*Expired\s*Oct 31, 2026.*Renewal under way: submitted on Nov 2, 2026\. Check with the issuer\.\s*Continue renewal$/,
      )
    await expect
      .element(list.getByRole('link', { name: 'Continue renewal: ACLS' }))
      .toHaveAttribute('href', `/credentials/${cardId}/renew`)
  })
})

describe('the notice about missing mail', () => {
  const title = 'Email is not set up on this installation, so you get no reminders by email.'

  test('can be hidden, and returns with Undo', async () => {
    const network = await renderDashboard(yes, { warnings: [noMail] })
    await userEvent.click(next.getByRole('button', { name: `Hide for 30 days: ${title}` }))
    await expect.element(next).toMatchTextContent(/Nothing else to do right now/)
    expect(network.sent('PUT', '/api/notices/mail_not_set_up/dismissal')).toHaveLength(1)
    await expect.element(toast).toMatchTextContent('Hidden for 30 days')
    await userEvent.click(button('Undo'))
    await expect.element(next).toMatchTextContent(title)
  })

  test('is shown once, within the first steps while those are shown', async () => {
    await renderDashboard(yes, { warnings: [noMail], dismissed: [] })
    await expect.element(page.getByText(/^Email is not set up/)).toHaveLength(1)
    await expect.element(steps).toMatchTextContent('Email is not set up on this installation.')
    await expect.element(next).toMatchTextContent(/Nothing else to do/)
  })
})

const steps = page.getByRole('region', { name: 'First steps' })

/** As on a device of which only these media queries are true. */
function matchOnly(...queries: string[]): void {
  const real = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.defineProperty(real(query), 'matches', { value: queries.includes(query) }),
  )
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
}

test('the timeline shows a CE topic with its own date', async () => {
  const [topic] = texasCycle.topics
  if (!topic) throw new Error('The cycle has no topic')
  await renderDashboard(yes, { cycles: [{ ...texasCycle, topics: [{ ...topic, dueOn: '2027-01-31' }] }] })
  const year = page.getByRole('region', { name: 'Next 12 months' })
  const mark = year.getByRole('link', { name: /^Nursing ethics for Texas RN license, Due Jan 31, 2027/ })
  await expect.element(mark).toHaveAttribute('href', `/credentials/cycles/${texasCycle.id}`)
  await expect.element(year).not.toMatchTextContent(/Nothing expires/)
})

describe('the first steps', () => {
  test('have a check mark or a button each, and no step that the verdict or the list has', async () => {
    await renderDashboard(yes, { dismissed: [], channels: { email: true } })
    await expect.element(steps).toMatchTextContent(/2 of 6/)
    const names = ['Add: A life support card', 'Add: A CE cycle']
    await expect.element(steps.getByRole('link')).toHaveLength(names.length)
    for (const name of names) await expect.element(steps.getByRole('link', { name })).toBeVisible()
    await expect.element(steps.getByRole('button', { name: /^(Show how|Install): / })).toBeVisible()
    await expect.element(next).toMatchTextContent(/Nothing else to do right now/)
  })

  test('can be hidden permanently, which can be undone', async () => {
    const network = await renderDashboard(yes, { dismissed: [] })
    await userEvent.click(steps.getByRole('button', { name: 'Hide the first steps' }))
    await expect.element(steps).not.toBeInTheDocument()
    expect(network.sent('PUT', '/api/notices/first_steps/dismissal')).toHaveLength(1)
    await userEvent.click(button('Undo'))
    await expect.element(steps).toBeVisible()
  })

  test('let the owner confirm that Lanyard is on their phone', async () => {
    const network = await renderDashboard(yes, { dismissed: [] })
    await userEvent.click(steps.getByRole('button', { name: 'Show how: Lanyard on your phone' }))
    const dialog = page.getByRole('dialog', { name: 'Put Lanyard on your phone' })
    await expect.element(dialog).toMatchTextContent(/Add to Home Screen/)
    await userEvent.click(dialog.getByRole('button', { name: 'It is on my phone' }))
    await expect.element(steps.getByRole('button', { name: /Show how/ })).not.toBeInTheDocument()
    expect(network.sent('PUT', '/api/notices/install_app/dismissal')).toHaveLength(1)
    await userEvent.click(button('Undo'))
    await expect.element(steps.getByRole('button', { name: /Show how/ })).toBeVisible()
  })

  test('turn on earlier reminders in one press, which can be undone', async () => {
    const network = await renderDashboard(yes, { dismissed: [] })
    const turnOn = steps.getByRole('button', { name: 'Turn on: Reminders from 120 days ahead' })
    await userEvent.click(turnOn)
    await expect.element(turnOn).not.toBeInTheDocument()
    await expect.element(steps).toMatchTextContent(/2 of 6/)
    expect(network.bodies('PUT', '/api/reminders/settings')).toEqual([earlierDefaultSettings])
    await userEvent.click(button('Undo'))
    await expect.element(turnOn).toBeVisible()
    expect(network.bodies('PUT', '/api/reminders/settings')[1]).toEqual(defaultSettings)
  })

  test('leave earlier reminders out once the offer was hidden', async () => {
    await renderDashboard(yes, { dismissed: ['longer_schedule'] })
    await expect.element(steps).toMatchTextContent(/1 of 5/)
  })

  test('let the browser of a phone install it', async () => {
    matchOnly('(pointer: coarse)')
    watchInstallPrompt()
    const network = await renderDashboard(yes, { dismissed: [] })
    await expect.element(steps.getByRole('button', { name: /^Show how/ })).toBeVisible()
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: () => Promise.resolve({ outcome: 'accepted' }),
    })
    dispatchEvent(offer)
    expect(offer.defaultPrevented).toBe(true)
    await userEvent.click(steps.getByRole('button', { name: 'Install: Lanyard on your phone' }))
    await expect.poll(() => network.sent('PUT', '/api/notices/install_app/dismissal')).toHaveLength(1)
    await expect.element(steps).toMatchTextContent(/2 of 6/)
  })

  test('leave one hint to install on a phone, which can be dismissed permanently', async () => {
    matchOnly('(pointer: coarse)')
    const network = await renderDashboard(yes, { dismissed: ['first_steps'] })
    const hint = page.getByRole('region', { name: 'Lanyard on your home screen' })
    await userEvent.click(hint.getByRole('button', { name: 'Show how: Lanyard on your home screen' }))
    const dialog = page.getByRole('dialog', { name: 'Put Lanyard on your phone' })
    await expect.element(dialog).toMatchTextContent(/Add to Home/)
    await userEvent.click(dialog.getByRole('button', { name: 'Not now' }))
    await userEvent.click(hint.getByRole('button', { name: 'Hide: Lanyard on your home screen' }))
    await expect.element(hint).not.toBeInTheDocument()
    expect(network.sent('PUT', '/api/notices/install_app/dismissal')).toHaveLength(1)
  })

  test.each([
    ['on a computer', [], ['first_steps']],
    ['in the app', ['(pointer: coarse)', '(display-mode: standalone)'], ['first_steps']],
    ['after it was hidden', ['(pointer: coarse)'], ['first_steps', 'install_app']],
    ['beside the first steps', ['(pointer: coarse)'], []],
  ] as const)('leave no hint %s', async (_, queries, dismissed) => {
    matchOnly(...queries)
    const network = await renderDashboard(yes, { dismissed: [...dismissed] })
    await expect.element(next).toBeVisible()
    await expect.poll(() => network.sent('GET', '/api/notices/dismissals').length).toBeGreaterThan(0)
    await expect
      .element(page.getByRole('region', { name: 'Lanyard on your home screen' }))
      .not.toBeInTheDocument()
  })

  test('detect on a phone that Lanyard runs as an app, and store that for the other devices', async () => {
    matchOnly('(pointer: coarse)', '(display-mode: standalone)')
    const network = await renderDashboard(yes, { dismissed: [] })
    await expect.element(steps).toMatchTextContent(/2 of 6/)
    await expect.poll(() => network.sent('PUT', '/api/notices/install_app/dismissal')).toHaveLength(1)
  })

  test('do not count an app on a computer as one on a phone', async () => {
    matchOnly('(display-mode: standalone)')
    await renderDashboard(yes, { dismissed: [] })
    await expect.element(steps).toMatchTextContent(/1 of 6/)
  })

  test('disappear once all are done, on every device', async () => {
    const bls = certification(cardId, 'BLS', '2028-10-31')
    const network = await renderDashboard(yes, {
      ...{
        dismissed: ['install_app'],
        settings: earlierDefaultSettings,
        undated: [bls],
        channels: { calendar: true },
        cycles: [{ ...texasCycle, hoursCompleted: 20 }],
      },
    })
    await expect.poll(() => network.sent('PUT', '/api/notices/first_steps/dismissal')).toHaveLength(1)
    await expect.element(next).toBeVisible()
    await expect.element(steps).not.toBeInTheDocument()
  })

  test('are shown below the one next step of an empty vault', async () => {
    const action = { kind: 'add_license', label: 'Add a license', resourceId: null } as const
    const verdict = { verdict: 'no_license', until: null, headline: '', action, states: [] } as const
    await renderDashboard({ ...verdict, states: [] }, { dismissed: [], total: 0 })
    await expect.element(page.getByRole('link', { name: 'Add your first credential' })).toBeVisible()
    await expect.element(steps).toMatchTextContent(/0 of 6/)
  })
})
