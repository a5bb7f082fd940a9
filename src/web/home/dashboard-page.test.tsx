import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import compactFile from '#rules/compact.json' with { type: 'json' }
import { ceuCycle, cycleProposals } from '#shared/ceu/cycle.ts'
import { createCompact } from '#shared/credentials/compact.ts'
import { type Credential, presentCredential } from '#shared/credentials/credential.ts'
import { sampleCertification, sampleLicense } from '#shared/credentials/sample.ts'
import { type HomeRecords, homeOf } from '#shared/home/home.ts'
import { home } from '#shared/home/home-answer.ts'
import { english } from '#shared/i18n/translate.ts'
import { dismissal, type Notice, notice as noticeSchema } from '#shared/notices/notice.ts'
import type { ReachableChannels, ReminderSummary } from '#shared/reminders/reminder.ts'
import {
  defaultSettings,
  earlierDefaultSettings,
  type ReminderSettings,
  reminderSettings,
} from '#shared/reminders/settings.ts'
import type { RenewalOverview } from '#shared/renewals/renewal.ts'
import { texasCycle, texasProposal } from '#testing/web/ceu-samples.ts'
import { button, toast } from '#testing/web/fields.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { renderInApp, stopClock } from '#testing/web/render.tsx'
import { sampleNow, sampleShare, sampleId as sampleShareId } from '#testing/web/share-samples.ts'
import { watchInstallPrompt } from '#web/layout/install-prompt.ts'
import { DashboardPage } from './dashboard-page.tsx'

const id = '0d2a3a3c-5b34-4f0e-9d35-3f3c1d0f4b11'
const sampleId = '2d2a3a3c-5b34-4f0e-9d35-3f3c1d0f4b11'
const cardId = '1d2a3a3c-5b34-4f0e-9d35-3f3c1d0f4b11'
const today = '2026-11-23'

type Vault = Partial<Omit<HomeRecords, 'channels' | 'leads' | 'reminders' | 'dismissed'>> & {
  warnings?: ReminderSummary['warnings']
  channels?: Partial<ReachableChannels>
  dismissed?: Notice[]
  settings?: ReminderSettings
  /** The server refuses at first. */
  isLost?: boolean
}

/** The dashboard of this vault, as the server computes it. */
async function renderDashboard(vault: Vault = {}) {
  const { warnings = [], channels, isLost = false, dismissed: before = ['first_steps'], ...recorded } = vault
  stopClock(`${today}T18:00:00.000Z`)
  const network = stubNetwork()
  let dismissed: Notice[] = before
  let settings = vault.settings ?? defaultSettings
  const records = (): HomeRecords => ({
    ...{
      credentials: [texas],
      archivedCount: 0,
      renewals: [],
      cycles: [],
      proposals: [],
      health: [],
      lists: [],
    },
    ...{ compact: createCompact(compactFile), practice, mailedFiles: 0, shares: [] },
    ...recorded,
    channels: { email: false, push: false, webhook: false, calendar: false, ...channels },
    reminders: { unread: 0, next: null, isPlanned: true, warnings },
    ...{ leads: settings.leads, dismissed },
  })
  const answerHome = () =>
    network.answerEach('GET', '/api/home', home, () =>
      homeOf(records(), { today, t: english, locale: 'en-US' }),
    )
  if (isLost) network.refuse('GET', '/api/home', 'license_not_owned')
  else answerHome()
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
  network.answerEach('GET', '/api/reminders/settings', reminderSettings, () => settings)
  network.answerEach('PUT', '/api/reminders/settings', reminderSettings, ({ body }) => {
    settings = body as ReminderSettings
    return settings
  })
  await renderInApp(<DashboardPage />, { route: '/' })
  return { ...network, answerHome }
}

const practice = {
  isOffered: true,
  counts: { licensed: 1, by_compact: 40, pending: 2, not: 10, unknown: 0 },
  ...{ assumes: [], move: null },
}

const next = page.getByRole('region', { name: 'Next' })
const filled = () => [...document.querySelectorAll('.bg-accent')].map((node) => node.textContent)

const dates = { createdAt: sampleNow, updatedAt: sampleNow, archivedAt: null }

function certification(id: string, code: string, expiresAt: string | null): Credential {
  const stored = { id, kind: 'certification' as const, expiresAt, ...dates, requiredForWork: null }
  return presentCredential({ ...sampleCertification, ...stored, code, neverExpires: false }, today)
}

function license(id: string, state: string, expiresAt: string | null): Credential {
  const stored = { id, kind: 'license' as const, state, type: 'RN', expiresAt, ...dates }
  return presentCredential({ ...sampleLicense, ...stored, multistate: false, neverExpires: false }, today)
}

