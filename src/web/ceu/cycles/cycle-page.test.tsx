import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type CeuCycle, ceuCycle, ceuCycleItems, cycleRemoval } from '#shared/ceu/cycle.ts'
import { type CeuEntry, ceuEntry, ceuEntryItems } from '#shared/ceu/entry.ts'
import { noAnswers } from '#shared/ceu/requirements.ts'
import { credential } from '#shared/credentials/credential.ts'
import { sampleLicense } from '#shared/credentials/sample.ts'
import {
  ceNeed,
  ceuNow,
  ethicsEntry,
  severalWaysRule,
  texasCycle,
  texasProposal,
  texasRule,
} from '#testing/web/ceu-samples.ts'
import { alert, button, toast } from '#testing/web/fields.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { renderInApp, stopClock } from '#testing/web/render.tsx'
import { CyclePage } from './cycle-page.tsx'

const cyclePath = `/api/ceu-cycles/${texasCycle.id}`
const entriesPath = `/api/ceu-entries/cycle/${texasCycle.id}`
const heading = page.getByRole('heading', { level: 1 })
const entries = page.getByRole('list', { name: 'Entries' })

const pharmacology: CeuCycle['topics'][number] = {
  ...{ key: null, topic: 'Pharmacology', tags: [], hours: null, maxHours: null },
  ...{ withinYears: null, dueOn: null },
}

const license = credential.parse({
  ...{ ...sampleLicense, id: texasCycle.licenseId, status: 'active', daysLeft: 0, dateMissing: false },
  ...{ followsSchedule: false, archivedAt: null, createdAt: ceuNow, updatedAt: ceuNow },
})

const exemptFromForensics: CeuCycle['answers'] = {
  firstRenewal: null,
  topics: [{ topic: 'forensic-evidence', answer: 'exempt' }],
}

/** The page before any request was answered. */
async function renderWaiting() {
  stopClock(ceuNow)
  const network = stubNetwork()
  network.answer('GET', cyclePath, ceuCycle, texasCycle)
  network.answer('GET', entriesPath, ceuEntryItems, { items: [ethicsEntry] })
  network.answer('GET', '/api/ceu-cycles', ceuCycleItems, { items: [texasCycle] })
  const release = network.hold('GET', cyclePath)
  const app = await renderInApp(<CyclePage />, {
    route: '/credentials/cycles/$cycleId',
    path: `/credentials/cycles/${texasCycle.id}`,
  })
  return { ...app, network, release }
}

async function renderCycle(changes: Partial<CeuCycle> = {}, items: CeuEntry[] = [ethicsEntry]) {
  const app = await renderWaiting()
  app.network.answer('GET', cyclePath, ceuCycle, { ...texasCycle, ...changes })
  app.network.answer('GET', entriesPath, ceuEntryItems, { items })
  app.release()
  await expect.element(button('Audit packet')).toBeVisible()
  return app
}

