import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { user } from '#shared/account/profile.ts'
import { ceuCycle, cycleProposals, cycleTopic } from '#shared/ceu/cycle.ts'
import type { ProblemCode } from '#shared/http/errors.ts'
import { ceuNow, severalWaysRule, texasCycle, texasProposal, texasRule } from '#testing/web/ceu-samples.ts'
import { alert, button, choose, dateField, field, fillIn, toast, typeDate } from '#testing/web/fields.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { owner, renderInApp, stopClock } from '#testing/web/render.tsx'
import { answerSession, sampleProfile } from '#testing/web/sign-in-answers.ts'
import { CycleNewPage } from './cycle-new-page.tsx'

const cyclesPath = '/api/ceu-cycles'
const proposalsPath = '/api/ceu-cycles/proposals'
const add = button('Start tracking')
const change = async () => {
  for (const row of document.querySelectorAll('details[id]:not([open]) > summary')) await userEvent.click(row)
}
const topicAnswer = (answer: string) =>
  page
    .getByRole('radiogroup', { name: /^Are you one of these\? Nurses who work in an emergency room/ })
    .getByText(answer, { exact: true })
const firstRenewal = (answer: string) =>
  page
    .getByRole('radiogroup', { name: 'Is this your first renewal in Texas?' })
    .getByText(answer, { exact: true })

async function renderPage(search: string, items = [texasProposal]) {
  stopClock(ceuNow)
  const network = stubNetwork()
  network.answer('GET', proposalsPath, cycleProposals, { items })
  network.answer('POST', cyclesPath, ceuCycle, texasCycle)
  const path = '/credentials/cycles/new'
  const app = await renderInApp(<CycleNewPage />, { route: path, path: `${path}${search}` })
  return { ...app, network, created: () => network.bodies('POST', cyclesPath) }
}

async function renderProposed(changes: Partial<typeof texasProposal> = {}) {
  const app = await renderPage(`?credentialId=${texasProposal.credentialId}`, [
    { ...texasProposal, ...changes },
  ])
  await expect.element(add).toBeVisible()
  return app
}

/** With everything that can be changed unfolded. */
async function renderChanged(changes: Partial<typeof texasProposal> = {}) {
  const app = await renderProposed(changes)
  await change()
  return app
}

async function renderManual() {
  const app = await renderPage('?credentialId=hand')
  await expect.element(add).toBeVisible()
  return app
}

async function fillManual() {
  await fillIn('State', 'Texas')
  await typeDate('Start date', '04012025')
  await typeDate('End date', '03312027')
}

const suggested = {
  state: 'TX',
  cycleStart: '2025-04-01',
  cycleEnd: '2027-03-31',
  requiredHours: 20,
  topics: texasProposal.topics,
  answers: { firstRenewal: null, topics: [] },
  ruleId: 'TX-RN',
  licenseId: texasProposal.credentialId,
  certificationId: null,
  notes: null,
  ...{ wayId: null, needAnswers: [], carriedOverHours: null },
}

describe('what a new cycle sends', () => {
  test('based on the rule: sends the suggestion, and opens the page of the cycle', async () => {
    const { created, path } = await renderProposed()
    await userEvent.click(add)
    await expect.poll(path).toBe(`/credentials/cycles/${texasCycle.id}`)
    expect(created()).toEqual([suggested])
    await expect.element(toast).toMatchTextContent('Added the cycle')
  })

  test('without a rule: sends what was typed, without rule and credential', async () => {
    const { created } = await renderManual()
    await fillManual()
    await fillIn('Required hours (optional)', '24.5')
    await userEvent.click(button('Add a topic'))
    await userEvent.keyboard('Pharmacology')
    await fillIn('Amount for topic 1', '3')
    await fillIn('Notes (optional)', 'By endorsement.')
    await userEvent.click(add)
    await expect.poll(created).toEqual([
      {
        ...suggested,
        requiredHours: 24.5,
        topics: [cycleTopic.parse({ topic: 'Pharmacology', hours: 3 })],
        ruleId: null,
        licenseId: null,
        notes: 'By endorsement.',
      },
    ])
  })

  test('is sent once when the button is pressed twice, and again with the same key after a lost connection', async () => {
    const { network, created } = await renderProposed()
    const release = network.hold('POST', cyclesPath)
    network.disconnect('POST', cyclesPath)
    await userEvent.dblClick(add)
    await expect.element(button(/Working$/)).toHaveAttribute('aria-disabled', 'true')
    expect(created()).toHaveLength(1)
    release()
    await expect.element(alert).toMatchTextContent('Nothing was lost')
    await userEvent.click(add)
    await expect.poll(() => created().length).toBe(2)
    const [first, second] = network.sent('POST', cyclesPath).map(({ headers }) => headers['idempotency-key'])
    expect(first).toMatch(/^[0-9a-f-]{36}$/)
    expect(second).toBe(first)
  })
})