const texas = license(id, 'TX', '2027-03-31')
const lapsedAcls = certification(cardId, 'ACLS', '2026-10-31')

test('the proposed CE cycle of a license is started from the dashboard in one tap, with Undo', async () => {
  const vault: Vault = { credentials: [texas], proposals: [{ ...texasProposal, credentialId: id }] }
  const { answer, answerEmpty, bodies, sent } = await renderDashboard(vault)
  await expect.element(next).toMatchTextContent('20 hours and 2 topics by Mar 31, 2027')
  answer('GET', '/api/ceu-cycles/proposals', cycleProposals, {
    items: [{ ...texasProposal, credentialId: id }],
  })
  answer('POST', '/api/ceu-cycles', ceuCycle, texasCycle)
  await userEvent.click(next.getByRole('button', { name: /^Start tracking/ }))
  await expect.element(toast).toMatchTextContent('Tracking CE for Texas RN license')
  expect(bodies('POST', '/api/ceu-cycles')).toMatchObject([
    { licenseId: id, cycleEnd: '2027-03-31', requiredHours: 20 },
  ])
  answerEmpty('DELETE', `/api/ceu-cycles/${texasCycle.id}`)
  await userEvent.click(button('Undo'))
  await expect.poll(() => sent('DELETE', `/api/ceu-cycles/${texasCycle.id}`).length).toBe(1)
})

test('the first steps start the proposed CE cycle in one tap', async () => {
  const proposals = [{ ...texasProposal, credentialId: id }]
  const { answer, sent } = await renderDashboard({ credentials: [texas], proposals, dismissed: [] })
  const steps = page.getByRole('region', { name: 'First steps' })
  await expect.element(steps).toMatchTextContent('Texas RN: 20 hours and 2 topics by Mar 31, 2027')
  answer('GET', '/api/ceu-cycles/proposals', cycleProposals, { items: proposals })
  answer('POST', '/api/ceu-cycles', ceuCycle, texasCycle)
  await userEvent.click(steps.getByRole('button', { name: 'Start tracking: A CE cycle' }))
  await expect.element(toast).toMatchTextContent('Tracking CE for Texas RN license')
  expect(sent('POST', '/api/ceu-cycles')).toHaveLength(1)
})

describe('the dashboard answers whether the owner is clear to work', () => {
  test('with the verdict, what it is based on, and one next step', async () => {
    await renderDashboard({ credentials: [texas, lapsedAcls] })
    await expect
      .element(page.getByRole('heading', { level: 1 }))
      .toMatchTextContent(
        'Texas: your license is valid until Mar 31, 2027, but ACLS expired on Oct 31, 2026.',
      )
    await expect
      .element(page.getByText('By the dates you entered. Your board and your employer decide.'))
      .toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Renew ACLS' }))
      .toHaveAttribute('href', `/credentials/${cardId}/renew`)
    // The headline already contains both reasons.
    await expect.element(page.getByRole('list', { name: 'By state' })).not.toBeInTheDocument()
  })

  test('and lists a requirement of several states once', async () => {
    await renderDashboard({ credentials: [texas, license(sampleId, 'CA', '2026-01-31'), lapsedAcls] })
    await userEvent.click(page.getByText('What the answer is based on'))
    const groups = page.getByRole('list', { name: 'By state' })
    await expect
      .element(groups)
      .toMatchTextContent(
        /^Texas\s*Texas RN is valid until Mar 31, 2027\s*California\s*California RN expired on Jan 31, 2026\s*Every state\s*ACLS expired on Oct 31, 2026$/,
      )
  })

  test('with every state that is not clear, the next two that end, and the others in one row', async () => {
    const lapsed = license(sampleShareId(90), 'IL', '2026-10-31')
    const clear = ['TX', 'CA', 'NY', 'OH', 'FL', 'GA'].map((state, at) =>
      license(sampleShareId(at), state, `2027-0${at + 3}-15`),
    )
    await renderDashboard({ credentials: [...clear, lapsed] })
    const action = page.getByRole('link', { name: 'Renew Illinois RN' }).first()
    const answers = page.getByRole('list', { name: 'Answers' })
    await expect.element(answers.getByRole('listitem')).toHaveLength(3)
    await expect.element(answers).toMatchTextContent(/Illinois.*Texas.*California/)
    expect(action.element().compareDocumentPosition(answers.element())).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    const others = page.getByRole('list', { name: 'More states' })
    await expect.element(others).not.toBeInTheDocument()
    await userEvent.click(page.getByText('4 more states'))
    await expect.element(page.getByText('Yes, until at least May 15, 2027')).toBeVisible()
    await expect.element(others).toMatchTextContent(/New York.*Ohio.*Florida.*Georgia/)
  })

  test('a missing date links to the form, and is not repeated below', async () => {
    await renderDashboard({ credentials: [license(id, 'TX', null), certification(cardId, 'BLS', null)] })
    await expect
      .element(page.getByRole('heading', { level: 1 }))
      .toMatchTextContent('We can’t tell yet: the Texas RN license has no expiration date.')
    await expect
      .element(page.getByRole('link', { name: 'Add the date' }).first())
      .toHaveAttribute('href', `/credentials/${id}/edit`)
    await expect
      .element(next.getByRole('list'))
      .toMatchTextContent(/^BLS\s*Date missing\s*Add its expiration date to get reminders\.\s*Add the date$/)
    await expect.element(page.getByText('Nothing with a date expires in the next 12 months.')).toBeVisible()
  })

  test('or says that it did not load, and loads again', async () => {
    const { answerHome } = await renderDashboard({ isLost: true })
    await expect.element(page.getByRole('heading', { name: 'Your dashboard did not load' })).toBeVisible()
    answerHome()
    await userEvent.click(button('Try again'))
    await expect.element(next.getByRole('link', { name: /^Texas RN/ })).toBeVisible()
  })

  test('by one request', async () => {
    const network = await renderDashboard()
    await expect.element(next).toBeVisible()
    expect(network.sent('GET', '/api/home')).toHaveLength(1)
  })
})

