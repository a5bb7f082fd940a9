import { expect, test } from 'vitest'
import { isUnseen, parseSeenViews, withSeen } from './use-unseen-views.ts'

const first = '2026-11-21T20:00:00.000Z'
const later = '2026-11-21T21:00:00.000Z'

test('a view is unseen until the owner has looked at the share after it', () => {
  expect(isUnseen({ id: 'a', lastViewedAt: null }, {})).toBe(false)
  expect(isUnseen({ id: 'a', lastViewedAt: first }, {})).toBe(true)
  const seenViews = withSeen({}, [
    { id: 'a', lastViewedAt: first },
    { id: 'b', lastViewedAt: null },
  ])
  expect(seenViews).toEqual({ a: first })
  expect(isUnseen({ id: 'a', lastViewedAt: first }, seenViews)).toBe(false)
  expect(isUnseen({ id: 'a', lastViewedAt: later }, seenViews)).toBe(true)
  expect(isUnseen({ id: 'b', lastViewedAt: first }, seenViews)).toBe(true)
})

test('the oldest entry is dropped first', () => {
  let seenViews = withSeen({}, [{ id: 'first', lastViewedAt: first }])
  for (let nth = 0; nth < 299; nth++)
    seenViews = withSeen(seenViews, [{ id: `link ${nth}`, lastViewedAt: first }])
  expect(isUnseen({ id: 'first', lastViewedAt: first }, seenViews)).toBe(false)
  seenViews = withSeen(seenViews, [{ id: 'one more', lastViewedAt: first }])
  expect(Object.keys(seenViews)).toHaveLength(300)
  expect(isUnseen({ id: 'first', lastViewedAt: first }, seenViews)).toBe(true)
})

test('ignores invalid stored text', () => {
  for (const text of [null, '', 'x', '[]', '7', 'null']) expect(parseSeenViews(text)).toEqual({})
  expect(parseSeenViews('{"a":1,"b":"x"}')).toEqual({ b: 'x' })
})
