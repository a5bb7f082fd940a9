import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CeuCycle, CycleProposal } from '#shared/ceu/cycle.ts'
import { type Credential, presentCredential } from '#shared/credentials/credential.ts'
import { type NextStepSources, nextStepsOf } from '#shared/home/next-steps.ts'
import { addDays } from '#shared/kernel/dates.ts'
import type { RenewalOverview } from '#shared/renewals/renewal.ts'
import { blsProposal, floridaCycle, texasProposal, texasRule } from '#testing/web/ceu-samples.ts'
import { nextStepText, nothingText } from './next-step-text.ts'

const today = '2026-11-23'
const context = { today, locale: null }
const nothing: NextStepSources = {
  credentials: [],
  cycles: [],
  proposals: [],
  facts: [],
  renewals: [],
  warnings: [],
  move: null,
  health: [],
  lists: [],
  above: null,
  mailedFiles: 0,
}

function certification(code: string, expiresAt: string | null, neverExpires = false): Credential {
  const stored = {
    id: code,
    kind: 'certification' as const,
    name: `The long name of ${code}`,
    code,
    issuer: 'American Heart Association',
    expiresAt,
    neverExpires,
    archivedAt: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  }
  return presentCredential(stored, today)
}

const cycle = (id: string, cycleEnd: string, hoursCounted: number): CeuCycle => ({
  ...floridaCycle,
  ...{ id, state: 'TX', cycleStart: '2025-04-01', cycleEnd, requiredHours: 20, hoursCounted },
  ...{ hoursCompleted: hoursCounted, licenseId: null, credentialTitle: 'Texas RN license' },
})

const proposal = (hasCycle: boolean): CycleProposal => ({
  ...texasProposal,
  ...{ credentialId: 'florida', credentialTitle: 'Florida RN license', state: 'FL', rule: texasRule },
  ...{ cycleEnd: '2027-04-30', expiresAt: '2027-04-30', hasCycle },
})

const renewal = (credentialId: string, changes: Partial<RenewalOverview> = {}): RenewalOverview => ({
  ...{ id: `renewal of ${credentialId}`, credentialId, kind: 'certification', title: credentialId },
  ...{
    state: 'planned',
    duties: [],
    openedOn: '2026-11-01',
    submittedOn: null,
    finishedAt: null,
    endedTerm: null,
  },
  ...changes,
})
const submitted = { state: 'submitted', submittedOn: '2026-11-02' } as const

const noMail = { code: 'mail_not_set_up', channel: null, at: null, reason: null } as const

const stepsOf = (sources: Partial<NextStepSources>) => nextStepsOf({ ...nothing, ...sources }, today)
const said = (sources: Partial<NextStepSources>) =>
  stepsOf(sources).map((step) => {
    const { title, detail, label } = nextStepText(step, context)
    return `${title}: ${detail} [${label}]`
  })