describe('the page of a cycle', () => {
  test('shows what is left, by when, and at what pace', async () => {
    await renderCycle()
    await expect.element(heading).toHaveTextContent('8 hours and 1 topic left by Mar 31, 2027.')
    await expect.element(page.getByText(/a month gets you there/)).toBeVisible()
    await expect.element(page.getByText('Apr 1, 2025 to Mar 31, 2027')).toBeVisible()
    await expect.poll(() => document.title).toBe('CE for Texas RN license · Lanyard')
  })

  test('asks the questions of the rule later, and each answer changes what is required, with Undo', async () => {
    const requirements = { requiredHours: 20, topics: texasProposal.topics }
    const open = { ...requirements, answers: { firstRenewal: null, topics: [] } }
    const { network } = await renderCycle(open)
    network.answer('PATCH', cyclePath, ceuCycle, texasCycle)
    network.answer('GET', `/api/credentials/${texasCycle.licenseId}`, credential, license)
    await userEvent.click(page.getByText(/^2 answers make this exact\./))
    const question = page.getByRole('radiogroup', { name: /^Are you one of these\? Nurses who work in an/ })
    await expect.element(question.getByText('Required: Forensic evidence collection, 2 hours')).toBeVisible()
    await userEvent.click(question.getByText('No', { exact: true }))
    await expect
      .poll(() => network.bodies('PATCH', cyclePath))
      .toEqual([
        {
          answers: { firstRenewal: null, topics: [{ topic: 'forensic-evidence', answer: 'exempt' }] },
          topics: [texasProposal.topics[0]],
        },
      ])
    await expect.element(toast).toMatchTextContent('Your answer is saved')
    await userEvent.click(button('Undo'))
    await expect.poll(() => network.bodies('PATCH', cyclePath)[1]).toMatchObject(open)
  })

  test('has the ring and the chart as text too', async () => {
    await renderCycle()
    await expect.element(page.getByRole('img', { name: '12 of 20 hours, 0 of 1 topics' })).toBeVisible()
    await userEvent.click(page.getByText('Hours over time').first())
    await expect
      .element(page.getByRole('img', { name: /^Hours over time/ }))
      .toHaveAccessibleName(/12 hours counted; an even pace needs \d+(\.\d+)? by today and 20 in total\./)
    await userEvent.click(page.getByText('View as a table'))
    await expect.element(page.getByRole('row', { name: /^Feb 14, 2026 5 / })).toBeVisible()
  })

  test('lists the topics, met or with what is missing', async () => {
    await renderCycle({
      topics: [...texasCycle.topics, pharmacology],
      topicsCompleted: [
        ...texasCycle.topicsCompleted,
        { topic: 'Pharmacology', hours: 1, isMet: true, lastOn: '2026-02-14', countsUntil: null },
      ],
    })
    const topics = page.getByRole('list', { name: 'Topics' }).first().getByRole('listitem')
    await expect.element(topics.nth(0)).toMatchTextContent('Nursing ethics0.5 of 2 hours')
    await expect.element(topics.nth(1)).toMatchTextContent('PharmacologyMet · 1 hour')
  })

  test('shows the source of its rule, and what the owner changed', async () => {
    await renderCycle({ requiredHours: 30 })
    const rule = page.getByRole('region', { name: 'The rule' })
    await expect
      .element(
        rule.getByText(
          'Based on the rule of the Texas Board of Nursing; its sources were read on Nov 1, 2026.',
        ),
      )
      .toBeVisible()
    await expect.element(rule.getByText('The rule requires 20; you set 30.')).toBeVisible()
    await userEvent.click(button('Show the whole rule'))
    const sheet = page.getByRole('dialog', { name: 'Texas Board of Nursing' })
    await expect.element(sheet.getByText('20 contact hours, every 2 years')).toBeVisible()
    await expect.element(sheet.getByText('The board’s own texts')).not.toBeVisible()
    await userEvent.click(sheet.getByText('Sources', { exact: true }))
    await expect.element(sheet.getByText('The board’s own texts')).toBeVisible()
    await expect
      .element(sheet.getByRole('link', { name: /^Texas Board of Nursing · bon\.texas\.gov/ }))
      .toHaveAttribute('href', 'https://www.bon.texas.gov/ce')
  })

  test('shows a topic that is missing before one that is met, and why a rule requires it', async () => {
    const [ethics] = texasCycle.topics
    if (!ethics) throw new Error('The cycle has no topic')
    const met = { topic: 'Pharmacology', hours: 1, isMet: true, lastOn: '2026-02-14', countsUntil: null }
    await renderCycle({
      topics: [pharmacology, ethics],
      topicsCompleted: [met, ...texasCycle.topicsCompleted],
    })
    const topics = page.getByRole('list', { name: 'Topics' }).first().getByRole('listitem')
    await expect.element(topics.nth(0)).toMatchTextContent('Nursing ethics')
    await expect.element(topics.nth(1)).toMatchTextContent('Pharmacology')
    const reason = topics.nth(0).getByText('2 hours, every renewal.')
    await expect.element(reason).not.toBeVisible()
    await userEvent.click(topics.nth(0).getByText('Nursing ethics'))
    await expect.element(reason).toBeVisible()
  })

  test.each<[string, Partial<CeuCycle>]>([
    ['The rule requires 2 topics, but none is in this cycle.', {}],
    ['No required topics.', { rule: { ...texasRule, topics: [] } }],
    [
      'No topics are required this time.',
      { rule: { ...texasRule, topics: texasRule.topics.slice(1) }, answers: exemptFromForensics },
    ],
    ['No topics entered.', { rule: null }],
  ])('without topics it says “%s”', async (text, changes) => {
    await renderCycle({ topics: [], topicsCompleted: [], answers: noAnswers, ...changes })
    await expect.element(page.getByText(text, { exact: true })).toBeVisible()
  })

  test('a topic shows its deadline and its years in words', async () => {
    const topics = page.getByRole('list', { name: 'Topics' }).first().getByRole('listitem')
    await renderCycle({
      topics: [
        { ...pharmacology, dueOn: '2026-10-01', maxHours: 5 },
        { ...pharmacology, topic: 'Dementia', hours: 2, withinYears: 4, dueOn: '2027-02-01' },
      ],
      topicsCompleted: [
        { topic: 'Pharmacology', hours: 0, isMet: false, lastOn: null, countsUntil: null },
        { topic: 'Dementia', hours: 1, isMet: false, lastOn: '2024-05-01', countsUntil: null },
      ],
    })
    await expect.element(topics.nth(0)).toMatchTextContent('Overdue since Oct 1, 2026')
    await expect.element(topics.nth(0)).toMatchTextContent('At most 5 hours count')
    await expect.element(topics.nth(1)).toMatchTextContent('Due by Feb 1, 2027')
    await expect
      .element(topics.nth(1))
      .toMatchTextContent('Within the 4 years before the end of the cycle; last course on May 1, 2024')
  })

  test('a rule that looks wrong can be reported as text, which contains nothing about the owner', async () => {
    await renderCycle()
    await userEvent.click(button('Show the whole rule'))
    await userEvent.click(button('This looks wrong'))
    const dialog = page.getByRole('dialog', { name: 'This looks wrong' })
    await userEvent.fill(dialog.getByRole('textbox', { name: /^What should it say/ }), '24 hours')
    const report = dialog.getByRole('textbox', { name: 'Your report' })
    await expect.element(report).toHaveValue(expect.stringMatching(/^Rule: TX-RN\nVersion: 2026-01-15/))
    await expect.element(report).toHaveValue(expect.stringContaining('24 hours'))
    await expect
      .element(dialog.getByRole('link', { name: 'Write an email' }))
      .toHaveAttribute('href', expect.stringMatching(/^mailto:\?subject=CE%20rule%20TX-RN/))
  })

  test('shows notes with their lines', async () => {
    await renderCycle({ notes: 'First\nSecond' })
    await expect.element(page.getByRole('region', { name: 'Notes' })).toMatchTextContent(/First\s*Second/)
  })

  test.each([
    ['Log a course', `/credentials/entries/new?cycleId=${texasCycle.id}`],
    ['Share', `/credentials/shares/new?cycle=${texasCycle.id}`],
    ['Edit', `/credentials/cycles/${texasCycle.id}/edit`],
    ['Texas RN license', `/credentials/${texasCycle.licenseId}`],
  ])('"%s" leads to %s', async (name, href) => {
    const app = await renderCycle()
    await userEvent.click(page.getByRole('link', { name, exact: true }).first())
    await expect.poll(app.href).toBe(href)
  })

  test('can be imported into from its menu', async () => {
    const { href } = await renderCycle()
    await userEvent.click(button('More'))
    await userEvent.click(page.getByRole('menuitem', { name: 'Import entries' }))
    await expect.poll(href).toBe(`/credentials/entries/import?cycleId=${texasCycle.id}`)
  })
})

