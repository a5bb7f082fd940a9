import { expect, test } from 'vitest'
import { isNews, parseLooked, withLook } from './use-unseen-views.ts'

const first = '2026-11-21T20:00:00.000Z'
const later = '2026-11-21T21:00:00.000Z'

test('an opening is news to a nurse until she has seen the link after it', () => {
  expect(isNews({ id: 'a', lastViewedAt: null }, {})).toBe(false)
  expect(isNews({ id: 'a', lastViewedAt: first }, {})).toBe(true)
  const looked = withLook({}, [
    { id: 'a', lastViewedAt: first },
    { id: 'b', lastViewedAt: null },
  ])
  expect(looked).toEqual({ a: first })
  expect(isNews({ id: 'a', lastViewedAt: first }, looked)).toBe(false)
  expect(isNews({ id: 'a', lastViewedAt: later }, looked)).toBe(true)
  expect(isNews({ id: 'b', lastViewedAt: first }, looked)).toBe(true)
})

test('what she saw longest ago makes room', () => {
  let looked = withLook({}, [{ id: 'first', lastViewedAt: first }])
  for (let nth = 0; nth < 299; nth++) looked = withLook(looked, [{ id: `link ${nth}`, lastViewedAt: first }])
  expect(isNews({ id: 'first', lastViewedAt: first }, looked)).toBe(false)
  looked = withLook(looked, [{ id: 'one more', lastViewedAt: first }])
  expect(Object.keys(looked)).toHaveLength(300)
  expect(isNews({ id: 'first', lastViewedAt: first }, looked)).toBe(true)
})

test('what somebody else wrote there is no reason to fail', () => {
  for (const text of [null, '', 'x', '[]', '7', 'null']) expect(parseLooked(text)).toEqual({})
  expect(parseLooked('{"a":1,"b":"x"}')).toEqual({ b: 'x' })
})
