import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#shared/kernel/dates.ts'
import { type CreditedActivity, countCycle } from './counting.ts'
import { type CycleTopic, cycleTopic } from './cycle.ts'
import { dutiesOf, isSameCourse } from './duties.ts'

const license = '7c9e6679-7425-4000-8000-000000000011'
const named = { key: 'infection', topic: 'Infection control', tags: ['Infection'] }
const asked = (more: object) => cycleTopic.parse({ ...named, ...more })

function course(completedAt: string, hours = 3): CreditedActivity {
  return {
    ...{ id: `${completedAt} ${hours}`, hours, amount: null, unit: 'contact_hour', kind: 'course' },
    ...{ completedAt, topicTags: ['Infection'], topicHours: [], fileId: null, acceptedHours: null },
  }
}

type Made = { id?: string; cycleStart?: string; cycleEnd?: string; licenseId?: string | null }

/** A cycle of a nurse who took these courses. For a topic that looks back, the courses are in another cycle. */
function cycle(topic: CycleTopic, courses: CreditedActivity[], made: Made = {}) {
  const dates = {
    cycleStart: made.cycleStart ?? '2023-10-01',
    cycleEnd: made.cycleEnd ?? '2026-09-30',
  }
  const rules = { ...dates, topics: [topic], rule: null, carriedOverHours: null }
  const { topicsCompleted } =
    topic.withinYears === null ? countCycle(rules, courses) : countCycle(rules, [], courses)
  const subject = {
    licenseId: made.licenseId === undefined ? license : made.licenseId,
    certificationId: null,
  }
  return { ...dates, ...subject, id: made.id ?? 'a', topics: [topic], topicsCompleted }
}
const short = (cycles: Parameters<typeof dutiesOf>[0]) =>
  dutiesOf(cycles).map(({ kind, dueOn, cycleId }) => `${kind} ${dueOn} ${cycleId}`)

const fourYears = asked({ withinYears: 4 })
const byMarch = asked({ dueOn: '2026-03-31' })
const next = { id: 'b', cycleStart: '2026-10-01', cycleEnd: '2029-09-30' }

describe('a topic of one cycle', () => {
  test.each<[string, CycleTopic, string[], string[]]>([
    ['is due on its own day', byMarch, [], ['ceuDeadline 2026-03-31 a']],
    ['is done once the course is taken', byMarch, ['2026-02-01'], []],
    ['runs out years after the course', fourYears, ['2024-05-12'], ['ceuRunOut 2028-05-11 a']],
    ['runs out after the last of them', fourYears, ['2024-05-12', '2023-01-01'], ['ceuRunOut 2028-05-11 a']],
    ['runs out before a leap day', fourYears, ['2024-02-29'], ['ceuRunOut 2028-02-28 a']],
    ['is told by the cycle while no course was taken', fourYears, [], []],
    ['has no date without one', asked({}), [], []],
    [
      'is due before it can run out',
      asked({ withinYears: 4, dueOn: '2026-03-31' }),
      [],
      ['ceuDeadline 2026-03-31 a'],
    ],
    [
      'runs out once it is no longer due',
      asked({ withinYears: 4, dueOn: '2026-03-31' }),
      ['2026-01-10'],
      ['ceuRunOut 2030-01-09 a'],
    ],
    [
      'runs out with the first course that its hours need',
      asked({ withinYears: 4, hours: 6 }),
      ['2024-05-12', '2025-06-01'],
      ['ceuRunOut 2028-05-11 a'],
    ],
    [
      'is due while hours are missing',
      asked({ dueOn: '2026-03-31', hours: 6 }),
      ['2026-01-10'],
      ['ceuDeadline 2026-03-31 a'],
    ],
  ])('%s', (_what, topic, days, expected) => {
    expect(
      short([
        cycle(
          topic,
          days.map((day) => course(day)),
        ),
      ]),
    ).toEqual(expected)
  })

  test('names what it is about', () => {
    expect(dutiesOf([cycle(byMarch, [])])).toEqual([
      {
        ...{ kind: 'ceuDeadline', subjectId: license, key: 'infection', cycleId: 'a' },
        ...{ topic: 'Infection control', dueOn: '2026-03-31' },
      },
    ])
    const own = cycleTopic.parse({ topic: ' Night Shift ', dueOn: '2026-03-31' })
    expect(dutiesOf([cycle(own, [], { licenseId: null })])).toMatchObject([
      { key: 'night shift', subjectId: 'a' },
    ])
  })
})