describe('the ways to renew', () => {
  const practice: CeuCycle['needs'][number] = {
    ...{ id: 'ce-practice:1', kind: 'practice_hours', amount: 400, years: 2, lastYearAmount: null },
    ...{ what: null, note: 'As an RN, paid or not', options: [], recorded: 120, isProrated: false },
    ...{ isMet: false, isDone: false, credentialId: null, candidates: [] },
  }
  const ccrn = {
    credentialId: '7c9e6679-7425-4000-8000-000000000031',
    title: 'CCRN',
    expiresAt: '2027-05-31',
  }
  const several = { rule: severalWaysRule, needs: [practice], certifications: [ccrn] }
  const ways = page.getByRole('radiogroup', { name: 'How will you renew?' })
  const items = page.getByRole('list', { name: 'Also required' }).getByRole('listitem')
  const openQuestions = () => userEvent.click(page.getByText(/answers? makes? this exact\./))

  test('are asked for once, with the other questions; without a choice the usual one counts', async () => {
    await renderCycle(several)
    await expect.element(ways).toHaveLength(0)
    await openQuestions()
    await expect.element(ways).toHaveLength(1)
    await expect.element(ways.getByRole('radio')).toHaveLength(3)
    await expect.element(page.getByText('Until you choose, the usual way counts.')).toBeVisible()
  })

  test('say what they require besides hours and topics, met or missing', async () => {
    await renderCycle(several)
    await expect.element(items).toHaveLength(1)
    await expect.element(items).toMatchTextContent('400 practice hours in 2 years')
    await expect.element(items).toMatchTextContent('Missing · 120 of 400 recorded, 280 left')
    await expect.element(items.getByRole('link', { name: 'Record practice hours' })).toBeVisible()
    await userEvent.click(items.getByText('Reason and sources'))
    await expect.element(items.getByText('As an RN, paid or not')).toBeVisible()
    await expect.element(items.getByRole('link', { name: /^bon\.texas\.gov/ })).toBeVisible()
  })

  test('change the hours when one is chosen, which can be undone', async () => {
    const { network } = await renderCycle(several)
    network.answer('PATCH', cyclePath, ceuCycle, { ...texasCycle, ...several, wayId: 'evaluation' })
    await openQuestions()
    await userEvent.click(ways.getByText('10 contact hours and an evaluation', { exact: true }))
    await expect.element(toast).toMatchTextContent('Your way to renew is saved')
    await userEvent.click(button('Undo'))
    await expect
      .poll(() => network.sent('PATCH', cyclePath).map(({ body }) => body))
      .toMatchObject([
        { wayId: 'evaluation', requiredHours: 10 },
        { wayId: null, requiredHours: 20 },
      ])
  })

  test('offer a certification that the owner holds by name', async () => {
    const { network } = await renderCycle(several)
    network.answer('PATCH', cyclePath, ceuCycle, texasCycle)
    await userEvent.click(page.getByRole('button', { name: 'Use your CCRN, valid until May 31, 2027' }))
    await expect
      .poll(() => network.sent('PATCH', cyclePath)[0]?.body)
      .toMatchObject({
        wayId: 'certification',
        needAnswers: [{ need: 'certification:0', credentialId: ccrn.credentialId, isDone: false }],
      })
  })

  test('show that an expired certification does not meet a need', async () => {
    const expired = { ...ccrn, expiresAt: '2026-05-31' }
    const need = {
      ...practice,
      id: 'certification:0',
      kind: 'certification' as const,
      amount: null,
      years: null,
    }
    await renderCycle({
      ...{ ...several, wayId: 'certification', requiredHours: null, topics: [], topicsCompleted: [] },
      needs: [{ ...need, recorded: null, credentialId: ccrn.credentialId, candidates: [expired] }],
    })
    await expect.element(items).toMatchTextContent('Missing · your CCRN, expired on May 31, 2026')
    await expect.element(items).toMatchTextContent('It does not count while it is expired.')
  })

  test('let the owner mark a need without a number as done', async () => {
    const need = { ...practice, id: 'evaluation:1', kind: 'other' as const, amount: null, years: null }
    const { network } = await renderCycle({
      ...{ ...several, wayId: 'evaluation' },
      needs: [
        { ...need, recorded: null, what: 'Evaluation by your employer', options: ['Form A', 'Form B'] },
      ],
    })
    await expect.element(items.first()).toMatchTextContent('One of these is enough:')
    network.answer('PATCH', cyclePath, ceuCycle, texasCycle)
    await userEvent.click(items.first().getByText('I have done this'))
    await expect
      .poll(() => network.sent('PATCH', cyclePath)[0]?.body)
      .toEqual({
        needAnswers: [{ need: 'evaluation:1', isDone: true, credentialId: null }],
      })
  })

  test('show that a rule requires no hours', async () => {
    await renderCycle({ rule: { ...texasRule, ways: [] }, requiredHours: null })
    await expect
      .element(page.getByText('The Texas Board of Nursing requires no hours for this renewal.'))
      .toBeVisible()
  })
})

