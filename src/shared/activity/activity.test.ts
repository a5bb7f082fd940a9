import { expect, test } from 'vitest'
import { profileInput, user } from '#shared/account/profile.ts'
import { problemsOf } from '#testing/schema.ts'
import { activityExportQuery, activityList, activityQuery, exportedActivity } from './activity.ts'

const at = '2026-11-21T12:00:00.000Z'
const filter = { prefix: 'file', severe: 'true', from: '2026-01-02', to: '2026-01-03' }

test('a list takes a prefix, severity and days, 50 records at a time by default', () => {
  expect(activityQuery.parse({})).toEqual({ severe: false, limit: 50 })
  expect(activityQuery.parse({ ...filter, limit: '200', cursor: 'c' })).toEqual({
    ...filter,
    severe: true,
    limit: 200,
    cursor: 'c',
  })
  expect(activityQuery.parse({ severe: 'false', limit: '1' })).toEqual({ severe: false, limit: 1 })
})

test('an export takes the same filters and a format', () => {
  expect(activityExportQuery.parse({ ...filter, format: 'csv' })).toEqual({
    ...filter,
    severe: true,
    format: 'csv',
  })
  expect(activityExportQuery.parse({ format: 'json' })).toEqual({ severe: false, format: 'json' })
  expect(problemsOf(activityExportQuery, { format: 'pdf' })).toHaveLength(1)
  expect(problemsOf(activityExportQuery, { format: 'csv', limit: '1' })).toEqual(['limit: Unknown field'])
})

test.each(['auth', 'credential', 'file', 'security'])('accepts the prefix %s', (prefix) =>
  expect(problemsOf(activityQuery, { prefix })).toEqual([]),
)

test.each([
  { prefix: 'billing' },
  { severe: 'yes' },
  { from: '2026-02-30' },
  { limit: '0' },
  { limit: '201' },
  { limit: '1.5' },
  { cursor: 'x'.repeat(1001) },
])('rejects %j', (query) => expect(problemsOf(activityQuery, query)).toHaveLength(1))

test('the last day may equal the first, but not precede it', () => {
  const backwards = { from: '2026-01-03', to: '2026-01-02' }
  const message = 'to: This date is before the start date'
  expect(problemsOf(activityQuery, backwards)).toEqual([message])
  expect(problemsOf(activityExportQuery, { ...backwards, format: 'csv' })).toEqual([message])
  expect(problemsOf(activityQuery, { from: '2026-01-02', to: '2026-01-02' })).toEqual([])
  expect(problemsOf(activityQuery, { from: '2026-01-02' })).toEqual([])
  expect(problemsOf(activityQuery, { to: '2026-01-02' })).toEqual([])
})

test('requires every field of a record; an exported one has no isCurrent', () => {
  const line = {
    ...{ id: 'a1', action: 'file_created', resource: 'file', resourceId: null, name: null, severity: null },
    metadata: { name: 'card.pdf', size: 7, isMain: true, before: null },
    ...{ timestamp: at, userAgent: null, sessionId: 's1', leftOut: null, isCurrent: true },
  }
  expect(activityList.parse({ items: [line], nextCursor: null })).toEqual({ items: [line], nextCursor: null })
  const { isCurrent: _isCurrent, ...exported } = line
  expect(exportedActivity.parse(line)).toEqual(exported)
})

test('a profile checks each field; absent means unchanged', () => {
  const profile = {
    ...{ firstName: 'Ann', lastName: "O'Brien", organization: 'Mercy General', jobTitle: 'RN' },
    settings: { locale: 'en-US', timeZone: 'America/Chicago' },
  }
  expect(profileInput.parse(profile)).toEqual(profile)
  expect(profileInput.parse({})).toEqual({})
  expect(profileInput.parse({ settings: {} })).toEqual({ settings: {} })
  expect([1, 12, null].map((birthMonth) => profileInput.parse({ birthMonth }))).toEqual([
    ...[{ birthMonth: 1 }, { birthMonth: 12 }, { birthMonth: null }],
  ])
  for (const birthMonth of [0, 13, 1.5, 'May'])
    expect(problemsOf(profileInput, { birthMonth })).toEqual(['birthMonth: A month from 1 to 12'])
  expect(problemsOf(profileInput, { email: 'x' })).toEqual(['email: Unknown field'])
  expect(problemsOf(profileInput, { settings: { theme: 'dark' } })).toEqual(['settings.theme: Unknown field'])
  for (const [field, max] of [
    ['firstName', 50],
    ['lastName', 50],
    ['organization', 100],
    ['jobTitle', 50],
  ] as const) {
    expect(problemsOf(profileInput, { [field]: 'x'.repeat(max) })).toEqual([])
    expect(problemsOf(profileInput, { [field]: 'x'.repeat(max + 1) })).toHaveLength(1)
  }
})

test('requires every field of a user', () => {
  const answer = {
    ...{ id: 'u1', email: 'ann@example.com', emailVerified: true, name: 'Ann' },
    ...{ firstName: null, lastName: null, organization: null, jobTitle: null, birthMonth: null },
    settings: { locale: null, timeZone: null },
    ...{ createdAt: at, updatedAt: at },
  }
  expect(user.parse(answer)).toEqual(answer)
})