describe('the recent shares', () => {
  const shares = page.getByRole('region', { name: 'Recent shares' })
  const share = (nth: number, lastViewedAt: string | null) => ({
    ...{ ...sampleShare, id: sampleShareId(nth), recipient: `Reader ${nth}` },
    ...{ lastViewedAt, viewCount: lastViewedAt ? 1 : 0 },
  })

  test('are three, those first that were opened since the owner last looked', async () => {
    await renderDashboard({ shares: [share(1, null), share(2, null), share(3, null), share(4, sampleNow)] })
    const links = shares.getByRole('list').getByRole('link')
    await expect.element(links).toHaveLength(3)
    await expect.element(links.first()).toMatchTextContent(/For Reader 4.*Opened once/)
  })

  test('offer to create the first link', async () => {
    await renderDashboard()
    await expect
      .element(shares.getByRole('link', { name: 'Create a link' }))
      .toHaveAttribute('href', '/credentials/shares/new')
  })
})

describe('the next steps', () => {
  test('are one list, each with its button; more than five are collapsed', async () => {
    const days = ['2026-10-31', '2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04', '2026-12-05']
    const cards = days.map((day, at) => certification(sampleShareId(at), `C${at}`, day))
    await renderDashboard({ credentials: [texas, ...cards] })
    const links = next.getByRole('list').getByRole('link')
    await expect.element(links).toHaveLength(5)
    await expect.element(links.first()).toHaveAttribute('href', `/credentials/${sampleShareId(0)}/renew`)
    await userEvent.click(page.getByRole('button', { name: 'Show all 6' }))
    await expect.element(links).toHaveLength(6)
  })

  test('are what expires next once nothing is due, and no button is filled', async () => {
    await renderDashboard({ dismissed: [], channels: { email: true } })
    await expect.element(next).toMatchTextContent(/Texas RN\s*Active\s*Expires Mar 31, 2027 · in 128 days/)
    await expect.element(next).toMatchTextContent(/Nothing is due right now, based on what you entered\./)
    await expect
      .element(next.getByRole('link', { name: /^Texas RN/ }))
      .toHaveAttribute('href', `/credentials/${id}`)
    expect(next.element().compareDocumentPosition(steps.element())).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(filled()).toEqual([])
  })

  test('leave out what the filled button is about', async () => {
    const soon = certification(cardId, 'BLS', '2026-12-10')
    await renderDashboard({ credentials: [texas, soon], dismissed: [] })
    await expect.element(page.getByRole('link', { name: 'Renew BLS' })).toBeVisible()
    await expect.element(next.getByRole('listitem')).toHaveLength(1)
    await expect.element(next).toMatchTextContent(/Nothing else is due right now/)
    await expect.element(page.getByText('A CE cycle', { exact: true })).not.toBeVisible()
    expect(filled()).toEqual(['Renew BLS'])
  })

  test('have a filled button if a deadline is only in the list', async () => {
    const far = license(id, 'TX', '2029-03-31')
    const record = { id: cardId, title: 'TB test', dueOn: '2026-12-20' } as const
    await renderDashboard({ credentials: [far], health: [record as never] })
    await expect.element(next.getByRole('link', { name: 'Open: TB test' })).toBeVisible()
    expect(filled()).toEqual(['Open'])
  })

  test('are never empty while a part of them did not load', async () => {
    await renderDashboard({ health: null })
    await expect.element(next.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect.element(next).not.toMatchTextContent(/Nothing (else )?is due/)
  })
})

const noMail = {
  ...{ code: 'mail_not_set_up' as const, channel: 'email' as const, at: null },
  reason: 'Email is not set up',
}

describe('a renewal under way', () => {
  test('is one step with its date, and continues', async () => {
    const renewal: RenewalOverview = {
      ...{ id: sampleId, credentialId: cardId, kind: 'certification', title: 'CCRN', state: 'submitted' },
      ...{ openedOn: '2026-11-01', submittedOn: '2026-11-02', duties: [], finishedAt: null },
      endedTerm: null,
    }
    await renderDashboard({
      credentials: [texas, certification(cardId, 'CCRN', '2026-10-31')],
      renewals: [renewal],
    })
    const list = next.getByRole('list')
    await expect
      .element(list.getByRole('listitem').first())
      .toMatchTextContent(
        /^CCRN\s*Expired\s*Oct 31, 2026.*Renewal submitted on Nov 2, 2026\. Check with the issuer\.\s*Continue$/,
      )
    await expect
      .element(list.getByRole('link', { name: 'Continue: CCRN' }))
      .toHaveAttribute('href', `/credentials/${cardId}/renew`)
  })
})

describe('the notice about missing mail', () => {
  const title = 'Email is not set up on this installation, so you get no reminders by email.'

  test('can be hidden, and returns with Undo', async () => {
    const network = await renderDashboard({ warnings: [noMail] })
    await userEvent.click(next.getByRole('button', { name: `Hide for 30 days: ${title}` }))
    await expect.element(next).toMatchTextContent(/Nothing is due right now/)
    expect(network.sent('PUT', '/api/notices/mail_not_set_up/dismissal')).toHaveLength(1)
    await expect.element(toast).toMatchTextContent('Hidden for 30 days')
    await userEvent.click(button('Undo'))
    await expect.element(next).toMatchTextContent(title)
  })

  test('is shown once, within the first steps while those are shown', async () => {
    await renderDashboard({ warnings: [noMail], dismissed: [] })
    await expect.element(page.getByText(/^Email is not set up/)).toHaveLength(1)
    await expect.element(steps).toMatchTextContent('Email is not set up on this installation.')
    await expect.element(next).toMatchTextContent(/Nothing is due/)
  })
})

const steps = page.getByRole('region', { name: 'First steps' })

/** Acts like a device for which only these media queries are true. */
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
  await renderDashboard({ cycles: [{ ...texasCycle, topics: [{ ...topic, dueOn: '2027-01-31' }] }] })
  const year = page.getByRole('region', { name: 'Next 12 months' })
  const mark = year.getByRole('link', { name: /^Nursing ethics, Texas RN license, Due Jan 31, 2027/ })
  await expect.element(mark).toHaveAttribute('href', `/credentials/cycles/${texasCycle.id}`)
  await expect.element(year).not.toMatchTextContent(/Nothing expires/)
})

