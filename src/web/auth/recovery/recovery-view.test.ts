import { expect, test } from 'vitest'
import { droppedKinds } from '#shared/auth/recovery.ts'
import { droppedText } from './recovery-view.tsx'

test('one of a kind, and several', () => {
  expect(droppedText({ kind: 'passkey', count: 1 })).toBe('1 passkey')
  expect(droppedText({ kind: 'passkey', count: 3 })).toBe('3 passkeys')
  expect(droppedText({ kind: 'calendar', count: 1 })).toBe('The calendar feed')
})

test('every kind has a text', () => {
  for (const kind of droppedKinds) expect(droppedText({ kind, count: 1 })).not.toBe('')
})
