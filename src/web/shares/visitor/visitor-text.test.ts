import { describe, expect, test } from 'vitest'
import { statusOf } from '#shared/credentials/status.ts'
import { holderNameOf } from '#shared/shares/holder-name.ts'
import { NAMELESS } from '#shared/shares/nameless.ts'
import type { ShareView, ViewCycle, ViewItem } from '#shared/shares/view.ts'
import {
  contentsText,
  coverTexts,
  cycleCountText,
  holderText,
  overviewText,
  validityText,
  viewTopicText,
  withheldText,
} from './visitor-text.ts'

const today = '2026-11-21'
const files = { files: [], filesWithheld: 0 }

function license(title: string, expiresAt: string | null, neverExpires = false): ViewItem {
  const rest = {
    state: 'TX',
    issuer: 'Texas Board of Nursing',
    multistate: false,
    lookup: null,
    lookedUp: null,
    issuedAt: null,
  }
  const number = { number: null, isNumberHidden: true }
  const status = statusOf(expiresAt, today)
  return {
    resourceType: 'license',
    title,
    type: 'RN',
    ...rest,
    ...number,
    expiresAt,
    neverExpires,
    status,
    daysLeft: null,
    ...files,
  }
}

const cycle: ViewCycle = {
  resourceType: 'ceuCycle',
  title: 'Texas RN license',
  state: 'TX',
  cycleStart: '2025-04-01',
  cycleEnd: '2027-03-31',
  requiredHours: 20,
  hoursCounted: 17.75,
  caveats: [],
  isComplete: false,
  hoursName: 'contact hours',
  topics: [
    { topic: 'Ethics', hours: 2, completed: 2, isDone: true },
    { topic: 'Older adults', hours: 2, completed: 0.5, isDone: false },
  ],
  entries: [],
}

const view = (...items: ViewItem[]): ShareView => ({
  ownerName: 'Ann Reyes',
  recipient: null,
  note: null,
  asOf: '2026-11-21T21:05:00.000Z',
  today,
  frozenAt: null,
  openUntil: '2026-11-28T21:00:00.000Z',
  timeZone: 'America/Chicago',
  allowDownloads: true,
  items,
})

function overviewOf(...items: ViewItem[]): string {
  const overview = overviewText(view(...items), 'en-US')
  return overview === null ? 'nothing' : `${overview.state}: ${overview.headline} ${overview.more}`.trim()
}