describe('the questions about a rule', () => {
  test('at the first renewal fewer hours are required, from the day the license was issued', async () => {
    const { created } = await renderChanged()
    await userEvent.click(firstRenewal('Yes'))
    await expect.element(field('Required hours (optional)')).toHaveValue('10')
    await expect.element(dateField('Start date')).toHaveValue('2026-01-10')
    await userEvent.click(firstRenewal('No'))
    await expect.element(field('Required hours (optional)')).toHaveValue('20')
    await expect.element(dateField('Start date')).toHaveValue('2025-04-01')
    await userEvent.click(firstRenewal('Yes'))
    await userEvent.click(add)
    await expect
      .poll(created)
      .toMatchObject([{ cycleStart: '2026-01-10', requiredHours: 10, answers: { firstRenewal: true } }])
  })

  test('a topic that does not apply is left out, and returns when it does', async () => {
    const { created } = await renderChanged()
    await userEvent.click(topicAnswer('No'))
    await expect.element(field('Topic 2')).not.toBeInTheDocument()
    await userEvent.click(topicAnswer('Yes'))
    await expect.element(field('Topic 2')).toHaveValue('Forensic evidence collection')
    await userEvent.click(topicAnswer('Yes, course already taken'))
    await userEvent.click(add)
    await expect.poll(created).toMatchObject([
      {
        topics: [{ topic: 'Nursing ethics' }],
        answers: { topics: [{ topic: 'forensic-evidence', answer: 'done' }] },
      },
    ])
  })

  test('say what each answer asks for, and how often, when asked why', async () => {
    await renderChanged()
    for (const answer of ['Yes10 hours and 2 topics', 'No20 hours and 2 topics'])
      await expect.element(page.getByText(answer)).toBeVisible()
    for (const answer of ['Yes Required: Forensic evidence collection, 2 hours'])
      await expect.element(page.getByRole('radio', { name: answer })).toBeInTheDocument()
    const reason = page.getByText('2 hours, once.')
    await expect.element(reason).not.toBeVisible()
    await userEvent.click(page.getByText('Why we ask').last())
    await expect.element(reason).toBeVisible()
  })

  test('a way can be chosen here, and its hours follow', async () => {
    const { created } = await renderChanged({ rule: severalWaysRule })
    await userEvent.click(page.getByText('10 contact hours and an evaluation', { exact: true }).first())
    await expect.element(field('Required hours (optional)')).toHaveValue('10')
    await userEvent.click(add)
    await expect.poll(created).toMatchObject([{ wayId: 'evaluation', requiredHours: 10 }])
  })

  test('hours from the previous cycle can be carried over if the rule allows it', async () => {
    const carryOver = { allowed: true, hours: 5, note: null }
    const { created } = await renderChanged({ rule: { ...texasRule, carryOver }, carriedOverHours: 3 })
    await expect.element(field('Carried over hours (optional)')).toHaveValue('3')
    await userEvent.click(add)
    await expect.poll(created).toMatchObject([{ carriedOverHours: 3 }])
  })

  test('the owner picks one of several possible ends from the license', async () => {
    const possibleEnds = ['2027-03-31', '2028-03-31']
    await renderChanged({ possibleEnds, expiresAt: null, cycleEnd: null, cycleStart: null })
    await userEvent.click(
      page.getByRole('radiogroup', { name: 'Which date is on your license?' }).getByText('Mar 31, 2028'),
    )
    await expect.element(dateField('Start date')).toHaveValue('2026-04-01')
  })

  test('ask for the birth month if the end depends on it, and save it in the profile', async () => {
    const renewal = { ...texasRule.renewal, basis: 'birth-month' as const, monthsAfterBirthMonth: 0 }
    const undated = { expiresAt: null, cycleEnd: null, cycleStart: null }
    const rule = { ...texasRule, renewal }
    const { network } = await renderChanged({ rule, ...undated })
    answerSession(network, owner)
    network.answer('PUT', '/api/users/me', user, { ...sampleProfile, birthMonth: 5 })
    const items = [{ ...texasProposal, rule, ...undated, possibleEnds: ['2027-05-31', '2028-05-31'] }]
    network.answer('GET', proposalsPath, cycleProposals, { items })
    await choose(/Which month were you born in/, 'May')
    await expect.poll(() => network.bodies('PUT', '/api/users/me')).toEqual([{ birthMonth: 5 }])
    await userEvent.click(
      page.getByRole('radiogroup', { name: 'Which date is on your license?' }).getByText('May 31, 2028'),
    )
    await expect.element(dateField('Start date')).toHaveValue('2026-06-01')
  })

  test('do not change hours that the owner edited', async () => {
    await renderChanged()
    await fillIn('Required hours (optional)', '30')
    await userEvent.click(firstRenewal('Yes'))
    await expect.element(field('Required hours (optional)')).toHaveValue('30')
  })
})