describe('a cycle that does not load', () => {
  test('shows its heading while it loads', async () => {
    const { release } = await renderWaiting()
    await expect.element(heading).toHaveTextContent('CE cycle')
    release()
    await expect.element(heading).toMatchTextContent(/left by/)
  })

  test('shows that it was not found', async () => {
    const { network, release } = await renderWaiting()
    network.refuse('GET', cyclePath, 'ceu_cycle_not_found')
    release()
    await expect.element(heading).toHaveTextContent('CE cycle not found')
    await expect.element(page.getByRole('link', { name: 'Go to your CE' })).toBeVisible()
  })

  test('is not requested again if it belongs to someone else', async () => {
    const { network, release } = await renderWaiting()
    network.refuse('GET', cyclePath, 'ceu_cycle_not_owned')
    release()
    await expect.element(heading).toHaveTextContent('This CE cycle belongs to someone else')
    await expect.element(button('Try again')).not.toBeInTheDocument()
  })

  test('can be tried again after a failure', async () => {
    const { network, release } = await renderWaiting()
    network.disconnect('GET', cyclePath)
    release()
    await expect.element(heading).toHaveTextContent('This CE cycle could not be loaded')
    await expect.element(alert).toMatchTextContent('Check your connection and try again.')
    network.answer('GET', cyclePath, ceuCycle, texasCycle)
    await userEvent.click(button('Try again'))
    await expect.element(heading).toMatchTextContent(/left by/)
  })
})

