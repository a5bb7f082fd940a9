import { type CeuCycle, type CycleProposal, ceuCycle, cycleProposal } from '#shared/ceu/cycle.ts'
import { type CeuEntry, ceuEntry } from '#shared/ceu/entry.ts'
import { noAnswers, type RuleFacts, requirementsOf } from '#shared/ceu/requirements.ts'
import { type CeRule, ceRule, type RuleNeed } from '#shared/ceu/rule.ts'
import { embeddedRules } from '#shared/ceu/rules.ts'

/** Noon in Chicago on 2026-11-21, which is in both cycles. */
export const ceuNow = '2026-11-21T18:00:00.000Z'

const ids = {
  texas: '7c9e6679-7425-4000-8000-000000000001',
  florida: '7c9e6679-7425-4000-8000-000000000002',
  texasLicense: '7c9e6679-7425-4000-8000-000000000011',
  floridaLicense: '7c9e6679-7425-4000-8000-000000000012',
  entry: '7c9e6679-7425-4000-8000-000000000021',
} as const

/** A requirement with nothing specified; each rule sets its own values. */
export const ceNeed: RuleNeed = {
  ...{ kind: 'ce', amount: null, years: null, lastYearAmount: null, individualMin: null, topic: null },
  ...{ categories: [], options: [], what: null, note: null },
}

const everyRenewal = {
  ...{ every: 'cycle', deadline: null, effectiveFrom: null, effectiveUntil: null },
  ...{ onTop: false, onlyIf: null, replaces: null, note: null },
}

/** 20 hours in two years, 10 at the first renewal; ethics for everyone, forensic evidence for some. */
export const texasRule: CeRule = ceRule.parse({
  ...{ id: 'TX-RN', version: '2026-01-15', jurisdiction: 'TX', license: 'RN', roles: null },
  ...{ certification: null, effectiveFrom: null, effectiveUntil: null, periodYears: 2, periodNote: null },
  renewal: {
    ...{ basis: 'birth-month', years: 2, dates: [], monthsAfterBirthMonth: 0 },
    note: 'At the end of your birth month, every two years.',
  },
  ...{ unit: 'contact hours', hoursPerUnit: 1, unitNote: null },
  ways: [{ id: 'ce', title: '20 contact hours', needs: [{ ...ceNeed, amount: 20 }], note: null }],
  firstRenewal: {
    ...{ rule: 'reduced', hours: 10, perMonth: null, condition: null, note: null },
    topicsStillDue: ['nursing-ethics', 'forensic-evidence'],
  },
  topics: [
    {
      ...everyRenewal,
      key: 'nursing-ethics',
      topic: 'Nursing ethics',
      hours: 2,
      tags: ['Nursing ethics', 'Ethics'],
    },
    {
      ...everyRenewal,
      ...{
        key: 'forensic-evidence',
        topic: 'Forensic evidence collection',
        hours: 2,
        tags: ['Forensic evidence collection', 'Forensics'],
      },
      ...{ every: 'once', onlyIf: 'Nurses who work in an emergency room' },
    },
  ],
  ...{ limits: [], excludes: [], conversions: {}, exemptions: [], pending: [], uncited: [] },
  carryOver: { allowed: false, hours: null, note: null },
  ...{ providers: null, keepRecordsYears: null },
  window: { applyFrom: null, applyBy: null, earnBy: null, note: null },
  board: 'Texas Board of Nursing',
  boardUrl: 'https://www.bon.texas.gov/',
  evidence: [
    { url: 'https://www.bon.texas.gov/ce', kind: 'board', speaksOf: '2026-10', supports: ['hours'] },
  ],
  checked: {
    ...{ hours: 'official', renewal: 'official', firstRenewal: 'official', topics: 'official' },
    ...{ excludes: 'official', ways: 'official', carryOver: 'official' },
  },
  readOn: '2026-11-01',
})

/** Texas with several ways, one of which is a certification. Nothing was found about its first renewal. */
export const severalWaysRule: CeRule = {
  ...texasRule,
  ways: [
    {
      ...{ id: 'ce-practice', title: '20 contact hours and 400 practice hours', topicsDue: null, note: null },
      needs: [
        { ...ceNeed, amount: 20 },
        { ...ceNeed, kind: 'practice_hours', amount: 400, years: 2, note: 'As an RN, paid or not' },
      ],
    },
    {
      ...{
        id: 'certification',
        title: 'National certification',
        topicsDue: null,
        note: 'Not a life support card',
      },
      needs: [{ ...ceNeed, kind: 'certification' }],
    },
    {
      ...{ id: 'evaluation', title: '10 contact hours and an evaluation', topicsDue: null, note: null },
      needs: [
        { ...ceNeed, amount: 10 },
        { ...ceNeed, kind: 'other', what: 'Evaluation by your employer', options: ['Form A', 'Form B'] },
      ],
    },
  ],
  checked: { ...texasRule.checked, firstRenewal: 'none_found' },
}

