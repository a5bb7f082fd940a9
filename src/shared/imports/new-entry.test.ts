import { expect, test } from 'vitest'
import { isCompleteEntry } from './new-entry.ts'

test('an entry is complete with its cycle, title, provider and day', () => {
  const entry = {
    cycleId: '0197f0a0-0000-7000-8000-000000000001',
    title: 'Ethics',
    provider: 'Gulf',
    completedAt: '2026-06-14',
  }
  expect(isCompleteEntry(entry)).toBe(true)
  for (const field of ['cycleId', 'title', 'provider', 'completedAt'])
    expect(isCompleteEntry({ ...entry, [field]: undefined })).toBe(false)
})