describe('the entries of a cycle', () => {
  test('show the first step when there are none', async () => {
    const { href } = await renderCycle({ hoursCounted: 0 }, [])
    await userEvent.click(page.getByRole('link', { name: 'Log your first course' }))
    await expect.poll(href).toBe(`/credentials/entries/new?cycleId=${texasCycle.id}`)
  })

  test('show their details, how much counts and why', async () => {
    await renderCycle({}, [
      {
        ...ethicsEntry,
        counts: [
          {
            cycleId: texasCycle.id,
            acceptedHours: null,
            countedHours: 3,
            reasons: [
              { code: 'accepted', hours: 3 },
              { code: 'outside_dates', hours: 2 },
              { code: 'no_certificate', hours: 0 },
            ],
          },
        ],
      },
    ])
    await expect.element(entries.getByRole('heading')).toHaveTextContent('Ethics at the bedside')
    await expect.element(entries.getByText('Not all of it counts')).toBeVisible()
    await expect.element(entries.getByRole('list', { name: 'Why' })).not.toBeInTheDocument()
    await userEvent.click(entries.getByText('Ethics at the bedside'))
    await expect.element(entries).toMatchTextContent('Feb 14, 2026 · Gulf Coast Nurse Educators')
    await expect.element(entries).toMatchTextContent('5 hours · Course or live event')
    await expect.element(entries.getByRole('list', { name: 'Topics' })).toHaveTextContent('Ethics · 2 hours')
    const why = entries.getByRole('list', { name: 'Why' }).getByRole('listitem')
    await expect.element(why.nth(0)).toMatchTextContent('3 hours count.')
    expect(why.elements()).toHaveLength(3)
    await expect.element(page.getByText('1 entry has no certificate yet.')).toBeVisible()
  })

  test('beyond ten are shown on request, and the eleventh takes the focus', async () => {
    const many = Array.from({ length: 12 }, (_, at) => ({
      ...ethicsEntry,
      id: `7c9e6679-7425-4000-8000-0000000001${String(at).padStart(2, '0')}`,
      title: `Course ${at + 1}`,
    }))
    await renderCycle({}, many)
    await expect.element(page.getByRole('heading', { name: 'Entries (12)' })).toBeVisible()
    await expect.element(page.getByText('Course 11')).not.toBeInTheDocument()
    button('Show all 12').element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => document.activeElement?.textContent).toMatch(/^Course 11Feb 14, 2026/)
  })

  test('are found by their words', async () => {
    const many = ['Ethics', 'Sepsis', 'Wounds', 'Pain', 'Falls', 'Triage'].map((title, at) => ({
      ...ethicsEntry,
      id: `7c9e6679-7425-4000-8000-00000000020${at}`,
      title,
    }))
    await renderCycle({}, many)
    await userEvent.fill(page.getByRole('searchbox', { name: 'Search these courses' }), 'wounds')
    await expect.element(entries.getByRole('listitem')).toHaveLength(1)
    await userEvent.fill(page.getByRole('searchbox', { name: 'Search these courses' }), 'burns')
    await expect.element(page.getByText('No course matches “burns”.')).toBeVisible()
  })

  test('that fail to load do not hide the cycle', async () => {
    const { network, release } = await renderWaiting()
    network.refuse('GET', entriesPath, 'unavailable')
    release()
    await expect.element(heading).toMatchTextContent(/left by/)
    await expect.element(alert).toMatchTextContent('Temporarily unavailable')
    network.answer('GET', entriesPath, ceuEntryItems, { items: [ethicsEntry] })
    await userEvent.click(button('Try again'))
    await expect.element(entries.getByRole('heading')).toBeVisible()
  })
})

