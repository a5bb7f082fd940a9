import { expect, test } from 'vitest'
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

test('what a nurse answers changes the hours and topics that she left as they were', () => {
  const after = withTopicAnswer(open, 'Violence', 'done')
  expect(applyAnswers(proposed, context, open, after)).toEqual({
    cycleStart: '2025-04-01',
    requiredHours: 20,
    topics: [ethics, forensics],
  })
})

test('her first renewal begins with the license', () => {
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

test('a date, a number and a topic of her own stay as she set them', () => {
  const own = { topic: 'Unit orientation', hours: 1, tags: [] }
  const longer = { ...ethics, hours: 3 }
  const hers = { ...proposed, cycleStart: '2025-05-01', requiredHours: 24, topics: [longer, violence, own] }
  const after = withTopicAnswer({ ...open, firstRenewal: true }, 'Violence', 'exempt')
  expect(applyAnswers(hers, context, open, after)).toEqual({
    cycleStart: '2025-05-01',
    requiredHours: 24,
    topics: [longer, own],
  })
})

test('a topic comes back when she changes her answer', () => {
  const done = withTopicAnswer(open, 'Forensics', 'done')
  const without = applyAnswers(proposed, context, open, done)
  expect(without.topics).toEqual([ethics, violence])
  const again = withTopicAnswer(done, 'Forensics', 'due')
  expect(applyAnswers({ ...proposed, ...without }, context, done, again).topics).toEqual(proposed.topics)
  expect(again.topics).toHaveLength(1)
})

test('only what she changed is sent', () => {
  const cycle = {
    ...proposed,
    state: 'TX',
    notes: null,
    licenseId: null,
    certificationId: null,
    ruleId: 'TX-RN',
    answers: open,
  }
  const values = valuesOfCycle(cycle as never) as never as Parameters<typeof changedCycle>[1]
  expect(changedCycle(cycle as never, values)).toEqual({})
  expect(changedCycle(cycle as never, { ...values, requiredHours: null })).toEqual({ requiredHours: null })
})

test('a form that she sends empty asks for what is missing in plain words', async () => {
  const empty = { topics: [{ topic: '', hours: null, tags: [] }], requiredHours: null } as never
  const { errors } = await cycleResolver(empty, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  })
  expect(errors).toMatchObject({
    state: { message: 'Which state is it for?' },
    cycleStart: { message: 'On which day does it begin?' },
    cycleEnd: { message: 'On which day does it end?' },
    topics: [{ topic: { message: 'What is it called?' } }],
  })
})
