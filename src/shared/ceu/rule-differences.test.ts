import { expect, test } from 'vitest'
import type { CeRule } from './rule.ts'
import { compareRules } from './rule-differences.ts'
import { embeddedRules } from './rules.ts'

const [first, second, third] = embeddedRules.rules as [CeRule, CeRule, CeRule]

test('lists added, removed and changed records by their ids', () => {
  const changed = { ...second, version: '2027-01-01', board: 'Another board' }
  expect(compareRules([first, second], [changed, third])).toEqual({
    added: [third.id],
    removed: [first.id],
    changed: [{ id: second.id, fields: ['version', 'board'] }],
  })
  expect(compareRules([first, second], [second, first])).toEqual({ added: [], removed: [], changed: [] })
})

test('treats a record that succeeds another with the same id as a separate record', () => {
  const later = { ...first, effectiveFrom: '2027-01-01' }
  expect(compareRules([first], [first, later]).added).toEqual([`${first.id} from 2027-01-01`])
})
