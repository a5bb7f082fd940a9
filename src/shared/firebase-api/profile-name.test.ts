import { expect, test } from 'vitest'
import { profileName } from './profile-name.ts'

test.each([
  ['Ann', { firstName: 'Ann', lastName: null }],
  ['Ann Becker', { firstName: 'Ann', lastName: 'Becker' }],
  [' Ann  Maria Becker ', { firstName: 'Ann Maria', lastName: 'Becker' }],
  ['', { firstName: null, lastName: null }],
])('the name %j is %j', (displayName, names) => {
  expect(profileName.parse(displayName)).toEqual(names)
})

test('a name that is too long is refused', () => {
  expect(profileName.safeParse('a'.repeat(51)).success).toBe(false)
})