describe('the first steps', () => {
  test('are one closed row after the list if something is due', async () => {
    await renderDashboard({ dismissed: [], credentials: [texas, lapsedAcls], channels: { email: true } })
    await expect.element(page.getByRole('heading', { name: 'First steps' })).toBeVisible()
    await expect.element(page.getByText('A CE cycle', { exact: true })).not.toBeVisible()
    const row = page.getByText('First steps').element()
    const list = next.element()
    expect(list.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    await userEvent.click(page.getByText('First steps'))
    await expect.element(page.getByText('A CE cycle', { exact: true })).toBeVisible()
  })

  test('have a button each, and leave out done steps and those that the verdict or the list has', async () => {
    await renderDashboard({ dismissed: [], channels: { email: true } })
    await expect.element(steps).toMatchTextContent(/2 of 6 done/)
    const names = ['Add: A life support card', 'Add: A CE cycle']
    await expect.element(steps.getByRole('link')).toHaveLength(names.length)
    for (const name of names) await expect.element(steps.getByRole('link', { name })).toBeVisible()
    await expect.element(steps.getByRole('button', { name: /^(Show how|Install): / })).toBeVisible()
    await expect.element(next).toMatchTextContent(/Nothing is due right now/)
  })

  test('can be hidden permanently, which can be undone', async () => {
    const network = await renderDashboard({ dismissed: [] })
    await userEvent.click(steps.getByRole('button', { name: 'Hide the first steps' }))
    await expect.element(steps).not.toBeInTheDocument()
    expect(network.sent('PUT', '/api/notices/first_steps/dismissal')).toHaveLength(1)
    await userEvent.click(button('Undo'))
    await expect.element(steps).toBeVisible()
  })

  test('let the owner confirm that Lanyard is on their phone', async () => {
    const network = await renderDashboard({ dismissed: [] })
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
    const network = await renderDashboard({ dismissed: [] })
    const turnOn = steps.getByRole('button', { name: 'Turn on: Reminders from 120 days ahead' })
    await userEvent.click(turnOn)
    await expect.element(turnOn).not.toBeInTheDocument()
    await expect.element(steps).toMatchTextContent(/2 of 6 done/)
    expect(network.bodies('PUT', '/api/reminders/settings')).toEqual([earlierDefaultSettings])
    await userEvent.click(button('Undo'))
    await expect.element(turnOn).toBeVisible()
    expect(network.bodies('PUT', '/api/reminders/settings')[1]).toEqual(defaultSettings)
  })

  test('leave earlier reminders out once the offer was hidden', async () => {
    await renderDashboard({ dismissed: ['longer_schedule'] })
    await expect.element(steps).toMatchTextContent(/1 of 5 done/)
  })

  test('let the browser of a phone install it', async () => {
    matchOnly('(pointer: coarse)')
    watchInstallPrompt()
    const network = await renderDashboard({ dismissed: [] })
    await expect.element(steps.getByRole('button', { name: /^Show how/ })).toBeVisible()
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: () => Promise.resolve({ outcome: 'accepted' }),
    })
    dispatchEvent(offer)
    expect(offer.defaultPrevented).toBe(true)
    await userEvent.click(steps.getByRole('button', { name: 'Install: Lanyard on your phone' }))
    await expect.poll(() => network.sent('PUT', '/api/notices/install_app/dismissal')).toHaveLength(1)
    await expect.element(steps).toMatchTextContent(/2 of 6 done/)
  })

  test('leave one hint to install on a phone, which can be dismissed permanently', async () => {
    matchOnly('(pointer: coarse)')
    const network = await renderDashboard({ dismissed: ['first_steps'] })
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
    await renderDashboard({ dismissed: [...dismissed] })
    await expect.element(next).toBeVisible()
    await expect
      .element(page.getByRole('region', { name: 'Lanyard on your home screen' }))
      .not.toBeInTheDocument()
  })

  test('detect on a phone that Lanyard runs as an app, and store that for the other devices', async () => {
    matchOnly('(pointer: coarse)', '(display-mode: standalone)')
    const network = await renderDashboard({ dismissed: [] })
    await expect.element(steps).toMatchTextContent(/2 of 6 done/)
    await expect.poll(() => network.sent('PUT', '/api/notices/install_app/dismissal')).toHaveLength(1)
  })

  test('do not count an app on a computer as one on a phone', async () => {
    matchOnly('(display-mode: standalone)')
    await renderDashboard({ dismissed: [] })
    await expect.element(steps).toMatchTextContent(/1 of 6 done/)
  })

  test('disappear once all are done, on every device', async () => {
    const bls = certification(cardId, 'BLS', '2028-10-31')
    const network = await renderDashboard({
      ...{
        dismissed: ['install_app'],
        settings: earlierDefaultSettings,
        credentials: [texas, bls],
        channels: { calendar: true },
        cycles: [{ ...texasCycle, hoursCompleted: 20 }],
      },
    })
    await expect.poll(() => network.sent('PUT', '/api/notices/first_steps/dismissal')).toHaveLength(1)
    await expect.element(next).toBeVisible()
    await expect.element(steps).not.toBeInTheDocument()
  })

  test('are shown below the one next step of an empty vault', async () => {
    await renderDashboard({ credentials: [], dismissed: [] })
    await expect.element(page.getByRole('link', { name: 'Add your first credential' })).toBeVisible()
    await expect.element(steps).toMatchTextContent(/0 of 6 done/)
  })
})

test('documents that came by email are a step that leads to them', async () => {
  await renderDashboard({ mailedFiles: 2 })
  await expect.element(next).toMatchTextContent(/2 documents from your email wait/)
  await expect
    .element(next.getByRole('link', { name: /^Open: / }))
    .toHaveAttribute('href', '/upload#from-your-email')
})