describe('deleting an entry', () => {
  const entryPath = `/api/ceu-entries/${ethicsEntry.id}`
  const remove = button('Delete Ethics at the bedside')

  test('shows a toast with Undo, and moves the focus to the page', async () => {
    const { network } = await renderCycle()
    network.answerEmpty('DELETE', entryPath)
    network.answer('POST', `${entryPath}/restore`, ceuEntry, ethicsEntry)
    await userEvent.click(entries.getByText('Ethics at the bedside'))
    network.answer('GET', entriesPath, ceuEntryItems, { items: [] })
    await userEvent.click(remove)
    await expect.element(toast).toMatchTextContent('Deleted “Ethics at the bedside”')
    await expect.element(page.getByRole('link', { name: 'Log your first course' })).toBeVisible()
    network.answer('GET', entriesPath, ceuEntryItems, { items: [ethicsEntry] })
    await userEvent.click(button('Undo'))
    await expect.element(toast).toMatchTextContent('Restored “Ethics at the bedside”')
    await expect.element(entries.getByText('Ethics at the bedside')).toBeVisible()
    expect(network.sent('POST', `${entryPath}/restore`)).toHaveLength(1)
  })

  test('whose proof a board still requires asks for confirmation, with the board and the date', async () => {
    const rule = texasCycle.rule && { ...texasCycle.rule, keepRecordsYears: 6 }
    const { network } = await renderCycle({ rule })
    network.answerEmpty('DELETE', entryPath)
    await userEvent.click(entries.getByText('Ethics at the bedside'))
    await expect.element(entries.getByText(/Keep its proof until Mar 31, 2033/)).toBeVisible()
    await userEvent.click(remove)
    const question = page.getByRole('alertdialog')
    await expect
      .element(question)
      .toMatchTextContent('Texas Board of Nursing wants its proof kept until Mar 31, 2033.')
    await userEvent.click(button('Keep it'))
    expect(network.sent('DELETE', entryPath)).toEqual([])
    await userEvent.click(remove)
    await userEvent.click(question.getByRole('button', { name: 'Delete' }))
    await expect.element(toast).toMatchTextContent('Deleted “Ethics at the bedside”')
  })

  test('that counts in several cycles mentions that, too', async () => {
    const other = { ...ethicsEntry.counts[0], cycleId: '7c9e6679-7425-4000-8000-000000000002' }
    const { network } = await renderCycle({}, [
      { ...ethicsEntry, counts: [...ethicsEntry.counts, other as (typeof ethicsEntry.counts)[number]] },
    ])
    network.answerEmpty('DELETE', entryPath)
    await userEvent.click(entries.getByText('Ethics at the bedside'))
    await userEvent.click(remove)
    await expect.element(toast).toMatchTextContent('It no longer counts in any of its cycles.')
  })

  test('that fails keeps it, and shows why', async () => {
    const { network } = await renderCycle()
    network.disconnect('DELETE', entryPath)
    await userEvent.click(entries.getByText('Ethics at the bedside'))
    await userEvent.click(remove)
    await expect
      .element(alert)
      .toMatchTextContent(/^“Ethics at the bedside” was not deleted.*Check your connection/)
    await expect.element(remove).toBeVisible()
  })
})

