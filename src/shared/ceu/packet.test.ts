import { describe, expect, test } from 'vitest'
import { english } from '#shared/i18n/translate.ts'
import type { CeuCycle } from './cycle.ts'
import type { CeuEntry, Reason } from './entry.ts'
import {
  certificateFileName,
  type PacketEntry,
  packetEntries,
  packetFileName,
  packetQuery,
  packetTable,
  remarksOf,
  topicTexts,
} from './packet.ts'

const cycle = {
  id: 'texas',
  state: 'TX',
  credentialTitle: 'Texas RN license',
  cycleStart: '2025-04-01',
  cycleEnd: '2027-03-31',
  rule: null,
} as CeuCycle

function anEntry(given: Partial<CeuEntry> = {}): CeuEntry {
  return {
    id: 'a',
    cycleId: 'texas',
    title: 'Ethics at the bedside',
    provider: 'Gulf Coast',
    hours: 5,
    amount: null,
    unit: 'contact_hour',
    kind: 'course',
    completedAt: '2026-02-14',
    topicTags: [],
    topicHours: [],
    fileId: null,
    fileIds: [],
    holderName: null,
    approvedBy: null,
    providerNumber: null,
    notes: null,
    counts: [],
    importId: null,
    createdAt: '2026-02-15T00:00:00.000Z',
    updatedAt: '2026-02-15T00:00:00.000Z',
    ...given,
  }
}

function inPacket(entry: CeuEntry, more: Partial<PacketEntry> = {}): PacketEntry {
  return { number: 1, entry, countedHours: 0, reasons: [], files: [], ...more }
}

const pdf = { name: 'card.pdf', mimeType: 'application/pdf' } as const
const photo = { name: 'card.JPG', mimeType: 'image/jpeg' } as const

describe('the entries of a packet', () => {
  test('are numbered oldest first, and those of one day in the order of entry', () => {
    const list = [
      anEntry({ id: 'late', completedAt: '2026-03-01' }),
      anEntry({ id: 'second', createdAt: '2026-02-15T00:00:01.000Z' }),
      anEntry({ id: 'first' }),
      anEntry({ id: 'early', completedAt: '2025-12-01' }),
    ]
    const order = packetEntries(cycle, list).map(({ number, entry }) => [number, entry.id])
    expect(order).toEqual([
      [1, 'early'],
      [2, 'first'],
      [3, 'second'],
      [4, 'late'],
    ])
    expect(list[0]?.id).toBe('late')
    const same = [anEntry({ id: 'b' }), anEntry({ id: 'c' }), anEntry({ id: 'a' })]
    expect(packetEntries(cycle, same).map(({ entry }) => entry.id)).toEqual(['a', 'b', 'c'])
    expect(packetEntries(cycle, [anEntry(), anEntry()]).map(({ number }) => number)).toEqual([1, 2])
  })

  test('have their hours in this cycle, not in others', () => {
    const reasons: Reason[] = [{ code: 'accepted', hours: 2 }]
    const counts = [
      { cycleId: 'florida', acceptedHours: null, countedHours: 5, reasons: [] },
      { cycleId: 'texas', acceptedHours: 2, countedHours: 2, reasons },
    ]
    expect(packetEntries(cycle, [anEntry({ counts })])[0]).toMatchObject({ countedHours: 2, reasons })
    expect(packetEntries(cycle, [anEntry()])[0]).toMatchObject({ countedHours: 0, reasons: [] })
  })

  test('name each topic once, with its hours if they are known', () => {
    const entry = anEntry({
      topicTags: ['ethics', 'Night shift'],
      topicHours: [{ topic: 'Ethics', hours: 1 }],
    })
    expect(topicTexts(entry, english)).toEqual(['Ethics (1 hour)', 'Night shift'])
  })

  test('explain uncounted hours in the third person', () => {
    const reasons: Reason[] = [
      { code: 'accepted', hours: 2 },
      { code: 'set_by_owner', hours: 1 },
      { code: 'set_by_owner', hours: 2 },
      { code: 'outside_dates', hours: 2 },
      { code: 'topic_hours_missing', hours: 0 },
      { code: 'no_certificate', hours: 0 },
    ]
    const remarks = remarksOf(inPacket(anEntry(), { reasons }), { cycle, date: (date) => date, t: english })
    expect(remarks).toEqual([
      '1 hour does not count: the holder set the hours accepted here.',
      '2 hours do not count: the holder set the hours accepted here.',
      '2 hours do not count: this cycle runs from 2025-04-01 to 2027-03-31.',
    ])
    expect(remarks.join(' ')).not.toMatch(/\byour?\b/)
  })
})

