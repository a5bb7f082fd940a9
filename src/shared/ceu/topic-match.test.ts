import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cycleTopic } from './cycle.ts'
import { embeddedRules } from './rules.ts'
import { canName, keepTopicNames, similarTopic, withTopicName } from './topic-match.ts'

const texas = [
  { topic: 'Nursing jurisprudence and ethics', hours: 2, tags: ['Ethics', 'Jurisprudence'] },
  { topic: 'Older adult / geriatric care', hours: 2, tags: ['Older adult care'] },
  { topic: 'Human trafficking (state-approved course)', hours: null, tags: ['Human trafficking'] },
  { topic: 'Pain management and opioid use and addiction', hours: 1, tags: ['Pain management', 'Opioids'] },
  { topic: 'Mental health of veterans and their families', hours: 1, tags: ["Veterans' mental health"] },
].map((topic) => cycleTopic.parse(topic))
const meant = (label: string) => similarTopic(label, texas)?.topic ?? null

describe('the topic that a label resembles', () => {
  test.each([
    ['Older adults', 'Older adult / geriatric care'],
    ['older-adult', 'Older adult / geriatric care'],
    ['Geriatrics', 'Older adult / geriatric care'],
    ['Elderly care', 'Older adult / geriatric care'],
    ['Gerontology', 'Older adult / geriatric care'],
    ['Jurisprudence & Ethics', 'Nursing jurisprudence and ethics'],
    ['Nursing ethics', 'Nursing jurisprudence and ethics'],
    ['Trafficking', 'Human trafficking (state-approved course)'],
    ['Opiates', 'Pain management and opioid use and addiction'],
    ['Veterans', 'Mental health of veterans and their families'],
  ])('%s: %s', (label, topic) => expect(meant(label)).toBe(topic))

  test.each(['Wound care', 'Nursing', 'Care management', 'Mental', 'Pediatrics', '', '—', 'Safe practice'])(
    'is none for “%s”',
    (label) => expect(meant(label)).toBe(null),
  )

  const isSimilar = (label: string, topic: string) =>
    similarTopic(label, [cycleTopic.parse({ topic })]) !== null

  test.each([
    ['Older adult', 'Geriatric care'],
    ['Aging people', 'Gerontology'],
    ['Ageing', 'Senior patients'],
    ['Elder care', 'Geriatrics'],
    ['Elders', 'The elderly'],
    ['Seniors', 'Elderly persons'],
    ['Gerontological nursing', 'Senior care'],
    ['Substance misuse', 'Addictions'],
    ['Drug abuse', 'Addiction'],
    ['Substance use disorder', 'SUD'],
    ['Substance use disorders', 'Drug use'],
    ['Opiate', 'Opioids'],
    ['Narcotic', 'Opiates'],
    ['Narcotics', 'Opioid'],
    ['Family violence', 'Domestic violence'],
    ['Intimate partner abuse', 'Domestic abuse'],
    ['Pharmacotherapeutic', 'Pharmacology'],
    ['Pharmacotherapeutics', 'Pharmacotherapy'],
    ['Alzheimer’s', 'Dementia'],
    ["Alzheimer's", 'Alzheimer'],
    ['Dementias', 'Dementia'],
    ['Medication errors', 'Medical errors'],
    ['Allergies', 'Allergy'],
    ['Wounds', 'Wound care'],
    ['Séance', 'Seance'],
    ['Ethics of wound care', 'Ethics'],
  ])('“%s” and “%s” are similar, either way round', (one, other) => {
    expect([isSimilar(one, other), isSimilar(other, one)]).toEqual([true, true])
  })

  test.each([
    ['Older veterans', 'Geriatric care'],
    ['Substance', 'Addiction'],
    ['Violence', 'Domestic'],
    ['Wound ethics', 'Wound ostomy'],
    ['Class', 'Safety class'],
    ['Pediatric care', 'Care of adults'],
  ])('“%s” and “%s” are not', (one, other) => {
    expect([isSimilar(one, other), isSimilar(other, one)]).toEqual([false, false])
  })

  test('is the closest of several topics', () => {
    const topics = ['Pain management and opioid use', 'Pain management', 'Pain, sleep and anxiety']
    for (const order of [topics, topics.toReversed()])
      expect(
        similarTopic(
          'Pain',
          order.map((topic) => cycleTopic.parse({ topic })),
        )?.topic,
      ).toBe('Pain management')
  })

  test('is null for a label that counts already', () => {
    expect(meant('Ethics')).toBe(null)
    expect(meant(' older adult CARE ')).toBe(null)
  })

  test('is a topic of the same rule or null, for every topic name in another spelling', () => {
    for (const rule of embeddedRules.rules) {
      const topics = rule.topics.map(({ topic, hours, tags }) => cycleTopic.parse({ topic, hours, tags }))
      for (const { topic } of topics) {
        const found = similarTopic(`${topic.toUpperCase()} course`, topics)
        expect(found === null || topics.some((each) => each.topic === found.topic)).toBe(true)
      }
    }
  })

  test('is one of the topics or null, for any label', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (label) => {
        const found = similarTopic(label, texas)
        expect(found === null || texas.some((each) => each === found)).toBe(true)
      }),
    )
  })
})

test('a topic can have up to ten names of at most fifty characters', () => {
  const topics = withTopicName(texas, 'Older adult / geriatric care', 'Older adults')
  expect(topics[1]?.tags).toEqual(['Older adult care', 'Older adults'])
  expect(topics[0]).toBe(texas[0])
  expect(similarTopic('Older adults', topics)).toBe(null)
  const full = cycleTopic.parse({ topic: 'x', tags: Array.from({ length: 10 }, (_, at) => `${at}`) })
  expect([canName(full, 'y'), canName(full.tags[0] ? { ...full, tags: [] } : full, 'y'.repeat(51))]).toEqual([
    false,
    false,
  ])
  expect(withTopicName([full], 'x', 'y')).toEqual([full])
  expect(canName({ ...full, tags: full.tags.slice(1) }, '😀'.repeat(50))).toBe(true)
})

test('a new version of the rule keeps the names that the owner added', () => {
  const named = withTopicName(texas, 'Older adult / geriatric care', 'Older adults')
  const renewed = [
    cycleTopic.parse({
      topic: 'Older adult / geriatric care',
      ...{ hours: 3, tags: ['Older adult care', 'Geriatrics'] },
    }),
  ]
  expect(keepTopicNames(renewed, named)).toEqual([
    { ...renewed[0], tags: ['Older adult care', 'Geriatrics', 'Older adults'] },
  ])
  expect(keepTopicNames(renewed, [])).toEqual(renewed)
  expect(keepTopicNames(renewed, texas.slice(2))).toEqual(renewed)
})

test('a topic renamed by the rule also keeps them, and has at most ten', () => {
  const [earlier, later] = ['Geriatrics', 'Older adults'].map((topic) =>
    cycleTopic.parse({ key: 'geriatrics', topic, tags: [topic, ...Array.from('abcdefgh')] }),
  )
  const other = cycleTopic.parse({ topic: 'Ethics', tags: ['Law'] })
  if (!earlier || !later) throw new Error('no topic')
  const [kept, untouched] = keepTopicNames([{ ...later, tags: ['1', '2', '3'] }, other], [earlier])
  expect(kept?.tags).toEqual(['1', '2', '3', 'Geriatrics', ...Array.from('abcdef')])
  expect(untouched).toEqual(other)
})
