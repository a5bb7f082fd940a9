import { describe, expect, test } from 'vitest'
import { english } from '#shared/i18n/translate.ts'
import {
  attachedFiles,
  lookedUpDetail,
  lookedUpSentence,
  numberText,
  sharedFileName,
  sharePacketName,
  statusSentence,
  titerText,
  withheldText,
} from './packet.ts'
import type { ShareView } from './view.ts'

const date = (text: string) => text

test('a packet is named after its owner and the date', () => {
  const view = (ownerName: string) => ({ ownerName, today: '2026-11-21' })
  expect(sharePacketName(view('Ann O’Brien'), english)).toBe('Credentials of Ann O’Brien - 2026-11-21.pdf')
  expect(sharePacketName(view('A/../B: <c>'), english)).toBe('Credentials of A .. B c - 2026-11-21.pdf')
  expect(sharePacketName(view('A Lanyard user'), english)).toBe(
    'Credentials of a Lanyard user - 2026-11-21.pdf',
  )
  expect(Buffer.byteLength(sharePacketName(view('名'.repeat(300)), english))).toBeLessThan(200)
})

test.each([
  ['front.HEIC', 'jpg', 'front.jpg'],
  ['front.jpeg', 'webp', 'front.webp'],
  ['front.jpe', 'jpg', 'front.jpg'],
  ['front.JFIF', 'jpg', 'front.jpg'],
  ['front.hif', 'jpg', 'front.jpg'],
  ['Page 1 of ••••', 'webp', 'Page 1 of ••••.webp'],
  ['BLS exp. 2027', 'pdf', 'BLS exp. 2027.pdf'],
  ['card.pdf.exe', 'pdf', 'card.pdf.exe.pdf'],
  ['.pdf', 'pdf', 'untitled.pdf'],
  ['a\u202Efdp.exe', 'pdf', 'a fdp.exe.pdf'],
] as const)('the file %j with the type %s is named %s', (name, extension, expected) => {
  expect(sharedFileName({ name }, extension)).toBe(expected)
})

describe('a status as a sentence', () => {
  test.each([
    [
      { status: 'active', expiresAt: '2027-03-31', neverExpires: false, daysLeft: 130 },
      'Active: expires 2027-03-31, in 130 days',
    ],
    [
      { status: 'renewal_due', expiresAt: '2027-01-05', neverExpires: false, daysLeft: 45 },
      'Renewal due: expires 2027-01-05, in 45 days',
    ],
    [
      { status: 'expiring_soon', expiresAt: '2026-11-22', neverExpires: false, daysLeft: 1 },
      'Expiring soon: expires 2026-11-22, in 1 day',
    ],
    [
      { status: 'expiring_soon', expiresAt: '2026-11-21', neverExpires: false, daysLeft: 0 },
      'Expiring soon: expires today, 2026-11-21',
    ],
    [
      { status: 'expired', expiresAt: '2026-11-20', neverExpires: false, daysLeft: -1 },
      'Expired on 2026-11-20, 1 day ago',
    ],
    [{ status: 'active', expiresAt: null, neverExpires: false, daysLeft: null }, 'Expiration date missing'],
    [{ status: 'active', expiresAt: null, neverExpires: true, daysLeft: null }, 'Active: does not expire'],
  ] as const)('%j', (dated, expected) => {
    expect(statusSentence(dated, date, english)).toBe(expected)
  })
})

test('says that a number is hidden, and omits a missing one', () => {
  expect(numberText({ number: null, isNumberHidden: true }, english)).toBe('Hidden by the holder')
  expect(numberText({ number: 'RN-1', isNumberHidden: false }, english)).toBe('RN-1')
  expect(numberText({ number: null, isNumberHidden: false }, english)).toBe(null)
  expect([0, 1, 2].map((count) => withheldText(count, english))).toEqual([
    null,
    '1 file is not shown.',
    '2 files are not shown.',
  ])
})

test('files are in the order of the items; those of a cycle are in the order of its entries', () => {
  const file = (id: string) => ({ id, name: `${id}.pdf`, kind: 'pdf' })
  const items = [
    { resourceType: 'license', title: 'License', files: [file('a'), file('b')] },
    {
      resourceType: 'ceuCycle',
      title: 'Cycle',
      entries: [
        { title: 'One', files: [file('c')] },
        { title: 'Two', files: [] },
      ],
    },
    { resourceType: 'file', title: 'd.pdf', files: [file('d')] },
  ]
  const attached = attachedFiles({ items } as unknown as ShareView)
  expect(attached.map(({ file: { id }, recordTitle }) => `${id} ${recordTitle}`)).toEqual([
    'a License',
    'b License',
    'c One',
    'd d.pdf',
  ])
})

test('a titer is described with its date, and whether the holder hides its result', () => {
  const titer = { takenOn: '2025-03-01', antigen: 'Measles', result: 'immune' }
  const on = (day: string) => `<${day}>`
  expect(titerText(titer, on, english)).toBe('Measles, <2025-03-01>: immune')
  expect(titerText({ ...titer, antigen: null }, on, english)).toBe('<2025-03-01>: immune')
  expect(titerText({ ...titer, result: null }, on, english)).toBe(
    'Measles, <2025-03-01>: result hidden by the holder',
  )
})

test('a look-up is described as the holder’s, never as verified', () => {
  const lookedUp = { on: '2026-11-23', place: 'Nursys', status: 'Active', expiresAt: null }
  const on = (day: string) => `<${day}>`
  expect(lookedUpSentence(lookedUp, on, english)).toBe(
    'Checked by the holder on <2026-11-23>, not primary-source verified',
  )
  expect(lookedUpDetail(lookedUp, on, english)).toBe('According to the holder, Nursys said “Active”')
  expect(lookedUpDetail({ ...lookedUp, expiresAt: '2027-03-31' }, on, english)).toBe(
    'According to the holder, Nursys said “Active”, expires <2027-03-31>',
  )
})
