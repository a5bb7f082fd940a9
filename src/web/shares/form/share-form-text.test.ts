import { expect, test } from 'vitest'
import { type CreatedShare, MAX_LIFETIME_MS, MIN_LIFETIME_MS } from '#shared/shares/share.ts'
import { lifetimeMs, lifetimes } from '#web/shares/owner/share-lifetime-picker.tsx'
import { redactionsOf } from '#web/shares/redaction/use-redaction.ts'
import { canDoTexts, chosenText, expiryText, redactedText, withheldText } from './share-form-text.ts'

test('a link is open for at least an hour, at most 30 days, and never forever', () => {
  for (const { id, ms } of lifetimes) {
    expect(lifetimeMs(id)).toBe(ms)
    if (id === 'custom') expect(ms).toBeNull()
    else {
      expect(ms).toBeGreaterThanOrEqual(MIN_LIFETIME_MS)
      expect(ms).toBeLessThanOrEqual(MAX_LIFETIME_MS)
    }
  }
})

test('the expiration includes the owner’s time zone and the time left', () => {
  const dates = { now: new Date('2026-11-21T21:05:00Z'), locale: 'en-US' }
  const until = '2026-11-28T21:05:00Z'
  expect(expiryText(until, { ...dates, timeZone: 'America/Chicago' })).toBe(
    'Nov 28, 2026, 3:05 PM CST, in 7 days',
  )
  expect(expiryText(until, { ...dates, timeZone: null })).toBe('Nov 28, 2026, 9:05 PM UTC, in 7 days')
})

test('the form shows how many items are selected', () => {
  expect([0, 1, 3].map(chosenText)).toEqual([
    'Nothing selected yet.',
    '1 item selected.',
    '3 items selected.',
  ])
})

test.each([
  [0, 0, /^These items have no files/],
  [1, 0, /^1 file is left out.*visible on it\..*open it\.$/],
  [3, 0, /^3 files are left out.*visible on them\./],
  [3, 1, /^2 files are left out/],
  [1, 1, /^Only your covered picture of the file/],
  [2, 2, /^Only your covered pictures of the files/],
])('of %d withheld files, %d redacted: the form says what is left out', (withheld, redacted, text) => {
  expect(withheldText(withheld, redacted)).toMatch(text)
})

test('a redacted file shows as how many pictures it is shared', () => {
  expect([redactedText(1), redactedText(4)]).toEqual([
    'Shared as a covered picture',
    'Shared as 4 covered pictures',
  ])
})

const created = {
  resources: [{ resourceType: 'license', resourceId: 'a', title: 'Texas RN license' }],
  includeFiles: true,
  allowDownloads: true,
  masks: { hideNumber: false },
  viewLimit: null,
  mode: 'live',
} as unknown as CreatedShare

test('describes to the owner what visitors can do', () => {
  expect(canDoTexts(created)).toEqual([
    'They can view and print it, and download one PDF.',
    'Your numbers are shown.',
    'They also see your later changes.',
  ])
  const strict = {
    ...created,
    resources: [...created.resources, ...created.resources],
    allowDownloads: false,
    masks: { hideNumber: true },
    viewLimit: 1,
    mode: 'frozen' as const,
  }
  expect(canDoTexts(strict)).toEqual([
    'They can view these 2 items but not download anything. They could still take a photo of the screen.',
    'Your numbers are hidden.',
    'They see it as it is today, not your later changes.',
    'It can be opened once.',
  ])
})

test('redactions are sent only for withheld files that the share shows', () => {
  const redactions = [
    { fileId: 'card', pictureIds: ['p1'] },
    { fileId: 'deselected', pictureIds: ['p2'] },
  ]
  const hidden = { masks: { hideNumber: true }, includeFiles: true, redactions }
  expect(redactionsOf(hidden, new Set(['card', 'other']))).toEqual([redactions[0]])
  expect(redactionsOf({ ...hidden, includeFiles: false }, new Set(['card']))).toEqual([])
  expect(redactionsOf({ ...hidden, masks: { hideNumber: false } }, new Set(['card']))).toEqual([])
})
