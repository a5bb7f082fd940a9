import { describe, expect, test } from 'vitest'
import { duplicateKeyOf } from './duplicates.ts'

describe('a duplicate', () => {
  const key = { title: 'Ethics at the  bedside', completedAt: '2026-02-14', hours: 5 }

  test.each<Parameters<typeof duplicateKeyOf>[0]>([
    { ...key, title: ' ETHICS\n at the bedside ' },
    { ...key, hours: undefined, amount: 0.5, unit: 'ceu' },
    { ...key, hours: undefined, amount: 300, unit: 'minute' },
    { ...key, hours: undefined, amount: 5 },
  ])('is %j', (other) => {
    expect(duplicateKeyOf(other)).toBe(duplicateKeyOf(key))
  })

  test.each<Parameters<typeof duplicateKeyOf>[0]>([
    { ...key, title: 'Ethics at thebedside' },
    { ...key, completedAt: '2026-02-15' },
    { ...key, hours: 4 },
  ])('is not %j', (other) => {
    expect(duplicateKeyOf(other)).not.toBe(duplicateKeyOf(key))
  })

  test('is recognized by a title, a date and hours', () => {
    for (const field of ['title', 'completedAt', 'hours'])
      expect(duplicateKeyOf({ ...key, [field]: undefined })).toBeNull()
  })
})