describe('file names', () => {
  test('contain the subject, the period and the number', () => {
    expect(packetFileName(cycle, 'zip', english)).toBe(
      'CE packet - Texas RN license - 2025-04-01 to 2027-03-31.zip',
    )
    expect(packetFileName({ ...cycle, credentialTitle: null }, 'pdf', english)).toContain('CE packet - TX - ')
    const bare = { ...cycle, credentialTitle: null, state: null }
    expect(packetFileName(bare, 'pdf', english)).toBe('CE packet - CE cycle - 2025-04-01 to 2027-03-31.pdf')
    const one = inPacket(anEntry(), { number: 7, files: [pdf] })
    expect(certificateFileName(one, 0, 60)).toBe('07 2026-02-14 Ethics at the bedside.pdf')
    expect(certificateFileName(one, 0, 1200)).toBe('0007 2026-02-14 Ethics at the bedside.pdf')
  })

  test('have letters for several files of an entry, and the extension of their type', () => {
    const one = inPacket(anEntry(), { number: 3, files: [pdf, photo] })
    expect([0, 1].map((index) => certificateFileName(one, index, 9))).toEqual([
      '03a 2026-02-14 Ethics at the bedside.pdf',
      '03b 2026-02-14 Ethics at the bedside.jpg',
    ])
  })

  test.each([
    ['ACLS/BLS: "renewal" <2026>?', 'ACLS BLS renewal 2026'],
    ['..\\..\\windows', '.. .. windows'],
    ['ends with dots...', 'ends with dots'],
    ['a\u202Egnp.exe', 'a gnp.exe'],
    ['???', 'untitled'],
    ['Đặng O’Brien', 'Đặng O’Brien'],
    ['ends. with dots. .', 'ends. with dots'],
    ['two\u2028  lines\u0007 ', 'two lines'],
    ['a'.repeat(161), 'a'.repeat(160)],
    ['é'.repeat(81), 'é'.repeat(80)],
    ['名'.repeat(54), '名'.repeat(53)],
    ['🌿'.repeat(41), '🌿'.repeat(40)],
  ])('of %s are valid on every system', (title, name) => {
    const one = inPacket(anEntry({ title }), { files: [pdf] })
    expect(certificateFileName(one, 0, 1)).toBe(`01 2026-02-14 ${name}.pdf`)
  })

  test('stay below the limit of file systems, also in four-byte characters', () => {
    const title = '🌿'.repeat(200)
    const one = inPacket(anEntry({ title }), { files: [pdf] })
    expect(Buffer.byteLength(certificateFileName(one, 0, 1))).toBeLessThan(200)
    expect(
      Buffer.byteLength(packetFileName({ ...cycle, credentialTitle: title }, 'pdf', english)),
    ).toBeLessThan(200)
    expect(packetFileName({ ...cycle, credentialTitle: title }, 'pdf', english)).toContain(
      ` ${'🌿'.repeat(30)} -`,
    )
    expect(certificateFileName(one, 0, 1).isWellFormed()).toBe(true)
  })
})

test('the table has one row per entry, as wide as its header', () => {
  const entries = [inPacket(anEntry({ amount: 0.5, unit: 'ceu' }), { countedHours: 5, files: [pdf] })]
  const [header = [], row = [], ...others] = packetTable({ cycle, entries }, english)
  expect(others).toEqual([])
  expect(row).toHaveLength(header.length)
  const cells = Object.fromEntries(header.map((name, index) => [name, row[index]]))
  expect(cells).toEqual({
    ...{ number: 1, completed_on: '2026-02-14', title: 'Ethics at the bedside', provider: 'Gulf Coast' },
    ...{
      approved_by: '',
      provider_number: '',
      name_on_certificate: '',
      kind: 'Course or live event',
      hours: 5,
    },
    ...{ certificate_says: '0.5 CEUs', hours_counted: 5, topics: '', remarks: '' },
    files: '01 2026-02-14 Ethics at the bedside.pdf',
  })
})

test('the table has every text of an entry in its column', () => {
  const entry = anEntry({
    ...{ approvedBy: 'ANCC', providerNumber: 'P0123', holderName: 'Ann', kind: 'self_study' },
    ...{ topicTags: ['Night shift', 'Pain'], topicHours: [{ topic: 'Ethics', hours: 1 }] },
  })
  const reasons: Reason[] = [
    { code: 'set_by_owner', hours: 0 },
    { code: 'no_certificate', hours: 0 },
  ]
  const entries = [inPacket(entry, { number: 12, reasons, files: [pdf, photo] }), inPacket(anEntry())]
  const [header = [], row = [], ...others] = packetTable({ cycle, entries }, english)
  expect(others).toHaveLength(1)
  expect(Object.fromEntries(header.map((name, index) => [name, row[index]]))).toMatchObject({
    ...{ approved_by: 'ANCC', provider_number: 'P0123', name_on_certificate: 'Ann', certificate_says: '' },
    ...{ number: 12, kind: 'Self-study or online', topics: 'Ethics (1 hour); Night shift; Pain' },
    remarks: 'The holder set the hours accepted here.',
    files: '12a 2026-02-14 Ethics at the bedside.pdf; 12b 2026-02-14 Ethics at the bedside.jpg',
  })
})

test('a packet is a PDF by default', () => {
  expect(packetQuery.parse({})).toEqual({ format: 'pdf', progress: false })
  expect(packetQuery.parse({ format: 'zip', progress: 'true' })).toEqual({ format: 'zip', progress: true })
  expect(packetQuery.safeParse({ format: 'doc' }).success).toBe(false)
})