describe('the same topic in several cycles of a credential', () => {
  const taken = course('2024-05-12')
  test('is listed once, for the cycle that ends last', () => {
    const newer = course('2027-03-01')
    const both = [cycle(fourYears, [taken]), cycle(fourYears, [taken, newer], next)]
    expect(short(both)).toEqual(['ceuRunOut 2031-02-28 b'])
    expect(short(both.toReversed())).toEqual(short(both))
    expect(short([cycle(byMarch, []), cycle(asked({ dueOn: '2027-01-31' }), [], next)])).toEqual([
      'ceuDeadline 2027-01-31 b',
    ])
  })

  test('still runs out in the middle of a cycle that requires a newer course by its end', () => {
    expect(short([cycle(fourYears, [taken]), cycle(fourYears, [taken], next)])).toEqual([
      'ceuRunOut 2028-05-11 a',
    ])
  })

  test('stays due when the next cycle has no date for it', () => {
    expect(short([cycle(byMarch, []), cycle(asked({}), [], next)])).toEqual(['ceuDeadline 2026-03-31 a'])
    const done = cycle(asked({}), [course('2026-11-01')], next)
    expect(short([cycle(byMarch, []), done])).toEqual([])
  })

  test('is listed for each credential', () => {
    const other = { ...next, licenseId: null }
    expect(short([cycle(fourYears, [taken]), cycle(byMarch, [], other)])).toHaveLength(2)
  })
})

test('matches the course that a cycle is missing, unless the cycle needs it sooner', () => {
  const a = cycle(fourYears, [course('2024-05-12')])
  const b = cycle(fourYears, [], next)
  const [duty] = dutiesOf([a, b])
  if (!duty) throw new Error('No duty')
  expect(isSameCourse(duty, a, 0)).toBe(false)
  expect(isSameCourse(duty, b, 0)).toBe(true)
  expect(isSameCourse(duty, b, 1)).toBe(false)
  expect(isSameCourse(duty, { ...b, licenseId: null }, 0)).toBe(false)
  expect(isSameCourse(duty, { ...b, cycleEnd: '2028-05-10' }, 0)).toBe(false)
  expect(isSameCourse({ ...duty, key: 'ethics' }, b, 0)).toBe(false)
})

describe('a duty is never due later than the facts allow', () => {
  const day = fc.integer({ min: 0, max: 1400 }).map((days) => addDays('2023-01-01', days))
  const courses = fc.array(fc.record({ day, hours: fc.integer({ min: 1, max: 4 }) }), { maxLength: 5 })
  const topic = fc
    .record({ withinYears: fc.integer({ min: 1, max: 6 }), hours: fc.option(fc.integer({ min: 1, max: 8 })) })
    .map(asked)

  test('a course counts for a cycle that ends on its last day, and for no cycle that ends later', () => {
    fc.assert(
      fc.property(topic, courses, fc.integer({ min: 2, max: 900 }), (each, taken, days) => {
        const activities = taken.map(({ day: on, hours }, index) => ({
          ...course(on, hours),
          id: `${index}`,
        }))
        const [duty] = dutiesOf([cycle(each, activities)])
        if (!duty) return
        const isMetAt = (cycleEnd: string) =>
          cycle(each, activities, { cycleEnd }).topicsCompleted[0]?.isMet === true
        // A course after the end of a cycle never counts in that cycle.
        if (taken.every(({ day: on }) => on <= duty.dueOn)) expect(isMetAt(duty.dueOn)).toBe(true)
        // After a February 29 the count may take one more day.
        if (taken.every(({ day: on }) => on <= '2026-09-30'))
          expect(isMetAt(addDays(duty.dueOn, days))).toBe(false)
      }),
    )
  })

  test('there is at most one for each topic, and it does not depend on the order of the cycles', () => {
    const made = fc.record({
      cycleEnd: fc.constantFrom('2026-09-30', '2027-09-30', '2028-09-30'),
      dueOn: fc.constantFrom(null, '2026-03-31', '2027-03-31'),
      withinYears: fc.constantFrom(null, 4),
      taken: fc.array(day, { maxLength: 2 }),
    })
    fc.assert(
      fc.property(fc.array(made, { maxLength: 5 }), (list) => {
        const cycles = list.map(({ cycleEnd, dueOn, withinYears, taken }, index) =>
          cycle(
            asked({ dueOn, withinYears }),
            taken.map((on) => course(on)),
            { cycleEnd, id: `${index}` },
          ),
        )
        const duties = dutiesOf(cycles)
        expect(duties.length).toBeLessThanOrEqual(1)
        expect(dutiesOf(cycles.toReversed())).toEqual(duties)
      }),
    )
  })
})