describe('deleting a cycle', () => {
  const removalPath = `${cyclePath}/removal`
  const dialog = page.getByRole('alertdialog', { name: 'Delete this cycle?' })
  const remove = dialog.getByRole('button', { name: 'Delete', exact: true })

  async function openDialog(prepare: (network: ReturnType<typeof stubNetwork>) => void) {
    const app = await renderCycle()
    prepare(app.network)
    await userEvent.click(button('More'))
    await userEvent.click(page.getByRole('menuitem', { name: 'Delete cycle' }))
    await expect.element(dialog).toBeVisible()
    return app
  }

  test('first shows what is deleted with it, then opens the list, and can be undone', async () => {
    const { network, href } = await openDialog((stub) => {
      stub.answer('GET', removalPath, cycleRemoval, { entries: 3, shared: 1 })
      stub.answerEmpty('DELETE', cyclePath)
      stub.answer('POST', `${cyclePath}/restore`, ceuCycle, texasCycle)
    })
    await expect.element(dialog.getByText('2 entries will be deleted with it.')).toBeVisible()
    await userEvent.click(remove)
    await expect.poll(href).toBe('/credentials?tab=ce')
    expect(network.sent('DELETE', cyclePath)[0]?.query).toEqual({ keepShared: 'true' })
    await expect.element(toast).toMatchTextContent('Deleted “CE cycle of Texas RN license”')
    await userEvent.click(button('Undo'))
    await expect.element(toast).toMatchTextContent('Restored “CE cycle of Texas RN license”')
    expect(network.sent('DELETE', cyclePath)).toHaveLength(1)
  })

  test('deletes entries that also count elsewhere only if requested', async () => {
    const { network, href } = await openDialog((stub) => {
      stub.answer('GET', removalPath, cycleRemoval, { entries: 3, shared: 1 })
      stub.answerEmpty('DELETE', cyclePath)
    })
    const choice = 'Keep the 1 entry that also counts in another cycle'
    await expect.element(dialog.getByRole('checkbox', { name: choice })).toBeChecked()
    await userEvent.click(dialog.getByText(choice))
    await expect.element(dialog.getByText('3 entries will be deleted with it.')).toBeVisible()
    await userEvent.click(remove)
    await expect.poll(href).toBe('/credentials?tab=ce')
    expect(network.sent('DELETE', cyclePath)[0]?.query).toEqual({ keepShared: 'false' })
  })

  test('is disabled until the affected entries have loaded', async () => {
    await openDialog((stub) => stub.refuse('GET', removalPath, 'ceu_entries_not_read'))
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('Nothing was deleted')
    await expect.element(remove).toBeDisabled()
  })

  test('stays open if it fails, and shows why', async () => {
    const { path } = await openDialog((stub) => {
      stub.answer('GET', removalPath, cycleRemoval, { entries: 0, shared: 0 })
      stub.refuse('DELETE', cyclePath, 'ceu_cycle_not_deleted')
    })
    await userEvent.click(remove)
    await expect.element(page.getByRole('alert')).toMatchTextContent('Failed to delete CEU cycle')
    await expect.element(dialog).toBeVisible()
    expect(path()).toBe(`/credentials/cycles/${texasCycle.id}`)
  })

  test('is canceled with Escape, and the focus returns to the menu', async () => {
    const { network } = await openDialog((stub) =>
      stub.answer('GET', removalPath, cycleRemoval, { entries: 0, shared: 0 }),
    )
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(button('More')).toHaveFocus()
    expect(network.sent('DELETE', cyclePath)).toEqual([])
  })
})

