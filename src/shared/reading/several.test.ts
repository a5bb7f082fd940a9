import { describe, expect, test } from 'vitest'
import { placedPage, readPage } from '#testing/read-pages.ts'
import type { ReadPage } from './page.ts'
import { courseRecordsIn, suggestionsIn } from './suggestions.ts'

const today = '2026-11-23'
const valuesIn = (...pages: ReadPage[]) =>
  Object.fromEntries(suggestionsIn(pages, today, 'credential').map(({ field, value }) => [field, value]))

describe('a file that lists several credentials says so, and gives the first', () => {
  test('as the rows of a table', () => {
    const rows = [
      ['License Type', 'State', 'License Number', 'Expiration Date'],
      ['Registered Nurse', 'Texas', '884213', '03/31/2027'],
      ['Practical Nurse', 'Ohio', 'PN55120', '10/31/2026'],
      ['Registered Nurse', 'Ohio', 'RN410022', '10/31/2027'],
    ]
    const table = rows.flatMap((row, line) =>
      row.map((text, column): [string, number, number] => [text, 20 + column * 190, 100 + line * 30]),
    )
    const page = placedPage([
      ['Nurse license verification report', 20, 20],
      ['Name: Rosa Delgado', 20, 50],
      ...table,
    ])
    const expected = { type: 'RN', number: '884213', expiresAt: '2027-03-31', several: 'credentials' }
    expect(valuesIn(page)).toMatchObject(expected)
  })

  const card = (name: string, number: string, end: string) => [
    'American Heart Association',
    name,
    'Rosa Delgado',
    'Issue Date: 05/02/2026',
    `Renew By: ${end}`,
    `eCard Code: ${number}`,
  ]

  test('as cards one below the other, or on pages of their own', () => {
    const [bls, acls] = [
      card('BLS Provider', '266012345678', '05/31/2028'),
      card('ACLS Provider', '266087654321', '06/30/2028'),
    ]
    const expected = { code: 'BLS', expiresAt: '2028-05-31', number: '266012345678', several: 'credentials' }
    expect(valuesIn(readPage([...bls, ...acls]))).toMatchObject(expected)
    expect(valuesIn(readPage(bls), { ...readPage(acls), number: 2 })).toMatchObject(expected)
  })

  test('as cards beside each other', () => {
    const page = placedPage([
      ['BLS Provider', 20, 20],
      ['ACLS Provider', 420, 20],
      ['Issued: 05/02/2026', 20, 50],
      ['Issued: 06/02/2026', 420, 50],
      ['Renew By: 05/31/2028', 20, 80],
      ['Renew By: 06/30/2028', 420, 80],
    ])
    expect(valuesIn(page)).toMatchObject({
      code: 'BLS',
      issuedAt: '2026-05-02',
      expiresAt: '2028-05-31',
      several: 'credentials',
    })
  })

  test('as three cards beside each other', () => {
    const page = placedPage(
      ['BLS Provider', 'ACLS Provider', 'PALS Provider'].flatMap((name, at): [string, number, number][] => [
        [name, 20 + at * 320, 20],
        [`Renew By: 0${at + 1}/31/2028`, 20 + at * 320, 50],
      ]),
    )
    expect(valuesIn(page)).toMatchObject({ code: 'BLS', expiresAt: '2028-01-31', several: 'credentials' })
  })

  test('as cards of several bodies, whose words differ', () => {
    const other = [
      'American Red Cross',
      'Pediatric Advanced Life Support',
      'Rosa Delgado',
      'Date Completed: 07/02/2026',
      'Valid Until: 07/02/2028',
      'Certificate ID: 0A1B2C3',
    ]
    const page = readPage([
      ...card('BLS Provider', '266012345678', '05/31/2028'),
      ...card('ACLS Provider', '266087654321', '06/30/2028'),
      ...other,
    ])
    expect(valuesIn(page)).toMatchObject({ code: 'BLS', several: 'credentials' })
  })

  test('as licenses of which one never ends, in a state that the page names once', () => {
    const license = (type: string, number: string, end: string) => [
      `License Type: ${type}`,
      `License Number: ${number}`,
      `Expiration Date: ${end}`,
    ]
    const page = readPage([
      'License search',
      ...license('Registered Nurse', '884213', '03/31/2028'),
      ...license('Nurse Practitioner', '55120', '03/31/2028'),
      ...license('Public Health Nurse', '7719', 'None, does not expire'),
      'Copyright 2026 State of California',
    ])
    expect(valuesIn(page)).toMatchObject({
      type: 'RN',
      number: '884213',
      state: 'CA',
      several: 'credentials',
    })
  })

  test.each([
    [
      'prints its date twice',
      [
        'Texas Board of Nursing',
        'Registered Nurse',
        'License No.: 884213',
        'Expiration Date: 03/31/2027',
        'Wallet card',
        'Registered Nurse',
        'License No.: 884213',
        'Expires: 03/31/2027',
      ],
    ],
    [
      'has a date to renew by',
      [...card('BLS Provider', '266012345678', '05/31/2028'), 'Expires: 05/31/2028'],
    ],
    [
      'lists other cards without dates',
      [...card('BLS Provider', '266012345678', '05/31/2028'), 'Also available: ACLS Provider, PALS Provider'],
    ],
  ])('but not one that %s', (_what, lines) => {
    expect(valuesIn(readPage(lines)).several).toBeUndefined()
  })
})

describe('certificates on pages of their own', () => {
  const certificate = (number: number, title: string, date: string, hours: string) => ({
    ...readPage([
      'Certificate of Completion',
      'This certifies that Rosa Delgado',
      'has completed',
      `Course Title: ${title}`,
      `Date Completed: ${date}`,
      `Contact Hours: ${hours}`,
      'Provider: Ridgeline Health Education',
    ]),
    number,
  })
  const recordsIn = (pages: ReadPage[]) =>
    courseRecordsIn(pages, suggestionsIn(pages, today, 'course'), today).map((course) =>
      Object.fromEntries(course.map(({ field, value }) => [field, value])),
    )

  test('are courses, each with its own values', () => {
    const pages = [
      certificate(1, 'Sepsis Update', '06/01/2026', '5.0'),
      { ...readPage(['Thank you for learning with us']), number: 2 },
      certificate(3, 'Stroke Care', '07/11/2026', '2.5'),
    ]
    expect(recordsIn(pages)).toMatchObject([
      {
        title: 'Sepsis Update',
        completedAt: '2026-06-01',
        amount: '5',
        provider: 'Ridgeline Health Education',
      },
      {
        title: 'Stroke Care',
        completedAt: '2026-07-11',
        amount: '2.5',
        provider: 'Ridgeline Health Education',
      },
    ])
    expect(suggestionsIn(pages, today, 'course').map(({ field, value }) => [field, value])).toEqual([
      ['kind', 'ce_transcript'],
      ['holderName', 'Rosa Delgado'],
    ])
  })

  test('are one, if the second page is a copy of the first', () => {
    const pages = [1, 2].map((number) => certificate(number, 'Sepsis Update', '06/01/2026', '5.0'))
    expect(recordsIn(pages)).toEqual([])
    expect(suggestionsIn(pages, today, 'course')).toContainEqual(
      expect.objectContaining({ field: 'title', value: 'Sepsis Update', confidence: 'confident' }),
    )
  })
})