describe('the first line for a recruiter', () => {
  test('is the last day on which everything is valid', () => {
    expect(overviewOf(license('Texas', '2027-09-17'))).toBe('clear: Valid until Sep 17, 2027, in 300 days.')
    expect(
      overviewOf(license('Texas', '2027-09-17'), license('Ohio', '2028-01-01'), license('Iowa', null, true)),
    ).toBe('clear: Everything here is valid until Sep 17, 2027. Texas expires first, in 300 days.')
    expect(overviewOf(license('Texas', null, true))).toBe('clear: Does not expire.')
    expect(overviewOf(license('Texas', null, true), license('Ohio', null, true))).toBe(
      'clear: Nothing here expires.',
    )
  })

  test('is a missing date, before anything that is valid', () => {
    expect(overviewOf(license('Texas', null))).toBe('unknown: Texas has no expiration date.')
    expect(overviewOf(license('Texas', '2027-09-17'), license('Iowa', null))).toBe(
      'unknown: Iowa has no expiration date. The others are valid until Sep 17, 2027.',
    )
    expect(overviewOf(license('Ohio', null), license('Iowa', null))).toBe(
      'unknown: 2 have no expiration date.',
    )
    expect(
      overviewOf(license('Ohio', '2026-11-20'), license('Texas', '2027-09-17'), license('Iowa', null)),
    ).toBe('lapsed: Ohio has expired. It expired on Nov 20, 2026, yesterday.')
  })

  test('is the credential that ends soon, up to and including its last day', () => {
    expect(overviewOf(license('Texas', '2026-12-12'), license('Ohio', '2028-01-01'))).toBe(
      'soon: Everything here is valid until Dec 12, 2026, in 21 days. Texas expires first.',
    )
    expect(overviewOf(license('Texas', today))).toBe('soon: Valid until Nov 21, 2026, today.')
  })

  test('is the expired credential, before everything else', () => {
    expect(overviewOf(license('Ohio', '2028-01-01'), license('Texas', '2026-11-20'))).toBe(
      'lapsed: Texas has expired. It expired on Nov 20, 2026, yesterday. Everything else is valid until Jan 1, 2028.',
    )
    expect(overviewOf(license('Ohio', '2026-11-11'), license('Texas', '2026-11-20'))).toBe(
      'lapsed: Both have expired. Ohio expired on Nov 11, 2026, 10 days ago.',
    )
    expect(
      overviewOf(license('Ohio', '2026-11-11'), license('Texas', '2026-11-20'), license('Iowa', null)),
    ).toMatch(/^lapsed: 2 of 3 have expired\./)
  })

  test('is the missing part of a cycle, if only the cycle is shared', () => {
    expect(overviewOf(cycle)).toBe(
      'open: 17.75 of 20 contact hours and 1 of 2 topics completed. The cycle runs until Mar 31, 2027.',
    )
    expect(overviewOf({ ...cycle, hoursCounted: 20, topics: [], isComplete: true })).toMatch(
      /^clear: 20 of 20 contact hours completed\./,
    )
    expect(overviewOf({ ...cycle, requiredHours: null })).toMatch(/^open: 1 of 2 topics completed\./)
    expect(overviewOf(cycle, cycle)).toBe('nothing')
    expect(overviewOf({ resourceType: 'file', title: 'Flu shot', ...files })).toBe('nothing')
  })
})

test('a visitor reads the dates, the hours and the gaps in words', () => {
  expect(validityText({ expiresAt: '2027-03-31', neverExpires: false, daysLeft: 130 }, 'en-US')).toBe(
    'Valid until Mar 31, 2027 · in 130 days.',
  )
  expect(validityText({ expiresAt: '2026-11-18', neverExpires: false, daysLeft: -3 }, 'en-US')).toBe(
    'Expired Nov 18, 2026 · 3 days ago.',
  )
  const undated = { expiresAt: null, daysLeft: null }
  expect(validityText({ ...undated, neverExpires: false }, 'en-US')).toBe(
    'The holder gave no expiration date.',
  )
  expect(validityText({ ...undated, neverExpires: true }, 'en-US')).toBe('Does not expire.')
  expect(cycleCountText({ ...cycle, requiredHours: null })).toBe('17.75 contact hours')
  expect(cycle.topics.map((topic) => viewTopicText(topic, cycle.hoursName))).toEqual([
    'Done · 2 of 2 hours',
    '0.5 of 2 hours so far',
  ])
  expect(viewTopicText({ topic: 'Ethics', hours: null, completed: 0, isDone: false }, 'CERPs')).toBe(
    'Not yet',
  )
  expect(withheldText(0, 'Ann Reyes')).toBeNull()
  expect(withheldText(1, 'Ann Reyes')).toBe('Ann Reyes chose not to share 1 file.')
  expect(withheldText(2, NAMELESS)).toBe('The holder chose not to share 2 files.')
  expect(holderText('A'.repeat(41))).toBe('the holder')
  expect(contentsText([license('a', null), cycle, license('b', null)])).toBe('2 licenses and 1 CE cycle')
})

test.each([
  [{ firstName: 'Ann', lastName: 'Lee', name: 'ann' }, 'Ann Lee shared credentials with you'],
  [
    { firstName: null, lastName: null, name: 'ann@example.com' },
    'A Lanyard user shared credentials with you',
  ],
  [{ firstName: '', lastName: null, name: ' ' }, 'A Lanyard user shared credentials with you'],
])('the cover of a link names its holder, and never an email address (%#)', (holder, words) => {
  expect(coverTexts(holderNameOf(holder), null).owner).toBe(words)
})
