import { expect, test } from 'vitest'
import { shortenedTitle, shortTitle } from './short-title.ts'

test.each([
  [{ kind: 'license', state: 'TX', type: 'RN' }, 'Texas RN'],
  [{ kind: 'license', state: 'Guam', type: 'RN' }, 'Guam RN'],
  [{ kind: 'license', state: null, type: 'RN' }, 'RN'],
  [{ kind: 'license', state: 'texas', type: null }, 'Texas'],
  [{ kind: 'certification', name: 'Basic Life Support', code: 'BLS' }, 'BLS'],
  [{ kind: 'certification', name: 'Chemotherapy provider', code: 'OTHER' }, 'Chemotherapy provider'],
  [{ kind: 'certification', name: 'Basic Life Support', code: null }, 'Basic Life Support'],
  [{ kind: 'certification', name: null, code: '' }, ''],
] as const)('%j is %s', (credential, title) => {
  expect(shortTitle(credential)).toBe(title)
})

test.each([
  ['Texas RN license', null, 'Texas RN'],
  ['CE for Texas RN license', null, 'CE for Texas RN'],
  ['My license to travel', null, 'My license to travel'],
  ['license', null, 'license'],
  ['Basic Life Support', 'BLS', 'BLS'],
  ['Chemotherapy provider', 'OTHER', 'Chemotherapy provider'],
])('%s with the code %s is shortened to %s', (title, code, short) => {
  expect(shortenedTitle(title, code)).toBe(short)
})
