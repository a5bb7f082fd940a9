import { expect, test } from 'vitest'
import type { ShareEvent } from '#shared/shares/share.ts'
import { byDay, eventText, visitorText } from './share-log-text.ts'

const opened: ShareEvent = {
  at: '2026-11-21T20:00:00.000Z',
  kind: 'opened',
  what: null,
  device: 'Chrome on Windows',
  visitor: '3fa1c2',
}
const dates = { now: new Date('2026-11-21T21:00:00Z'), timeZone: 'America/Chicago', locale: 'en-US' }

test('an event shows what was done, or why it was denied', () => {
  expect(eventText(opened)).toBe('Opened')
  expect(eventText({ ...opened, kind: 'viewed', what: 'BLS card front.jpg' })).toBe(
    'Viewed BLS card front.jpg',
  )
  expect(eventText({ ...opened, kind: 'downloaded', what: 'packet' })).toBe('Downloaded the packet')
  expect(eventText({ ...opened, kind: 'downloaded', what: 'health document' })).toBe(
    'Downloaded a health document',
  )
  expect(eventText({ ...opened, kind: 'downloaded', what: null })).toBe('Downloaded a file')
  const refused = (what: string | null) => eventText({ ...opened, kind: 'refused', what })
  expect(refused('passcode')).toBe('Refused: wrong passcode')
  expect(refused('revoked')).toBe('Refused: you had ended the link')
  expect(refused('expired')).toBe('Refused: the link had expired')
  expect(refused('used_up')).toBe('Refused: all views were used')
  expect(refused('gone')).toBe('Refused: nothing was left to show')
  expect(refused('download')).toBe('Refused: downloads are off')
  expect(refused('constructor')).toBe('Refused')
  expect(refused(null)).toBe('Refused')
})

test('on what device, and from which network', () => {
  expect(visitorText(opened)).toBe('in Chrome on Windows, from network 3fa1c2')
  expect(visitorText({ ...opened, device: 'Firefox' })).toBe('in Firefox, from network 3fa1c2')
  expect(visitorText({ ...opened, device: 'an iPhone' })).toBe('on an iPhone, from network 3fa1c2')
  expect(visitorText({ ...opened, device: null })).toBe('on an unknown device, from network 3fa1c2')
})

test('the log is grouped by the days of the owner’s calendar, newest first', () => {
  const days = byDay(
    [
      opened,
      // Two at once, shortly after midnight in Chicago and on the same day in UTC as the next one.
      { ...opened, kind: 'viewed', at: '2026-11-20T06:30:00.000Z' },
      { ...opened, at: '2026-11-20T06:30:00.000Z' },
      { ...opened, at: '2026-11-20T05:59:00.000Z' },
    ],
    dates,
  )
  expect(days.map(({ name, events }) => [name, events.length])).toEqual([
    ['Today, Saturday, Nov 21, 2026', 1],
    ['Yesterday, Friday, Nov 20, 2026', 2],
    ['Thursday, Nov 19, 2026', 1],
  ])
  const keys = days.flatMap(({ events }) => events.map(({ key }) => key))
  expect(new Set(keys).size).toBe(4)
  expect(byDay([], dates)).toEqual([])
})