describe('the steps', () => {
  it('merge expirations, CE gaps, missing dates and notices, soonest first', () => {
    expect(
      said({
        credentials: [
          certification('PALS', '2027-03-23'),
          certification('BLS', null),
          certification('ACLS', '2026-10-31'),
        ],
        cycles: [cycle('texas', '2027-03-31', 6.5)],
        proposals: [proposal(false)],
        warnings: [noMail],
      }),
    ).toEqual([
      'ACLS: Oct 31, 2026 · 23 days ago [Renew]',
      'BLS: Add its expiration date to get reminders. [Add the date]',
      expect.stringMatching(/^Email .* \[Set up\]$/),
      'PALS: Mar 23, 2027 · in 120 days [Renew]',
      'CE: Texas RN: 13.5 hours left by Mar 31, 2027. [Open]',
      expect.stringMatching(/^CE: Florida RN: .+ by .+ \[Start tracking\]$/),
    ])
  })

  it('suggest no next cycle while hours of the present one are missing', () => {
    const cycles = [{ ...cycle('florida', '2026-11-22', 6.5), licenseId: 'florida' }]
    expect(stepsOf({ cycles, proposals: [proposal(false)] }).map(({ kind }) => kind)).toEqual(['cycle'])
  })

  it('suggest a cycle that is over last, and say so', () => {
    const ended = { ...proposal(false), cycleEnd: '2026-11-22' }
    expect(said({ cycles: [cycle('texas', '2027-03-31', 6.5)], proposals: [ended] })).toEqual([
      expect.stringMatching(/^CE: Texas RN/),
      expect.stringMatching(/^CE: Florida RN: .+ · ended Nov 22, 2026 \[Start tracking\]$/),
    ])
  })

  it('say when the renewal opens, and which date is the expiration', () => {
    const days = { opens: '2026-12-08', applyBy: null, lateUntil: null, duties: [] }
    const facts = [{ credentialId: 'BLS', renewal: days }]
    expect(said({ credentials: [certification('BLS', '2027-02-06')], facts })).toEqual([
      'BLS: You can renew starting Dec 8, 2026. Expires Feb 6, 2027 · in 75 days. [Renew]',
    ])
  })

  it('do not suggest a cycle for a card that is renewed by taking its course', () => {
    expect(said({ proposals: [blsProposal] })).toEqual([])
  })

  it('leave out records that need nothing yet', () => {
    const credentials = [certification('BLS', '2027-03-24'), certification('CNOR', null, true)]
    const cycles = [cycle('complete', '2027-03-31', 20), cycle('over', '2026-07-25', 3)]
    expect(said({ credentials, cycles, proposals: [proposal(true)] })).toEqual([])
  })

  it('do not repeat the step shown above them', () => {
    const credentials = [certification('BLS', '2026-11-30'), certification('ACLS', '2026-12-01')]
    const above = { kind: 'renew', label: 'Renew BLS', resourceId: 'BLS' } as const
    const renewals = [renewal('BLS', submitted)]
    expect(said({ credentials, renewals, above })).toEqual(['ACLS: Dec 1, 2026 · in 8 days [Renew]'])
  })

  it('mention a renewal under way together with the date, once, even if the date is far away', () => {
    const credentials = [certification('BLS', '2026-10-31'), certification('ACLS', '2026-12-01')]
    const far = renewal('CCRN', { kind: 'license', title: 'Texas RN', ...submitted })
    const renewals = [renewal('BLS', submitted), renewal('ACLS'), far]
    expect(said({ credentials, renewals })).toEqual([
      'BLS: Oct 31, 2026 · 23 days ago. Renewal submitted on Nov 2, 2026. Check with the issuer. [Continue]',
      'ACLS: Dec 1, 2026 · in 8 days. Renewal started, not submitted yet. [Continue]',
      'Texas RN: Renewal submitted on Nov 2, 2026. Check with the board. [Continue]',
    ])
    const view = { kind: 'view', label: 'See Texas RN', resourceId: 'CCRN' } as const
    expect(said({ renewals: [far], above: view })).toHaveLength(1)
  })

  it('ask for a missing date even if a renewal is under way', () => {
    const credentials = [certification('BLS', null)]
    expect(said({ credentials, renewals: [renewal('BLS')] })).toEqual([
      'BLS: Add its expiration date to get reminders. [Add the date]',
      'BLS: Renewal started, not submitted yet. [Continue]',
    ])
  })

  it('list hours that were missing when a cycle ended, for 120 days', () => {
    const [recent, older] = [cycle('recent', '2026-07-26', 6.5), cycle('older', '2026-07-25', 6.5)]
    expect(said({ cycles: [recent, older] })).toEqual([
      'CE: Texas RN: Ended on Jul 26, 2026 with 13.5 hours missing. [Open]',
    ])
  })

  it.each<[string, Partial<RenewalOverview>, number]>([
    ['its term was renewed early', { finishedAt: '2026-09-01T12:00:00.000Z', endedTerm: '2026-09-30' }, 0],
    ['its license was renewed after it', { finishedAt: '2026-10-01T12:00:00.000Z' }, 0],
    ['an earlier term was renewed', { finishedAt: '2026-09-01T12:00:00.000Z', endedTerm: '2026-08-31' }, 1],
    ['the renewal is still open', submitted, 1],
    ['another license was renewed', { credentialId: 'x', finishedAt: '2026-10-01T12:00:00.000Z' }, 1],
  ])('name a cycle that ended, unless it is closed: %s', (_what, changes, count) => {
    const ended = { ...cycle('ended', '2026-09-30', 6.5), licenseId: 'texas' }
    const done = { ...renewal('texas'), state: changes.state ?? 'done', ...changes }
    const ids = stepsOf({ cycles: [ended], renewals: [done] }).map(({ id }) => id)
    expect(ids.filter((id) => id === 'ended')).toHaveLength(count)
  })

  it('list every lapsed or undated credential, regardless of how many others there are', () => {
    const day = fc.integer({ min: -1000, max: 1000 }).map((days) => addDays(today, days))
    const date = fc.option(day, { nil: null })
    fc.assert(
      fc.property(fc.array(date, { maxLength: 12 }), (dates) => {
        const credentials = dates.map((expiresAt, index) => certification(`C${index}`, expiresAt))
        const ids = stepsOf({ credentials }).map(({ id }) => id)
        expect(ids.length).toBe(new Set(ids).size)
        for (const { id, expiresAt } of credentials)
          if (expiresAt === null || expiresAt < today) expect(ids).toContain(id)
      }),
    )
  })
})

