import { expect, test } from 'vitest'
import type { RuleAnswers } from '#shared/ceu/answers.ts'
import { ceuCycleInput } from '#shared/ceu/cycle.ts'
import { noAnswers } from '#shared/ceu/requirements.ts'
import type { CeRule } from '#shared/ceu/rule.ts'
import { severalWaysRule, texasCycle, texasRule } from '#testing/web/ceu-samples.ts'
import {
  applyChoices,
  changedCycle,
  cycleResolver,
  cycleStartFor,
  type RuleChoices,
  valuesOfCycle,
  withTopicAnswer,
} from './cycle-form-values.ts'

const [asked] = texasRule.topics
const topicOf = (topic: string, changes: Partial<CeRule['topics'][number]> = {}) => ({
  ...(asked as CeRule['topics'][number]),
  ...{ key: topic.toLowerCase(), topic, tags: ['x'] },
  ...changes,
})
const rule: CeRule = {
  ...severalWaysRule,
  firstRenewal: {
    ...texasRule.firstRenewal,
    rule: 'exempt',
    topicsStillDue: ['ethics', 'forensics', 'violence'],
  },
  topics: [
    topicOf('Ethics'),
    topicOf('Forensics', { every: 'once' }),
    topicOf('Violence', { every: '3 cycles', onTop: true }),
  ],
}
const context = { rule, issuedAt: '2026-01-15' }
const open: RuleChoices = { answers: noAnswers, wayId: null }
const answered = (answers: RuleAnswers): RuleChoices => ({ answers, wayId: null })

const plain = { key: null, hours: null, maxHours: null, tags: [], withinYears: null, dueOn: null }
const ethics = { ...plain, key: 'ethics', topic: 'Ethics', hours: 2, tags: ['x'] }
const forensics = { ...plain, key: 'forensics', topic: 'Forensics', hours: 2, tags: ['x'] }
const violence = { ...plain, key: 'violence', topic: 'Violence', hours: 2, tags: ['x'] }
const proposed = {
  cycleStart: '2025-04-01',
  cycleEnd: '2027-03-31',
  requiredHours: 22,
  topics: [ethics, forensics, violence],
}

test('an answer changes only hours and topics that match the rule', () => {
  const after = answered(withTopicAnswer(noAnswers, violence, 'done'))
  expect(applyChoices(proposed, context, open, after)).toEqual({
    cycleStart: '2025-04-01',
    requiredHours: 20,
    topics: [ethics, forensics],
  })
})

test('the first renewal starts with the license', () => {
  const after = answered({ ...noAnswers, firstRenewal: true })
  expect(applyChoices(proposed, context, open, after)).toMatchObject({
    cycleStart: '2026-01-15',
    requiredHours: 2,
  })
  expect(cycleStartFor(context, '2027-03-31', noAnswers)).toBe('2025-04-01')
})

test('a partly typed year gives no start date', () => {
  expect(
    ['0002-03-31', '0020-03-31', '0202-03-31'].map((end) => cycleStartFor(context, end, noAnswers)),
  ).toEqual([null, null, null])
})

test('keeps a date, a number and a topic that the owner set', () => {
  const own = { ...plain, topic: 'Unit orientation', hours: 1 }
  const longer = { ...ethics, hours: 3 }
  const changed = {
    ...proposed,
    cycleStart: '2025-05-01',
    requiredHours: 24,
    topics: [longer, violence, own],
  }
  const after = answered(withTopicAnswer({ ...noAnswers, firstRenewal: true }, violence, 'exempt'))
  expect(applyChoices(changed, context, open, after)).toEqual({
    cycleStart: '2025-05-01',
    requiredHours: 24,
    topics: [longer, own],
  })
})

test('adds a topic back when the answer changes', () => {
  const done = answered(withTopicAnswer(noAnswers, forensics, 'done'))
  const without = applyChoices(proposed, context, open, done)
  expect(without.topics).toEqual([ethics, violence])
  const again = answered(withTopicAnswer(done.answers, forensics, 'due'))
  expect(applyChoices({ ...proposed, ...without }, context, done, again).topics).toEqual(proposed.topics)
  expect(again.answers.topics).toHaveLength(1)
})

test('another way changes only hours that the owner did not set', () => {
  const after = { ...open, wayId: 'evaluation' }
  expect(applyChoices(proposed, context, open, after).requiredHours).toBe(12)
  expect(applyChoices({ ...proposed, requiredHours: 25 }, context, open, after).requiredHours).toBe(25)
})

test('an answer under the name of a topic is replaced by one under its key', () => {
  const before = { ...noAnswers, topics: [{ topic: 'Violence', answer: 'done' as const }] }
  expect(withTopicAnswer(before, violence, 'due').topics).toEqual([{ topic: 'violence', answer: 'due' }])
})

test('only changed fields are sent', () => {
  const cycle = { ...texasCycle, ...proposed }
  const values = ceuCycleInput.parse(valuesOfCycle(cycle))
  expect(changedCycle(cycle, values)).toEqual({})
  expect(changedCycle(cycle, { ...values, requiredHours: null })).toEqual({ requiredHours: null })
})

test('an empty form lists what is missing', async () => {
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