describe('a corrected rule', () => {
  const newerRule = {
    ...texasRule,
    version: '2026-11-10',
    ways: [
      {
        id: 'ce',
        title: '24 contact hours',
        needs: [{ ...ceNeed, amount: 24 }],
        topicsDue: null,
        note: null,
      },
    ],
  }
  const updated = { ...texasCycle, rule: newerRule, requiredHours: 24 }
  const dialog = page.getByRole('dialog', { name: 'Changes in the newer rule' })

  test('is used only after its changes were shown', async () => {
    const { network } = await renderCycle({ newerRule })
    network.answer('POST', `${cyclePath}/rule`, ceuCycle, updated)
    await expect.element(page.getByText(/This rule was corrected on Nov 10, 2026/)).toBeVisible()
    await userEvent.click(button('See what changed'))
    const own = dialog.getByRole('region', { name: 'For you' }).getByRole('listitem')
    await expect.element(own).toHaveTextContent('Total: 20 hours → 24 hours.')
    await expect.element(dialog.getByText('20 contact hours → 24 contact hours')).toBeVisible()
    network.answer('GET', cyclePath, ceuCycle, updated)
    await userEvent.click(dialog.getByRole('button', { name: 'Use the newer rule' }))
    await expect.element(toast).toMatchTextContent('Updated to the newer rule')
    await expect.element(heading).toHaveTextContent('12 hours and 1 topic left by Mar 31, 2027.')
    await expect.element(button('See what changed')).not.toBeInTheDocument()
  })

  test('shows that the owner’s values are kept', async () => {
    await renderCycle({ newerRule, requiredHours: 30 })
    await userEvent.click(button('See what changed'))
    await expect.element(dialog.getByText('Values you set yourself stay.')).toBeVisible()
  })

  test('shows an error if it cannot be used, and is still offered', async () => {
    const { network } = await renderCycle({ newerRule })
    network.refuse('POST', `${cyclePath}/rule`, 'unavailable')
    await userEvent.click(button('See what changed'))
    await userEvent.click(dialog.getByRole('button', { name: 'Use the newer rule' }))
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('Temporarily unavailable')
    await userEvent.click(dialog.getByRole('button', { name: 'Keep the older rule' }))
    await expect.element(button('See what changed')).toBeVisible()
  })
})
