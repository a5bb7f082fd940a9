import { type CeuCycle, type CycleProposal, ceuCycle, cycleProposal } from '#shared/ceu/cycle.ts'
import { type CeuEntry, ceuEntry } from '#shared/ceu/entry.ts'
import { type CeRule, ceRule, noAnswers, requirementsOf } from '#shared/ceu/rule.ts'

/** Noon in Chicago on 2026-11-21, which is in both cycles. */
export const ceuNow = '2026-11-21T18:00:00.000Z'

const ids = {
  texas: '7c9e6679-7425-4000-8000-000000000001',
  florida: '7c9e6679-7425-4000-8000-000000000002',
  texasLicense: '7c9e6679-7425-4000-8000-000000000011',
  floridaLicense: '7c9e6679-7425-4000-8000-000000000012',
  entry: '7c9e6679-7425-4000-8000-000000000021',
} as const

/** 20 hours in two years, 10 at the first renewal; ethics for everyone, forensic evidence for some. */
export const texasRule: CeRule = ceRule.parse({
  id: 'TX-RN',
  version: '2026-01-15',
  jurisdiction: 'TX',
  license: 'RN',
  certification: null,
  periodYears: 2,
  hours: 20,
  hoursName: 'contact hours',
  hoursNote: null,
  alternatives: null,
  firstRenewalHours: 10,
  topics: [
    {
      topic: 'Nursing ethics',
      hours: 2,
      every: 'cycle',
      tags: ['Ethics'],
      onTop: false,
      onlyIf: null,
      note: null,
    },
    {
      topic: 'Forensic evidence collection',
      hours: 2,
      every: 'once',
      tags: ['Forensics'],
      onTop: false,
      onlyIf: 'Nurses who work in an emergency room',
      note: null,
    },
  ],
  caps: [],
  refusedKinds: [],
  conversions: {},
  renewal: { text: 'At the end of your birth month, every two years.', dates: [] },
  board: 'Texas Board of Nursing',
  boardUrl: 'https://www.bon.texas.gov/',
  sources: ['https://www.bon.texas.gov/ce'],
  asOf: '2026-10',
  readOn: '2026-11-01',
  confidence: 'high',
})

const noForensics = {
  firstRenewal: false,
  topics: [{ topic: 'Forensic evidence collection', answer: 'exempt' as const }],
}

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
  topics: requirementsOf(texasRule, noForensics).topics,
  topicsCompleted: [{ topic: 'Nursing ethics', hours: 0.5, isMet: false }],
  entryCount: 1,
  ruleId: 'TX-RN',
  rule: texasRule,
  newerRule: null,
  answers: noForensics,
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

/** The cycle proposed for the Texas license, which has none yet. */
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
  ...requirementsOf(texasRule, noAnswers),
  hasCycle: false,
})
