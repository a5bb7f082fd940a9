import { expect, test } from 'vitest'
import type { Share } from '#shared/shares/share.ts'
import { patchOf } from './share-edit-dialog.tsx'
import {
  endText,
  leftText,
  listHeadline,
  modeText,
  openedText,
  recipientText,
  replaceLinkText,
  resourceNames,
  revokeText,
  settingTexts,
  viewsText,
} from './share-list-text.ts'
import { shareStatusOf } from './share-status.ts'

const at = (now: string) => ({ now: new Date(now), timeZone: 'America/Chicago', locale: 'en-US' })
const dates = at('2026-11-21T21:00:00Z')

const resource = (title: string | null, nth = 1) => ({
  resourceType: 'license' as const,
  resourceId: `0198c9a0-0000-7000-8000-00000000000${nth}`,
  title,
})

const link: Share = {
  id: '0198c9a0-0000-7000-8000-0000000000aa',
  resourceType: 'packet',
  resourceId: null,
  resources: [resource('Texas RN license', 1), resource('BLS', 2)],
  masks: { hideNumber: true },
  includeFiles: true,
  allowDownloads: true,
  mode: 'live',
  recipient: 'Maria at Mercy General',
  note: null,
  language: null,
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

test('a share is named after its contents, regardless of how many there are', () => {
  expect(resourceNames(link)).toBe('Texas RN license and BLS')
  expect(resourceNames({ resources: [resource('BLS')] })).toBe('BLS')
  expect(
    resourceNames({ resources: [resource('A', 1), resource('B', 2), resource('C', 3), resource('D', 4)] }),
  ).toBe('A, B and 2 more')
  expect(resourceNames({ resources: [resource(null, 1), resource('B', 2)] })).toBe('B')
  expect(resourceNames({ resources: [resource(null)] })).toBe('A deleted item')
  expect(resourceNames({ resources: [resource(null, 1), resource(null, 2)] })).toBe('2 deleted items')
})

test('and its recipient', () => {
  expect(recipientText(link)).toBe('For Maria at Mercy General')
  expect(recipientText({ recipient: null })).toBe('For anyone with the link')
})

test('the time left is in days by the owner’s calendar, then in hours and minutes', () => {
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

test('a share has one of seven statuses', () => {
  const status = (more: Partial<Share>, now = dates.now) => shareStatusOf({ ...link, ...more }, now)
  expect(status({})).toBe('open')
  expect(status({ viewCount: 2 })).toBe('opened')
  expect(status({ viewCount: 2 }, new Date('2026-11-27T21:00:01Z'))).toBe('soon')
  expect(status({ state: 'revoked' })).toBe('revoked')
  expect(status({ state: 'expired' })).toBe('expired')
  expect(status({ state: 'used_up' })).toBe('used_up')
  expect(status({ state: 'gone' })).toBe('gone')
  // The device's clock may be ahead of the server's.
  expect(status({}, new Date('2027-01-01T00:00:00Z'))).toBe('soon')
})

test('until when, or since when and why not', () => {
  const end = (more: Partial<Share>, when = dates) => endText({ ...link, ...more }, when)
  expect(end({})).toBe('Open until Nov 28, 2026, 3:00 PM CST · in 7 days')
  expect(end({ state: 'revoked', revokedAt: '2026-11-21T20:00:00Z' })).toBe(
    'You ended it Nov 21, 2026, 2:00 PM CST · today',
  )
  expect(end({ state: 'expired' }, at('2026-12-01T12:00:00Z'))).toBe(
    'Expired Nov 28, 2026, 3:00 PM CST · 3 days ago',
  )
  expect(end({ state: 'used_up', viewLimit: 50, viewsLeft: 0 })).toBe('All 50 views were used')
  expect(end({ state: 'used_up', viewLimit: 1, viewsLeft: 0 })).toBe('Its only view was used')
  expect(end({ state: 'gone' })).toBe('What it showed was deleted')
})

test('how often it was opened, and when last', () => {
  const last = { lastViewedAt: '2026-11-21T20:30:00Z' }
  expect(openedText(link, dates)).toBe('Not opened yet')
  expect(openedText({ ...link, state: 'expired' }, dates)).toBe('Never opened')
  expect(openedText({ ...link, viewCount: 1, ...last }, dates)).toBe('Opened once, Nov 21, 2026, 2:30 PM CST')
  expect(openedText({ ...link, viewCount: 3, ...last }, dates)).toBe(
    'Opened 3 times, last Nov 21, 2026, 2:30 PM CST',
  )
})

test('settings in short form: numbers, passcode, downloads and views', () => {
  expect(settingTexts(link)).toEqual(['Numbers hidden'])
  const guarded = { hasPasscode: true, allowDownloads: false, viewLimit: 50, viewsLeft: 3 }
  expect(settingTexts({ ...link, masks: { hideNumber: false }, ...guarded })).toEqual([
    'Numbers shown',
    'Passcode',
    'No downloads',
    '3 of 50 views left',
  ])
  expect(viewsText({ viewLimit: 1, viewsLeft: 1 })).toBe('1 of 1 view left')
})

test('the page shows first whether anything is open', () => {
  expect(listHeadline(0, false)).toBe('You have no open links.')
  expect(listHeadline(1, false)).toBe('One link is open.')
  expect(listHeadline(12, false)).toBe('12 links are open.')
  expect(listHeadline(50, true)).toBe('More than 50 links are open.')
})

test('the dialog for ending a link shows who loses access to what', () => {
  expect(revokeText(link)).toBe(
    'Maria at Mercy General will no longer see Texas RN license and BLS. The link and its files stop working at once, even where they are open now.',
  )
  const many = [1, 2, 3].map((nth) => resource(`T${nth}`, nth))
  expect(revokeText({ ...link, recipient: null, resources: many })).toMatch(
    /^Anyone with the link will no longer see 3 items\. /,
  )
})

test('the dialog for a new link shows what happens to the current one', () => {
  expect(replaceLinkText(link)).toContain('stops working at once')
  expect(replaceLinkText({ ...link, state: 'revoked' })).toContain('stays ended')
  expect(replaceLinkText({ ...link, state: 'used_up', viewLimit: 50, viewsLeft: 0 })).toMatch(
    /It can be opened 50 more times\.$/,
  )
})

test('a frozen share shows its date', () => {
  expect(modeText(link, dates)).toBe('Shown the next time the link is viewed')
  expect(modeText({ ...link, mode: 'frozen' }, dates)).toBe(
    'Not shown: the link stays as of Nov 21, 2026, 3:00 PM CST',
  )
})

test('only changed fields are sent', () => {
  const before = { ...link, viewLimit: 10, viewsLeft: 4 }
  const same = { recipient: link.recipient, note: null, allowDownloads: true, viewLimit: 4 }
  expect(patchOf(before, same)).toEqual({})
  expect(patchOf(before, { ...same, note: 'Hello', viewLimit: null, passcode: undefined })).toEqual({
    note: 'Hello',
    viewLimit: null,
  })
  expect(patchOf(before, { ...same, allowDownloads: false, passcode: null })).toEqual({
    allowDownloads: false,
    passcode: null,
  })
})
