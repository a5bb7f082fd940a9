import { expect, test } from 'vitest'
import { allEntryKinds, entryKindNames, entryKinds, matchKind } from './kinds.ts'

test('every kind can be chosen except the one that was split', () => {
  expect(entryKinds).toHaveLength(allEntryKinds.length - 1)
  expect(entryKinds).not.toContain('life_support')
  for (const kind of allEntryKinds) expect(entryKindNames[kind], kind).toMatch(/^[A-Z]/)
  expect(new Set(Object.values(entryKindNames)).size).toBe(allEntryKinds.length)
})

test('a life support course of an unknown kind matches a list of both kinds, and is unclear for a list of one', () => {
  expect(matchKind('life_support', ['bls', 'advanced_life_support', 'course'])).toBe('yes')
  expect(matchKind('life_support', ['bls'])).toBe('unclear')
  expect(matchKind('life_support', ['advanced_life_support'])).toBe('unclear')
  expect(matchKind('life_support', ['life_support'])).toBe('yes')
  expect(matchKind('life_support', ['course'])).toBe('no')
  expect(matchKind('bls', ['advanced_life_support'])).toBe('no')
  expect(matchKind('bls', [])).toBe('no')
})
