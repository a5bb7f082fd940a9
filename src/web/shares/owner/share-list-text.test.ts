import { expect, test } from 'vitest'
import type { Share } from '#shared/shares/share.ts'
import {
  changesOf,
  endText,
  leftText,
  listHeadline,
  lossText,
  modeText,
  namesOf,
  noteTexts,
  openedText,
  recipientText,
  renewText,
  standingOf,
  viewsText,
} from './share-list-text.ts'

const at = (now: string) => ({ now: new Date(now), timeZone: 'America/Chicago', locale: 'en-US' })
const seen = at('2026-11-21T21:00:00Z')

const thing = (title: string | null, nth = 1) => ({
  resourceType: 'license' as const,
  resourceId: `0198c9a0-0000-7000-8000-00000000000${nth}`,
  title,
})

const link: Share = {
  id: '0198c9a0-0000-7000-8000-0000000000aa',
  resourceType: 'packet',
  resourceId: null,
  resources: [thing('Texas RN license', 1), thing('BLS', 2)],
  masks: { hideNumber: true },
  includeFiles: true,
  allowDownloads: true,
  mode: 'live',
  recipient: 'Maria at Mercy General',
  note: null,
  hasPasscode: false,
  viewLimit: null,
  viewsLeft: null,
  viewCount: 0,
  firstViewedAt: null,
  lastViewedAt: null,
  expiresAt: '2026-11-28T21:00:00.000Z',
  revokedAt: null,
  state: 'live',
  createdAt: '2026-11-21T21:00:00.000Z',
  updatedAt: '2026-11-21T21:00:00.000Z',
}

test('a nurse reads what a link shows, however much that is', () => {
  expect(namesOf(link)).toBe('Texas RN license and BLS')
  expect(namesOf({ resources: [thing('BLS')] })).toBe('BLS')
  expect(namesOf({ resources: [thing('A', 1), thing('B', 2), thing('C', 3), thing('D', 4)] })).toBe(
    'A, B and 2 more',
  )
  expect(namesOf({ resources: [thing(null, 1), thing('B', 2)] })).toBe('B')
  expect(namesOf({ resources: [thing(null)] })).toBe('Something that was deleted')
  expect(namesOf({ resources: [thing(null, 1), thing(null, 2)] })).toBe('2 things that were deleted')
})

test('and for whom it is', () => {
  expect(recipientText(link)).toBe('For Maria at Mercy General')
  expect(recipientText({ recipient: null })).toBe('For whoever has the link')
})

test('how long it is open is counted in days on her calendar, then in hours and minutes', () => {
  const left = (now: string) => leftText('2026-11-28T21:00:00Z', at(now))
  expect(left('2026-11-21T21:00:00Z')).toBe('in 7 days')
  // Early on the 22nd in Chicago, on the 22nd in UTC too; late on the 21st in Chicago only.
  expect(left('2026-11-22T05:59:00Z')).toBe('in 7 days')
  expect(left('2026-11-22T06:01:00Z')).toBe('in 6 days')
  expect(left('2026-11-27T21:00:00Z')).toBe('tomorrow')
  expect(left('2026-11-27T21:01:00Z')).toBe('in 23 hours')
  expect(left('2026-11-28T19:59:00Z')).toBe('in 1 hour')
  expect(left('2026-11-28T20:01:00Z')).toBe('in 59 minutes')
  expect(left('2026-11-28T20:59:00Z')).toBe('in 1 minute')
  expect(left('2026-11-28T21:05:00Z')).toBe('now')
})

test('how it stands is one of seven', () => {
  const standing = (more: Partial<Share>, now = seen.now) => standingOf({ ...link, ...more }, now)
  expect(standing({})).toBe('open')
  expect(standing({ viewCount: 2 })).toBe('opened')
  expect(standing({ viewCount: 2 }, new Date('2026-11-27T21:00:01Z'))).toBe('soon')
  expect(standing({ state: 'revoked' })).toBe('revoked')
  expect(standing({ state: 'expired' })).toBe('expired')
  expect(standing({ state: 'used_up' })).toBe('used_up')
  expect(standing({ state: 'gone' })).toBe('gone')
  // Her clock may be ahead of the server's.
  expect(standing({}, new Date('2027-01-01T00:00:00Z'))).toBe('soon')
})

