import { describe, expect, test } from 'vitest'
import { type SharedResource, shareInput } from '#shared/shares/share.ts'
import { passcodeWords } from './passcode-words.ts'
import { instantOf } from './share-lifetime-field.tsx'
import { suggestedPasscode } from './share-options-view.tsx'
import { draftOf, emptyValues, type ShareValues, shareResolver } from './share-values.ts'

const license: SharedResource = {
  resourceType: 'license',
  resourceId: '0198c0a4-0000-7000-8000-000000000001',
}
const card: SharedResource = { resourceType: 'file', resourceId: '0198c0a4-0000-7000-8000-000000000002' }
const now = new Date('2026-11-21T15:00:00Z')

describe('the request body for the owner’s choices', () => {
  test('shares a single license as itself, and several items or a single file as a packet', () => {
    expect(draftOf(emptyValues([license]), now)).toMatchObject({ ...license, resources: [] })
    const packet = { resourceType: 'packet', resourceId: null }
    expect(draftOf(emptyValues([license, card]), now)).toMatchObject({
      ...packet,
      resources: [license, card],
    })
    expect(draftOf(emptyValues([card]), now)).toMatchObject({ ...packet, resources: [card] })
  })

  test('is accepted by the server’s schema', () => {
    for (const resources of [[license], [card], [license, card]])
      expect(shareInput.safeParse(draftOf(emptyValues(resources), now)).error).toBeUndefined()
  })

  test('the lifetime becomes an instant', () => {
    const lasting = (lifetime: ShareValues['lifetime'], expiresAt: string | null = null) =>
      draftOf({ ...emptyValues([license]), lifetime, expiresAt }, now).expiresAt
    expect(lasting('hour')).toBe('2026-11-21T16:00:00.000Z')
    expect(lasting('week')).toBe('2026-11-28T15:00:00.000Z')
    expect(lasting('custom', '2026-12-01T09:00:00.000Z')).toBe('2026-12-01T09:00:00.000Z')
  })
})

async function errorsOf(values: Partial<ShareValues>) {
  const options = { fields: {}, shouldUseNativeValidation: false }
  const { errors } = await shareResolver({ ...emptyValues([license]), ...values }, undefined, options)
  return Object.fromEntries(Object.entries(errors).map(([key, error]) => [key, error?.message]))
}

describe('before it is sent, the form shows', () => {
  const in40Days = new Date(Date.now() + 40 * 86_400_000).toISOString()
  test.each<[string, Partial<ShareValues>, object]>([
    ['nothing of what is right', {}, {}],
    ['that nothing is chosen', { resources: [] }, { resources: 'Choose at least one item to share' }],
    [
      'that a day is missing, and does not take 7 days for it',
      { lifetime: 'custom', expiresAt: null },
      { expiresAt: 'Choose a day and a time' },
    ],
    [
      'that 40 days are too long',
      { lifetime: 'custom', expiresAt: in40Days },
      { expiresAt: 'A link can stay open for at most 30 days' },
    ],
    ['that a passcode is too short', { passcode: 'abc' }, { passcode: 'At least 6 characters' }],
    ['that no view is too few', { viewLimit: 0 }, { viewLimit: 'At least 1 view' }],
  ])('%s', async (_what, values, errors) => {
    expect(await errorsOf(values)).toEqual(errors)
  })
})

test('a day and a time are in the owner’s time zone, even on the day of a clock change', () => {
  expect(instantOf('2026-11-28', '15:05', 'America/Chicago')).toBe('2026-11-28T21:05:00.000Z')
  expect(instantOf('2026-03-08', '12:00', 'America/Chicago')).toBe('2026-03-08T17:00:00.000Z')
  expect(instantOf('2026-11-28', '15:05', null)).toBe('2026-11-28T15:05:00.000Z')
  expect(instantOf(null, '15:05', null)).toBeNull()
  expect(instantOf('2026-11-28', '', null)).toBeNull()
})

test('a suggested passcode is easy to read out, valid, and different each time', () => {
  const some = Array.from({ length: 50 }, suggestedPasscode)
  expect(new Set(some).size).toBe(50)
  expect(new Set(passcodeWords).size).toBe(256)
  for (const one of some) {
    expect(one).toMatch(/^[a-z]+(-[a-z]+){3}$/)
    expect(shareInput.shape.passcode.safeParse(one).success).toBe(true)
  }
})