describe('a difference from the rule', () => {
  test('in hours is shown, and can be reverted', async () => {
    await renderChanged()
    await fillIn('Required hours (optional)', '30')
    await expect.element(page.getByText(/By the rule: 20/)).toBeVisible()
    await userEvent.click(button('Use this'))
    await expect.element(field('Required hours (optional)')).toHaveValue('20')
    await expect.element(page.getByText(/By the rule: 20/)).not.toBeInTheDocument()
  })

  test('in topics is shown, and can be reverted', async () => {
    await renderChanged()
    await userEvent.click(button('Remove topic 1'))
    await expect
      .element(page.getByText(/By the rule: Nursing ethics, 2 hours; Forensic evidence collection, 2 hours/))
      .toBeVisible()
    await userEvent.click(button('Use this'))
    await expect.element(field('Topic 2')).toHaveValue('Forensic evidence collection')
  })

  test('the start follows the end until the owner changes it', async () => {
    const { created } = await renderChanged()
    await userEvent.fill(dateField('End date'), '2027-06-30')
    await expect.element(dateField('Start date')).toHaveValue('2025-07-01')
    await userEvent.fill(dateField('Start date'), '2025-08-15')
    await userEvent.fill(dateField('End date'), '2027-03-31')
    await expect.element(page.getByText(/By the rule: Apr 1, 2025/)).toBeVisible()
    await userEvent.click(add)
    await expect.poll(created).toMatchObject([{ cycleStart: '2025-08-15', cycleEnd: '2027-03-31' }])
  })
})

describe('the list of topics on the keyboard', () => {
  test('a new topic takes the focus, and removing one returns it to the list', async () => {
    await renderManual()
    button('Add a topic').element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(field('Topic 1')).toHaveFocus()
    button('Remove topic 1').element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(field('Topic 1')).not.toBeInTheDocument()
    await expect.element(page.getByRole('group', { name: 'Required topics' })).toHaveFocus()
  })
})

