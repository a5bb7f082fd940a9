import { describe, expect, test } from 'vitest'
import { english } from '#shared/i18n/translate.ts'
import { ceRuleOf, topicOf } from '#testing/ce-rule.ts'
import type { CeuCycle } from './cycle.ts'
import type { CeuEntry, Reason } from './entry.ts'
import { checkPacket } from './packet-check.ts'
import { noAnswers, requirementsOf } from './requirements.ts'

const rule = ceRuleOf({ topics: [topicOf('Ethics'), topicOf('Human trafficking', { hours: null })] })
const facts = { answers: noAnswers, wayId: null, cycleEnd: '2027-03-31', issuedAt: null }
const { topics, requiredHours } = requirementsOf(rule, facts)

const cycle = {
  id: 'texas',
  cycleStart: '2025-04-01',
  cycleEnd: '2027-03-31',
  licenseId: 'license',
  certificationId: null,
  requiredHours,
  hoursCompleted: requiredHours,
  hoursCounted: requiredHours,
  topics,
  topicsCompleted: topics.map(({ topic, hours }) => ({ topic, hours: hours ?? 0, isMet: true })),
  ...{ rule, answers: noAnswers, wayId: null, needs: [] },
} as unknown as CeuCycle

const complete = {
  id: 'a',
  title: 'Ethics at the bedside',
  hours: 5,
  amount: null,
  unit: 'contact_hour',
  kind: 'course',
  completedAt: '2026-02-14',
  createdAt: '2026-02-15T00:00:00.000Z',
  fileId: 'file',
  holderName: 'Ann',
  approvedBy: 'ANCC',
  providerNumber: 'P1',
  counts: [],
} as unknown as CeuEntry

function check(more: Partial<Parameters<typeof checkPacket>[0]> = {}) {
  return checkPacket({
    t: english,
    cycle,
    entries: [complete],
    holderName: 'Ann O’Brien',
    number: '884213',
    today: '2026-11-23',
    date: (date) => date,
    ...more,
  })
}

const textsOf = ({ missing }: ReturnType<typeof check>) => missing.map(({ text }) => text)

const counted = (...reasons: Reason[]): CeuEntry => ({
  ...complete,
  counts: [{ cycleId: 'texas', acceptedHours: null, countedHours: 0, reasons }],
})

describe('what is missing from a packet', () => {
  test('is nothing if everything is recorded', () => {
    expect(check()).toEqual({ missing: [], cautions: [] })
  })

  test('includes the name, the number and the license', () => {
    expect(textsOf(check({ holderName: '' }))).toEqual([
      'Your name: the packet shows your email address instead.',
    ])
    expect(textsOf(check({ number: null }))).toEqual(['The number of your license or certification.'])
    expect(textsOf(check({ number: undefined }))).toEqual([])
    expect(textsOf(check({ cycle: { ...cycle, licenseId: null }, number: undefined }))).toEqual([
      'A license: this cycle belongs to none, so the packet has no license number.',
    ])
  })

  test('includes hours, topics and courses', () => {
    const topicsCompleted = [
      { topic: 'Ethics', hours: 0.5, isMet: false },
      { topic: 'Older adults', hours: 0, isMet: false },
    ]
    const open = {
      ...cycle,
      requiredHours: 20,
      hoursCompleted: 7.5,
      hoursCounted: 7.5,
      topics: [
        { topic: 'Ethics', hours: 2, tags: [] },
        { topic: 'Older adults', hours: null, tags: [] },
      ],
      topicsCompleted,
    } as unknown as CeuCycle
    expect(textsOf(check({ cycle: open, entries: [] }))).toEqual([
      'Courses: none is logged in this cycle yet.',
      '12.5 hours of the required 20.',
      '1.5 hours on Ethics.',
      'The course on Older adults.',
    ])
  })

  test('includes certificates and their details, by their number in the packet', () => {
    const earlier = { ...complete, id: 'b', title: 'Sepsis', completedAt: '2026-01-02' }
    const bare = { ...complete, fileId: null, approvedBy: null }
    const { missing } = check({ entries: [bare, { ...earlier, providerNumber: null }] })
    expect(missing).toEqual([
      {
        ...{ title: '1. Sepsis, 2026-01-02', text: 'the provider number.', label: 'Complete it' },
        fix: { to: 'entry', entryId: 'b', gap: 'providerNumber' },
      },
      {
        title: '2. Ethics at the bedside, 2026-02-14',
        text: 'the certificate, who approved the provider.',
        ...{ label: 'Complete it', fix: { to: 'entry', entryId: 'a', gap: 'certificate' } },
      },
    ])
  })
})

describe('cautions before sending a packet', () => {
  test('mention a rule that is missing, incompletely known, or overridden', () => {
    expect(check({ cycle: { ...cycle, rule: null } }).cautions).toEqual([
      'This cycle has no rule: you entered its dates, hours and topics. Check them with your board.',
    ])
    const unknown = { ...rule, checked: { ...rule.checked, topics: 'none_found' as const } }
    expect(check({ cycle: { ...cycle, rule: unknown } }).cautions).toEqual([
      'We are not certain about the topics. Check with the board.',
    ])
    expect(check({ cycle: { ...cycle, requiredHours: 3, topics: [] } }).cautions).toEqual([
      'You set different required hours than the rule.',
      'You set different topics than the rule.',
    ])
  })

  test('mention hours that do not count, except those that the packet itself explains', () => {
    const entry = counted(
      { code: 'accepted', hours: 2 },
      { code: 'converted', hours: 0 },
      { code: 'no_certificate', hours: 0 },
      { code: 'outside_dates', hours: 3 },
      { code: 'topic_hours_missing', hours: 0 },
    )
    expect(check({ entries: [entry] }).cautions).toEqual([
      '1. Ethics at the bedside, 2026-02-14: 3 hours do not count: this cycle runs from 2025-04-01 to 2027-03-31.',
      '1. Ethics at the bedside, 2026-02-14: Several topics have no hours. Enter the hours for each topic so they count.',
    ])
  })
})