describe('an empty list', () => {
  const end = 'is due right now, based on what you entered.'
  it.each<[string, string[], boolean, string]>([
    ['', [], false, `Nothing ${end} Lanyard does not know every CE rule.`],
    ['below another step', [], true, `Nothing else ${end} Lanyard does not know every CE rule.`],
    [
      'with a license without a rule',
      ['Florida RN license'],
      false,
      `Nothing ${end} Lanyard has no CE rule for your Florida RN license.`,
    ],
    [
      'with several',
      ['Florida RN license', 'Guam RN license'],
      false,
      `Nothing ${end} Lanyard has no CE rule for 2 of your credentials.`,
    ],
  ])('says what it rests on %s', (_what, withoutRule, hasMoreAbove, text) => {
    expect(nothingText(withoutRule, hasMoreAbove)).toBe(text)
  })
})

describe('a contract', () => {
  const list = (more: object = {}) => ({
    ...{ id: 'a', name: 'ICU in Austin', startsOn: '2027-01-04', endsOn: '2027-04-04', requestedBy: null },
    ...{
      createdAt: '',
      updatedAt: '',
      itemCount: 6,
      counts: { held: 1, missing: 5 },
      left: ['BLS', 'TB', 'MMR'],
    },
    ...more,
  })
  it('is a step as long as part of it is left', () => {
    expect(stepsOf({ lists: [list()] })).toMatchObject([{ kind: 'list', listId: 'a', due: '2027-01-04' }])
    expect(said({ lists: [list()] })).toEqual([
      'For ICU in Austin: Starts Jan 4, 2027 · in 42 days · BLS, TB, MMR and 2 more [Open]',
    ])
  })

  it.each([
    ['is all held', { counts: { held: 6 } }],
    ['has no first day', { startsOn: null }],
    ['has ended', { startsOn: '2026-08-01', endsOn: '2026-11-22' }],
    ['starts in more than 120 days', { startsOn: '2027-03-24' }],
  ])('that %s is none', (_what, more) => {
    expect(stepsOf({ lists: [list(more)] })).toEqual([])
  })
})

it('an application after a move is a step until it is recorded', () => {
  const move = { residenceId: 'a', state: 'Colorado', applyBy: '2026-12-31', isOverdue: false }
  expect(stepsOf({ move })).toMatchObject([{ kind: 'move', due: '2026-12-31' }])
  expect(said({ move })).toEqual(['License application in Colorado: Due Dec 31, 2026 · in 38 days [Open]'])
})