describe('a field that cannot be sent', () => {
  test('the state and the two dates show an error when they are empty', async () => {
    const { created } = await renderManual()
    await userEvent.click(add)
    await expect.element(field('State')).toHaveFocus()
    await expect.element(field('State')).toHaveAccessibleDescription('Enter the state')
    for (const [label, message] of [
      ['Start date', 'Enter the start date'],
      ['End date', 'Enter the end date'],
    ] as const)
      await expect.element(dateField(label)).toHaveAccessibleDescription(message)
    expect(created()).toEqual([])
  })

  test('an end before the start shows an error at the end', async () => {
    const { created } = await renderManual()
    await fillManual()
    await typeDate('End date', '03312025')
    await userEvent.click(add)
    await expect
      .element(dateField('End date'))
      .toHaveAccessibleDescription(/The end date must be after the start date$/)
    expect(created()).toEqual([])
  })

  test('an empty topic and one that is listed twice show an error', async () => {
    const { created } = await renderManual()
    await fillManual()
    for (const topic of ['Ethics', 'ethics', '']) {
      await userEvent.click(button('Add a topic'))
      await userEvent.fill(document.activeElement ?? document.body, topic)
    }
    await userEvent.click(add)
    await expect.element(field('Topic 2')).toHaveAccessibleDescription('This topic is listed twice')
    await expect.element(field('Topic 3')).toHaveAccessibleDescription('Enter the topic')
    expect(created()).toEqual([])
  })
})

describe('a field that the server rejects', () => {
  test.each([
    ['state', 'State'],
    ['requiredHours', 'Required hours (optional)'],
    ['topics.0.topic', 'Topic 1'],
    ['topics.0.hours', 'Amount for topic 1'],
    ['notes', 'Notes (optional)'],
  ])('%s is named at %s, which takes the focus', async (path, label) => {
    const { network } = await renderManual()
    await fillManual()
    await userEvent.click(button('Add a topic'))
    await userEvent.keyboard('Ethics')
    network.refuse('POST', cyclesPath, 'invalid', { errors: [{ path, message: 'Not like this' }] })
    await userEvent.click(add)
    await expect.element(field(label)).toHaveAccessibleDescription(expect.stringContaining('Not like this'))
    await expect.element(field(label)).toHaveFocus()
    await expect.element(alert).not.toBeInTheDocument()
  })

  test('and that is not on the form is shown next to the button', async () => {
    const { network } = await renderProposed()
    network.refuse('POST', cyclesPath, 'invalid', {
      errors: [{ path: 'ruleId', message: 'There is no such rule' }],
    })
    await userEvent.click(add)
    await expect.element(alert).toMatchTextContent('There is no such rule')
  })
})

describe('a refusal', () => {
  test.each<[ProblemCode, RegExp]>([
    ['not_authenticated', /Your session ended. Your changes are still here/],
    ['idempotency_mismatch', /Your first version was already saved/],
    ['too_many_cycles', /at most 500 CE cycles/],
    ['too_large', /larger than Lanyard accepts/],
    ['json_expected', /Send this as application\/json/],
    ['unavailable', /cannot reach its database/],
  ])('%s says what to do, and loses nothing', async (code, sentence) => {
    const { network, path, created } = await renderChanged()
    await fillIn('Notes (optional)', 'Keep me.')
    network.refuse('POST', cyclesPath, code)
    await userEvent.click(add)
    await expect.element(alert).toMatchTextContent(sentence)
    await expect.element(field('Notes (optional)')).toHaveValue('Keep me.')
    expect(path()).toBe('/credentials/cycles/new')
    expect(created()).toHaveLength(1)
  })

  test('shows how long to wait, and disappears on the next try', async () => {
    const { network, path } = await renderProposed()
    network.refuse('POST', cyclesPath, 'too_many_requests', { retryAfter: 30 })
    await userEvent.click(add)
    await expect.element(alert).toMatchTextContent('Try again in 30 seconds.')
    network.answer('POST', cyclesPath, ceuCycle, texasCycle)
    await userEvent.click(add)
    await expect.poll(path).toBe(`/credentials/cycles/${texasCycle.id}`)
  })
})

describe('leaving the form', () => {
  const ask = page.getByRole('alertdialog', { name: 'Leave without saving?' })

  test('asks for confirmation after a change, which can be declined', async () => {
    const { path } = await renderChanged()
    await fillIn('Notes (optional)', 'Not saved')
    await userEvent.click(page.getByRole('link', { name: 'CE', exact: true }))
    await userEvent.click(ask.getByRole('button', { name: 'Stay' }))
    await expect.element(ask).not.toBeInTheDocument()
    await expect.element(field('Notes (optional)')).toHaveValue('Not saved')
    await userEvent.click(page.getByRole('link', { name: 'CE', exact: true }))
    await userEvent.click(ask.getByRole('button', { name: 'Leave' }))
    await expect.poll(path).toBe('/credentials')
  })

  test('does not ask for confirmation without a change', async () => {
    const { href } = await renderProposed()
    await userEvent.click(page.getByRole('link', { name: 'CE', exact: true }))
    await expect.poll(href).toBe('/credentials?tab=ce')
  })
})

