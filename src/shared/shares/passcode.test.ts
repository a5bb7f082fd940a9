import { expect, test } from 'vitest'
import { passcode, shareInput } from './share.ts'
import { openInput } from './view.ts'

test('blanks around a passcode are trimmed, where it is set and where it is typed', () => {
  expect(passcode.parse(' night shift\n')).toBe('night shift')
  expect(openInput.parse({ passcode: '\tnight shift ' })).toEqual({ passcode: 'night shift' })
  const share = { resourceType: 'license', resourceId: '019a3d4e-0000-7000-8000-000000000000' }
  expect(shareInput.parse({ ...share, passcode: ' 482913 ' }).passcode).toBe('482913')
})

test('blanks do not make a short one long enough', () => {
  expect(passcode.safeParse('  123  ').success).toBe(false)
})
