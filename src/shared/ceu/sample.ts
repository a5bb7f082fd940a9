import type { z } from 'zod'
import type { ceuCycleInput } from './cycle.ts'
import type { ceuEntryInput } from './entry.ts'

/** A cycle with every field filled in: the type requires a value for each new field. */
export const sampleCycle: Required<z.input<typeof ceuCycleInput>> = {
  state: 'TX',
  cycleStart: '2025-04-01',
  cycleEnd: '2027-03-31',
  requiredHours: 20,
  notes: 'First one after the move.',
  licenseId: null,
  certificationId: null,
  topics: [
    {
      ...{ key: 'jurisprudence-ethics', topic: 'Nursing jurisprudence and ethics', hours: 2, maxHours: 10 },
      ...{ tags: ['Ethics'], withinYears: 6, dueOn: '2027-01-31' },
    },
    {
      ...{ key: null, topic: 'Human trafficking', hours: null, maxHours: null },
      ...{ tags: [], withinYears: null, dueOn: null },
    },
  ],
  ruleId: 'TX-RN',
  answers: { firstRenewal: false, topics: [{ topic: 'Forensic evidence collection', answer: 'exempt' }] },
  wayId: 'ce',
  needAnswers: [{ need: 'ce:1', isDone: true, credentialId: null }],
  carriedOverHours: 2.5,
}

/** An entry with every field filled in except its cycle, which must exist. */
export const sampleEntry: Required<Omit<z.input<typeof ceuEntryInput>, 'cycleId' | 'counts'>> = {
  title: "Ethics at the bedside, by O'Brien & co",
  provider: 'Gulf Coast Nurse Educators',
  hours: 5,
  amount: 0.5,
  unit: 'ceu',
  kind: 'course',
  completedAt: '2026-02-14',
  topicTags: ['Ethics', 'night shift'],
  topicHours: [{ topic: 'Ethics', hours: 2 }],
  fileId: null,
  fileIds: [],
  holderName: "Ann O'Brien",
  approvedBy: 'ANCC',
  providerNumber: 'P0123',
  notes: 'Taken twice, counted once.',
}
