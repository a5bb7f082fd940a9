import { expect, test } from 'vitest'
import { type CeuCycle, ceuCycleInput } from '#shared/ceu/cycle.ts'
import type { CeRule, RuleAnswers } from '#shared/ceu/rule.ts'
import {
  applyAnswers,
  changedCycle,
  cycleResolver,
  cycleStartFor,
  valuesOfCycle,
  withTopicAnswer,
} from './cycle-form-values.ts'

const topic = { every: 'cycle', tags: ['x'], onTop: false, onlyIf: null, note: null }
const rule = {
  periodYears: 2,
  hours: 20,
  firstRenewalHours: 0,
  topics: [
    { ...topic, topic: 'Ethics', hours: 2 },
    { ...topic, topic: 'Forensics', hours: 2, every: 'once' },
    { ...topic, topic: 'Violence', hours: 2, every: '3 cycles', onTop: true },
  ],
  renewal: { text: null, dates: [] },
} as unknown as CeRule
const context = { rule, issuedAt: '2026-01-15' }
const open: RuleAnswers = { firstRenewal: null, topics: [] }

const ethics = { topic: 'Ethics', hours: 2, tags: ['x'] }
const forensics = { topic: 'Forensics', hours: 2, tags: ['x'] }
const violence = { topic: 'Violence', hours: 2, tags: ['x'] }
const proposed = {
  cycleStart: '2025-04-01',
  cycleEnd: '2027-03-31',
  requiredHours: 22,
  topics: [ethics, forensics, violence],
}

test('an answer changes only hours and topics that match the rule', () => {
  const after = withTopicAnswer(open, 'Violence', 'done')
  expect(applyAnswers(proposed, context, open, after)).toEqual({
    cycleStart: '2025-04-01',
    requiredHours: 20,
    topics: [ethics, forensics],
  })
})

test('the first renewal begins with the license', () => {
  const after = { ...open, firstRenewal: true }
  expect(applyAnswers(proposed, context, open, after)).toMatchObject({
    cycleStart: '2026-01-15',
    requiredHours: 2,
  })
  expect(cycleStartFor(context, '2027-03-31', open)).toBe('2025-04-01')
})

test('a year that is still being typed moves nothing', () => {
  expect(['0002-03-31', '0020-03-31', '0202-03-31'].map((end) => cycleStartFor(context, end, open))).toEqual([
    null,
    null,
    null,
  ])
})

test('a date, a number and a topic the owner set stay', () => {
  const own = { topic: 'Unit orientation', hours: 1, tags: [] }
  const longer = { ...ethics, hours: 3 }
  const changed = {
    ...proposed,
    cycleStart: '2025-05-01',
    requiredHours: 24,
    topics: [longer, violence, own],
  }
  const after = withTopicAnswer({ ...open, firstRenewal: true }, 'Violence', 'exempt')
  expect(applyAnswers(changed, context, open, after)).toEqual({
    cycleStart: '2025-05-01',
    requiredHours: 24,
    topics: [longer, own],
  })
})

test('a topic comes back when the answer changes', () => {
  const done = withTopicAnswer(open, 'Forensics', 'done')
  const without = applyAnswers(proposed, context, open, done)
  expect(without.topics).toEqual([ethics, violence])
  const again = withTopicAnswer(done, 'Forensics', 'due')
  expect(applyAnswers({ ...proposed, ...without }, context, done, again).topics).toEqual(proposed.topics)
  expect(again.topics).toHaveLength(1)
})

const saved: CeuCycle = {
  ...proposed,
  id: '0d2a3a3c-5b34-4f0e-9d35-3f3c1d0f4b11',
  state: null,
  notes: null,
  hoursCompleted: 0,
  hoursCounted: 0,
  topicsCompleted: [],
  entryCount: 0,
  licenseId: null,
  certificationId: null,
  credentialTitle: null,
  ruleId: null,
  rule: null,
  newerRule: null,
  answers: open,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}

test('only changed fields are sent', () => {
  const cycle = {
    ...saved,
    ...proposed,
    state: 'TX',
    notes: null,
    licenseId: null,
    certificationId: null,
    ruleId: 'TX-RN',
    answers: open,
  }
  const values = ceuCycleInput.parse(valuesOfCycle(cycle))
  expect(changedCycle(cycle, values)).toEqual({})
  expect(changedCycle(cycle, { ...values, requiredHours: null })).toEqual({ requiredHours: null })
})

test('an empty form names what is missing', async () => {
  const empty = {
    topics: [{ topic: '', hours: null, tags: [] }],
    requiredHours: null,
    licenseId: null,
    certificationId: null,
  }
  const { errors } = await cycleResolver(empty, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  })
  expect(errors).toMatchObject({
    state: { message: 'Enter the state' },
    cycleStart: { message: 'Enter the start date' },
    cycleEnd: { message: 'Enter the end date' },
    topics: [{ topic: { message: 'Enter the topic' } }],
  })
})
