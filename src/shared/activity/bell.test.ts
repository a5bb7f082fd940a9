import { expect, test } from 'vitest'
import { problemsOf } from '#testing/schema.ts'
import { bellPage, bellQuery } from './bell.ts'

const common = { id: '0b6f6c7e-7a0e-4b7e-8f61-3d1d3d3f3a11', at: '2026-11-21T12:00:00.000Z', isRead: false }
const opening = {
  ...common,
  ...{ kind: 'opening', shareId: common.id, name: 'Texas RN', recipient: null, device: 'Chrome on Windows' },
}
const security = {
  ...common,
  ...{ kind: 'security', action: 'auth_password_changed', count: 1, userAgent: null, isCurrent: true },
}

test('the bell lists 20 events at a time by default, at most 50', () => {
  expect(bellQuery.parse({})).toEqual({ limit: 20 })
  expect(bellQuery.parse({ limit: '1', cursor: 'x'.repeat(1000) })).toEqual({
    ...{ limit: 1, cursor: 'x'.repeat(1000) },
  })
  expect(bellQuery.parse({ limit: '50' })).toEqual({ limit: 50 })
  for (const bad of [{ limit: '0' }, { limit: '51' }, { cursor: 'x'.repeat(1001) }, { kind: 'opening' }])
    expect(problemsOf(bellQuery, bad)).toHaveLength(1)
})

test('an opened share link and a change of the sign-in have each of their fields', () => {
  const page = { items: [opening, security], nextCursor: null }
  expect(bellPage.parse(page)).toEqual(page)
  for (const item of [opening, security])
    for (const field of Object.keys(item))
      expect(problemsOf(bellPage, { items: [{ ...item, [field]: [] }], nextCursor: null })).toHaveLength(1)
})