const noForensics = {
  firstRenewal: false,
  topics: [{ topic: 'forensic-evidence', answer: 'exempt' as const }],
}

const texasFacts: Omit<RuleFacts, 'answers'> = { wayId: null, cycleEnd: '2027-03-31', issuedAt: null }

/** Has 12 of 20 hours; ethics is still missing. */
export const texasCycle: CeuCycle = ceuCycle.parse({
  id: ids.texas,
  state: 'TX',
  cycleStart: '2025-04-01',
  cycleEnd: '2027-03-31',
  requiredHours: 20,
  hoursCompleted: 12,
  hoursCounted: 12,
  notes: null,
  licenseId: ids.texasLicense,
  certificationId: null,
  credentialTitle: 'Texas RN license',
  topics: requirementsOf(texasRule, { ...texasFacts, answers: noForensics }).topics,
  topicsCompleted: [{ topic: 'Nursing ethics', hours: 0.5, isMet: false }],
  entryCount: 1,
  ruleId: 'TX-RN',
  rule: texasRule,
  newerRule: null,
  answers: noForensics,
  ...{ wayId: null, needAnswers: [], needs: [], certifications: [], carriedOverHours: null },
  createdAt: '2025-04-02T15:00:00.000Z',
  updatedAt: '2025-04-02T15:00:00.000Z',
})

/** 24 hours and no topics, entered by hand. */
export const floridaCycle: CeuCycle = ceuCycle.parse({
  ...texasCycle,
  id: ids.florida,
  state: 'FL',
  cycleStart: '2025-08-01',
  cycleEnd: '2027-07-31',
  requiredHours: 24,
  hoursCompleted: 0,
  hoursCounted: 0,
  licenseId: ids.floridaLicense,
  credentialTitle: 'Florida RN license',
  topics: [],
  topicsCompleted: [],
  entryCount: 0,
  ruleId: null,
  rule: null,
  answers: noAnswers,
})

/** Counts 5 hours in the Texas cycle. */
export const ethicsEntry: CeuEntry = ceuEntry.parse({
  id: ids.entry,
  cycleId: ids.texas,
  title: 'Ethics at the bedside',
  provider: 'Gulf Coast Nurse Educators',
  hours: 5,
  amount: null,
  unit: 'contact_hour',
  kind: 'course',
  completedAt: '2026-02-14',
  topicTags: ['Ethics'],
  topicHours: [{ topic: 'Ethics', hours: 2 }],
  fileId: null,
  fileIds: [],
  holderName: null,
  approvedBy: null,
  providerNumber: null,
  notes: null,
  counts: [
    { cycleId: ids.texas, acceptedHours: null, countedHours: 5, reasons: [{ code: 'accepted', hours: 5 }] },
  ],
  importId: null,
  createdAt: '2026-02-15T15:00:00.000Z',
  updatedAt: '2026-02-15T15:00:00.000Z',
})

/** The cycle proposed for the Texas license, which has no cycle yet. */
export const texasProposal: CycleProposal = cycleProposal.parse({
  credentialId: ids.texasLicense,
  kind: 'license',
  credentialTitle: 'Texas RN license',
  state: 'TX',
  issuedAt: '2026-01-10',
  expiresAt: '2027-03-31',
  rule: texasRule,
  answers: noAnswers,
  cycleStart: '2025-04-01',
  cycleEnd: '2027-03-31',
  ...requirementsOf(texasRule, { ...texasFacts, answers: noAnswers }),
  ...{ wayId: null, possibleEnds: [], carriedOverHours: null },
  renewal: { opens: '2027-01-30', applyBy: null, lateUntil: null, duties: [] },
  hasCycle: false,
})

/** A card that is renewed by its course. */
export const blsProposal: CycleProposal = cycleProposal.parse({
  ...texasProposal,
  ...{ kind: 'certification', credentialTitle: 'Basic Life Support', state: null },
  ...{ rule: embeddedRules.find('CERT-BLS', '2027-03-31'), requiredHours: null, topics: [] },
})