describe('the page of a new cycle', () => {
  test('asks what the cycle is for, and shows what each license requires', async () => {
    const { href } = await renderPage('')
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('What is the cycle for?')
    await expect.element(page.getByRole('link', { name: /^Another state/ })).toBeVisible()
    const texas = page.getByRole('link', { name: /^Texas RN license/ })
    await expect
      .element(texas)
      .toMatchTextContent('Its board requires 20 hours every 2 years, including 2 required topics.')
    await userEvent.click(texas)
    await expect.poll(href).toContain(`credentialId=${texasProposal.credentialId}`)
    await expect.element(add).toBeVisible()
  })

  test('offers to add a license first when there is none', async () => {
    const { href } = await renderPage('', [])
    await userEvent.click(page.getByRole('link', { name: 'Add a license first' }))
    await expect.poll(href).toBe('/upload?kind=license')
  })

  test('shows that there is a cycle already', async () => {
    await renderProposed({ hasCycle: true })
    await expect.element(page.getByText('It already has a cycle. You are adding another one.')).toBeVisible()
  })

  test('shows what is proposed in a line each, and folds everything else', async () => {
    await renderProposed()
    const proposal = page.getByRole('main')
    for (const line of [
      'Apr 1, 2025 to Mar 31, 2027',
      '20 hours',
      '2: Nursing ethics, Forensic evidence collection',
      '2 answers make this exact. You can answer later.',
    ])
      await expect.element(proposal.getByText(line, { exact: true })).toBeVisible()
    await expect.element(field('Required hours (optional)')).not.toBeVisible()
    await expect.element(firstRenewal('Yes')).not.toBeInTheDocument()
    await change()
    await userEvent.click(firstRenewal('Yes'))
    await expect.element(proposal.getByText('10 hours', { exact: true })).toBeVisible()
    await expect.element(proposal.getByText(/^1 answer makes this exact/)).toBeVisible()
  })

  test('opens the folded fields when the server rejects one of them', async () => {
    const { network } = await renderProposed()
    network.refuse('POST', cyclesPath, 'invalid', {
      errors: [{ path: 'requiredHours', message: 'Not like this' }],
    })
    await userEvent.click(add)
    await expect.element(field('Required hours (optional)')).toBeVisible()
  })

  test('shows a spinner until the suggestions load, and offers to try again when that fails', async () => {
    stopClock(ceuNow)
    const network = stubNetwork()
    network.refuse('GET', proposalsPath, 'unavailable')
    const release = network.hold('GET', proposalsPath)
    await renderInApp(<CycleNewPage />, {
      route: '/credentials/cycles/new',
      path: '/credentials/cycles/new',
    })
    await expect.element(page.getByText('Loading')).toBeInTheDocument()
    release()
    await expect.element(alert).toMatchTextContent('Temporarily unavailable')
    network.answer('GET', proposalsPath, cycleProposals, { items: [] })
    await userEvent.click(button('Try again'))
    await expect.element(page.getByRole('link', { name: /^Another state/ })).toBeVisible()
  })

  test('offers the other choices when the license is gone', async () => {
    stopClock(ceuNow)
    const network = stubNetwork()
    const gone = '7c9e6679-7425-4000-8000-000000000099'
    network.answer('GET', proposalsPath, cycleProposals, { items: [texasProposal] })
    network.refuse('GET', `/api/credentials/${gone}`, 'license_not_found')
    const path = '/credentials/cycles/new'
    await renderInApp(<CycleNewPage />, { route: path, path: `${path}?credentialId=${gone}` })
    await expect.element(page.getByText(/is no longer in your vault/)).toBeVisible()
    await expect.element(page.getByRole('link', { name: /^Texas RN license/ })).toBeVisible()
  })
})
