import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CeuCycle, CycleProposal } from '#shared/ceu/cycle.ts'
import { noAnswers } from '#shared/ceu/rule.ts'
import { findRule } from '#shared/ceu/rules.ts'
import { type Credential, presentCredential } from '#shared/credentials/credential.ts'
import { addDays } from '#shared/kernel/dates.ts'
import { type NextStepSources, nextSteps } from './next-step-text.ts'

const today = '2026-11-23'
const context = { today, locale: null }
const nothing: NextStepSources = {
  credentials: [],
  cycles: [],
  proposals: [],
  warnings: [],
  shownAbove: null,
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
  id,
  state: 'TX',
  cycleStart: '2025-04-01',
  cycleEnd,
  requiredHours: 20,
  hoursCompleted: hoursCounted,
  hoursCounted,
  notes: null,
  licenseId: null,
  certificationId: null,
  credentialTitle: 'Texas RN license',
  topics: [],
  topicsCompleted: [],
  entryCount: 1,
  ruleId: null,
  rule: null,
  newerRule: null,
  answers: noAnswers,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
})

const proposal = (hasCycle: boolean): CycleProposal => ({
  credentialId: 'florida',
  kind: 'license',
  credentialTitle: 'Florida RN license',
  state: 'FL',
  issuedAt: null,
  expiresAt: '2027-04-30',
  rule: findRule('FL-RN'),
  answers: noAnswers,
  cycleStart: '2025-05-01',
  cycleEnd: '2027-04-30',
  requiredHours: 24,
  topics: [],
  hasCycle,
})

const noMail = { code: 'mail_not_set_up', channel: null, at: null, reason: null } as const

const said = (sources: Partial<NextStepSources>) =>
  nextSteps({ ...nothing, ...sources }, context).map(
    ({ title, detail, label }) => `${title}: ${detail} [${label}]`,
  )

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
      'BLS: You get no warning until its date is here. [Add the date]',
      expect.stringMatching(/^Email .* \[Reminder settings\]$/),
      'PALS: Mar 23, 2027 · in 120 days [Renew]',
      'CE: Texas RN license: 13.5 hours left by Mar 31, 2027. [See what is missing]',
      'CE: Florida RN license: Your hours for this renewal are not tracked yet. [Add its CE cycle]',
    ])
  })

  it('leave out what needs nothing yet', () => {
    const credentials = [certification('BLS', '2027-03-24'), certification('CNOR', null, true)]
    const cycles = [cycle('complete', '2027-03-31', 20), cycle('over', '2026-03-31', 3)]
    expect(said({ credentials, cycles, proposals: [proposal(true)] })).toEqual([])
  })

  it('do not repeat the step that stands above them', () => {
    const credentials = [certification('BLS', '2026-11-30'), certification('ACLS', '2026-12-01')]
    expect(said({ credentials, shownAbove: 'BLS' })).toEqual(['ACLS: Dec 1, 2026 · in 8 days [Renew]'])
  })

  it('name every lapsed or undated credential, however many others there are', () => {
    const day = fc.integer({ min: -1000, max: 1000 }).map((days) => addDays(today, days))
    const date = fc.option(day, { nil: null })
    fc.assert(
      fc.property(fc.array(date, { maxLength: 12 }), (dates) => {
        const credentials = dates.map((expiresAt, index) => certification(`C${index}`, expiresAt))
        const ids = nextSteps({ ...nothing, credentials }, context).map(({ id }) => id)
        expect(ids.length).toBe(new Set(ids).size)
        for (const { id, expiresAt } of credentials)
          if (expiresAt === null || expiresAt < today) expect(ids).toContain(id)
      }),
    )
  })
})
