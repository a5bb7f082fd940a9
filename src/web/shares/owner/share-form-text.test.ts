import { expect, test } from 'vitest'
import { MAX_LIFETIME_MS, MIN_LIFETIME_MS, type ShareMade } from '#shared/shares/share.ts'
import {
  canDoTexts,
  chosenText,
  coveredText,
  lifetimeMs,
  lifetimes,
  redactionsOf,
  untilWords,
  withheldText,
} from './share-form-text.ts'

test('a link is open for an hour at least, 30 days at most, and never for ever', () => {
  for (const { id, ms } of lifetimes) {
    expect(lifetimeMs(id)).toBe(ms)
    if (id === 'custom') expect(ms).toBeNull()
    else {
      expect(ms).toBeGreaterThanOrEqual(MIN_LIFETIME_MS)
      expect(ms).toBeLessThanOrEqual(MAX_LIFETIME_MS)
    }
  }
})

test('she is told until when on her own clock, by the name that her zone has, and how far that is', () => {
  const seen = { now: new Date('2026-11-21T21:05:00Z'), locale: 'en-US' }
  const until = '2026-11-28T21:05:00Z'
  expect(untilWords(until, { ...seen, timeZone: 'America/Chicago' })).toBe(
    'Nov 28, 2026, 3:05 PM (Central Time), in 7 days',
  )
  expect(untilWords(until, { ...seen, timeZone: null })).toMatch(/^Nov 28, 2026, 9:05 PM \(.+\), in 7 days$/)
})

test('she is told how many things she has chosen', () => {
  expect([0, 1, 3].map(chosenText)).toEqual(['Nothing is chosen yet.', '1 thing chosen.', '3 things chosen.'])
})

test.each([
  [0, 0, /^No file goes with these/],
  [1, 0, /^1 file stays behind.*printed on it\..*withTimeout it\.$/],
  [3, 0, /^3 files stay behind.*printed on them\./],
  [3, 1, /^2 files stay behind/],
  [1, 1, /^The file goes out as the picture/],
  [2, 2, /^The files go out as the pictures/],
])('of %d files behind the mask, %d covered: she is told what stays', (withheld, covered, words) => {
  expect(withheldText(withheld, covered)).toMatch(words)
})

test('a covered file says as how many pictures it goes out', () => {
  expect([coveredText(1), coveredText(4)]).toEqual([
    'Goes out as one covered picture',
    'Goes out as 4 covered pictures',
  ])
})

const made = {
  resources: [{ resourceType: 'license', resourceId: 'a', title: 'Texas RN license' }],
  includeFiles: true,
  allowDownloads: true,
  masks: { hideNumber: false },
  viewLimit: null,
  mode: 'live',
} as unknown as ShareMade

test('she is told what who has the link can do with it', () => {
  expect(canDoTexts(made)).toEqual([
    'They can look at it, print, and download one PDF.',
    'Your numbers are shown.',
    'What you change later, they see too.',
  ])
  const strict = {
    ...made,
    resources: [...made.resources, ...made.resources],
    allowDownloads: false,
    masks: { hideNumber: true },
    viewLimit: 1,
    mode: 'frozen' as const,
  }
  expect(canDoTexts(strict)).toEqual([
    'They can look at these 2 things. Nothing can be downloaded, though a screen can always be photographed.',
    'Your numbers are hidden.',
    'They see it as it is today; later changes stay with you.',
    'It opens once.',
  ])
})

test('covered pictures go along only where a number is hidden in a file that is shown', () => {
  const redactions = [
    { fileId: 'card', pictureIds: ['p1'] },
    { fileId: 'deselected', pictureIds: ['p2'] },
  ]
  const hidden = { masks: { hideNumber: true }, includeFiles: true, redactions }
  expect(redactionsOf(hidden, new Set(['card', 'other']))).toEqual([redactions[0]])
  expect(redactionsOf({ ...hidden, includeFiles: false }, new Set(['card']))).toEqual([])
  expect(redactionsOf({ ...hidden, masks: { hideNumber: false } }, new Set(['card']))).toEqual([])
})