test('until when, or since when and why not', () => {
  const end = (more: Partial<Share>, when = seen) => endText({ ...link, ...more }, when)
  expect(end({})).toBe('Open until Nov 28, 2026, 3:00 PM · in 7 days')
  expect(end({ state: 'revoked', revokedAt: '2026-11-21T20:00:00Z' })).toBe(
    'You ended it Nov 21, 2026, 2:00 PM · today',
  )
  expect(end({ state: 'expired' }, at('2026-12-01T12:00:00Z'))).toBe(
    'Expired Nov 28, 2026, 3:00 PM · 3 days ago',
  )
  expect(end({ state: 'used_up', viewLimit: 50, viewsLeft: 0 })).toBe('All 50 views were used')
  expect(end({ state: 'used_up', viewLimit: 1, viewsLeft: 0 })).toBe('Its one view was used')
  expect(end({ state: 'gone' })).toBe('What it showed was deleted')
})

test('how often it was opened, and when last', () => {
  const last = { lastViewedAt: '2026-11-21T20:30:00Z' }
  expect(openedText(link, seen)).toBe('Not opened yet')
  expect(openedText({ ...link, state: 'expired' }, seen)).toBe('Never opened')
  expect(openedText({ ...link, viewCount: 1, ...last }, seen)).toBe('Opened once, Nov 21, 2026, 2:30 PM')
  expect(openedText({ ...link, viewCount: 3, ...last }, seen)).toBe(
    'Opened 3 times, last Nov 21, 2026, 2:30 PM',
  )
})

test('in passing: numbers, passcode, downloads and views', () => {
  expect(noteTexts(link)).toEqual(['Numbers hidden'])
  const guarded = { hasPasscode: true, allowDownloads: false, viewLimit: 50, viewsLeft: 3 }
  expect(noteTexts({ ...link, masks: { hideNumber: false }, ...guarded })).toEqual([
    'Numbers shown',
    'Passcode',
    'No downloads',
    '3 of 50 views left',
  ])
  expect(viewsText({ viewLimit: 1, viewsLeft: 1 })).toBe('1 of 1 view left')
})

test('the page says first whether something is open', () => {
  expect(listHeadline(0, false)).toBe('Nothing of yours is open to others.')
  expect(listHeadline(1, false)).toBe('One link is open.')
  expect(listHeadline(12, false)).toBe('12 links are open.')
  expect(listHeadline(50, true)).toBe('More than 50 links are open.')
})

test('before she ends one, she reads who loses what', () => {
  expect(lossText(link)).toBe(
    'Maria at Mercy General can no longer see Texas RN license and BLS. It closes at once, wherever it is open now, with its files.',
  )
  const many = [1, 2, 3].map((nth) => thing(`T${nth}`, nth))
  expect(lossText({ ...link, recipient: null, resources: many })).toMatch(
    /^Whoever has the link can no longer see 3 things\. /,
  )
})

test('a new link is told apart by what it does to the one that is out', () => {
  expect(renewText(link)).toContain('stops working at once')
  expect(renewText({ ...link, state: 'revoked' })).toContain('stays dead')
  expect(renewText({ ...link, state: 'used_up', viewLimit: 50, viewsLeft: 0 })).toMatch(
    /It opens 50 times again\.$/,
  )
})

test('a frozen one names its day', () => {
  expect(modeText(link, seen)).toBe('Show at the next look')
  expect(modeText({ ...link, mode: 'frozen' }, seen)).toBe(
    'Do not show: it stays as on Nov 21, 2026, 3:00 PM',
  )
})

test('only what she changed is sent', () => {
  const before = { ...link, viewLimit: 10, viewsLeft: 4 }
  const same = { recipient: link.recipient, note: null, allowDownloads: true, viewLimit: 4 }
  expect(changesOf(before, same)).toEqual({})
  expect(changesOf(before, { ...same, note: 'Hello', viewLimit: null, passcode: undefined })).toEqual({
    note: 'Hello',
    viewLimit: null,
  })
  expect(changesOf(before, { ...same, allowDownloads: false, passcode: null })).toEqual({
    allowDownloads: false,
    passcode: null,
  })
})
