import { describe, expect, test } from 'vitest'
import { placedPage, readPage } from '#testing/read-pages.ts'
import { cellsOf } from './cells.ts'
import { labelledDates } from './dates.ts'
import type { ReadPage } from './page.ts'
import { suggestionsIn } from './suggestions.ts'

/** What each date of these pages is, a "?" behind what is only supposed. */
const rolesIn = (...pages: ReadPage[]) =>
  labelledDates(cellsOf(pages)).dates.map(
    ({ role, printed, isUnsure }) => `${role ?? 'date'} ${printed.date}${isUnsure ? '?' : ''}`,
  )
const read = (...lines: string[]) => rolesIn(readPage(lines))
const placed = (...lines: Parameters<typeof placedPage>[0]) => rolesIn(placedPage(lines))

describe('a label on the line of its date', () => {
  test.each([
    ['Expires: 03/31/2027', ['expiresAt 2027-03-31']],
    ['Expires   03/31/2027', ['expiresAt 2027-03-31']],
    ['Expires   : 03/31/2027', ['expiresAt 2027-03-31']],
    ['Issued: 06/01/2025 Expires: 05/31/2027', ['issuedAt 2025-06-01', 'expiresAt 2027-05-31']],
    ['Issued:   06/01/2025   Expires:   05/31/2027', ['issuedAt 2025-06-01', 'expiresAt 2027-05-31']],
    ['Completed on:   Expires:   05/31/2027', ['expiresAt 2027-05-31']],
    ['This 14th day of March, 2026', ['completedAt 2026-03-14']],
    ['Date of birth: 04/05/1980', ['otherDate 1980-04-05']],
    ['Printed on   11/01/2026', ['otherDate 2026-11-01']],
    // The label may follow.
    ['June 30, 2030 Expiration', ['expiresAt 2030-06-30']],
    ['June 30, 2030   Expiration', ['expiresAt 2030-06-30']],
    ['July 1, 2022 Initially certified', ['otherDate 2022-07-01']],
    ['Expires at midnight on your birthday, May 8, 2028', ['expiresAt 2028-05-08']],
    ['Finished Feb 18, 2025', ['completedAt 2025-02-18']],
    ['Course release: 12/01/2024', ['otherDate 2024-12-01']],
    ['Available for credit through 12/01/2027', ['otherDate 2027-12-01']],
    ['A late fee applies to renewals after May 8, 2028', ['otherDate 2028-05-08']],
    ['Grace period through May 8, 2028', ['otherDate 2028-05-08']],
    ['Posttest taken   05/06/2026', ['completedAt 2026-05-06']],
    ['In force until 11:59 p.m. on May 8, 2028', ['expiresAt 2028-05-08']],
    ['It remains in effect through midnight on May 8, 2028', ['expiresAt 2028-05-08']],
    ['The former expiration date, May 8, 2026, no longer counts', ['otherDate 2026-05-08']],
    ['Participation date   05/06/2026', ['completedAt 2026-05-06']],
    ['Renewal due: 04/01/2029', ['expiresAt 2029-04-01']],
    ['Válido hasta el 31 de diciembre de 2027', ['expiresAt 2027-12-31']],
  ])('“%s”', (line, roles) => {
    expect(read(line)).toEqual(roles)
  })

  test.each([
    // The second has no label of its own, and nothing says that it ends what the first begins.
    ['Issued: 06/01/2025 05/31/2027', ['issuedAt 2025-06-01', 'date 2027-05-31?']],
    ['Issued: 06/01/2025, Austin 05/31/2027', ['issuedAt 2025-06-01', 'date 2027-05-31?']],
    ['03/31/2027', ['date 2027-03-31?']],
    ['Expires   never   03/31/2027', ['date 2027-03-31?']],
    ['Expires   not before 03/31/2027', ['date 2027-03-31?']],
    ['Expires never   03/31/2027', ['date 2027-03-31?']],
    ['License number: 03/31/2027', ['date 2027-03-31?']],
  ])('names nothing else: “%s”', (line, roles) => {
    expect(read(line)).toEqual(roles)
  })
})

describe('a period', () => {
  test.each([
    'Valid 06/01/2025 through 05/31/2027',
    'Valid from 06/01/2025 to 05/31/2027',
    'Certification period: 06/01/2025 - 05/31/2027',
    'Certification period: 06/01/2025 – 05/31/2027',
    'License period: 06/01/2025 — 05/31/2027',
    'Term: 06/01/2025 THRU 05/31/2027',
    'Effective 06/01/2025 until 05/31/2027',
    'Valid   06/01/2025   to   05/31/2027',
    'Valid   06/01/2025 -   05/31/2027',
    'Valid   06/01/2025   - 05/31/2027',
  ])('begins and ends: “%s”', (line) => {
    expect(read(line)).toEqual(['issuedAt 2025-06-01', 'expiresAt 2027-05-31'])
  })

  test('may go on in the next line', () => {
    const both = ['issuedAt 2025-06-01', 'expiresAt 2027-05-31']
    expect(read('Certification period: 06/01/2025 to', '05/31/2027')).toEqual(both)
    expect(read('Certification period: 06/01/2025', '- 05/31/2027')).toEqual(both)
    expect(read('Certification period: 06/01/2025 - 05/31/', '2027')).toEqual(both)
  })

  test('that nothing names is only supposed', () => {
    expect(read('06/01/2025 - 05/31/2027')).toEqual(['issuedAt 2025-06-01?', 'expiresAt 2027-05-31?'])
    expect(read('06/01/2025 through 05/31/2027')).toEqual(['issuedAt 2025-06-01?', 'expiresAt 2027-05-31?'])
  })

  test.each([
    ['Valid 06/01/2025', ['date 2025-06-01?']],
    ['Valid 06/01/2025, 05/31/2027', ['date 2025-06-01?', 'date 2027-05-31?']],
    ['Valid 06/01/2025, not before 05/31/2027', ['date 2025-06-01?', 'date 2027-05-31?']],
    ['Issued 06/01/2025 to Rosa Delgado 05/31/2027', ['issuedAt 2025-06-01', 'date 2027-05-31?']],
    ['Valid 06/01/2025   Austin   05/31/2027', ['date 2025-06-01?', 'date 2027-05-31?']],
    ['Issued 06/01/2025   Expires 05/31/2027', ['issuedAt 2025-06-01', 'expiresAt 2027-05-31']],
  ])('has both of its dates: “%s”', (line, roles) => {
    expect(read(line)).toEqual(roles)
  })

  test('of a course is over on its last day', () => {
    expect(read('Dates of attendance: 03/10/2026 - 03/12/2026')).toEqual([
      'otherDate 2026-03-10',
      'completedAt 2026-03-12',
    ])
    expect(read('Dates attended: 03/10/2026')).toEqual(['completedAt 2026-03-10?'])
    expect(read('Date attended: 03/10/2026, other dates on request')).toEqual(['completedAt 2026-03-10'])
  })

  test('of an approval is not that of the credential', () => {
    expect(read('Course expiration: 01/01/2025 - 12/31/2027')).toEqual([
      'otherDate 2025-01-01',
      'otherDate 2027-12-31',
    ])
  })
})

describe('a label above or below its date', () => {
  const both = ['issuedAt 2025-06-01', 'expiresAt 2027-05-31']

  test('is the head of its column', () => {
    const dates = [
      ['06/01/2025', 20, 124],
      ['05/31/2027', 200, 124],
    ] as const
    expect(placed(['Issued', 20, 100], ['Expires', 200, 100], ...dates)).toEqual(both)
    expect(placed(['Expires', 200, 100], ['Issued', 20, 100], ...dates)).toEqual(both)
    expect(placed(...dates, ['Issued', 20, 148], ['Expires', 200, 148])).toEqual(both)
  })

  test('may stand close to the next one', () => {
    const dates = [
      ['06/01/2025', 20, 124],
      ['05/31/2027', 116, 124],
    ] as const
    expect(placed(['Date Issued Expires', 20, 100], ...dates)).toEqual(both)
    expect(placed(['Expires Issued', 20, 100], ...dates)).toEqual([
      'expiresAt 2025-06-01',
      'issuedAt 2027-05-31',
    ])
  })

  test('may take two lines', () => {
    const heads = [
      ['Original Issue', 20, 100],
      ['Expiration', 200, 100],
      ['Date', 20, 118],
      ['Date', 200, 118],
    ] as const
    expect(placed(...heads, ['06/01/2015', 20, 140], ['05/31/2027', 200, 140])).toEqual([
      'otherDate 2015-06-01',
      'expiresAt 2027-05-31',
    ])
  })

  test('in one line stands beside one in two lines', () => {
    expect(
      placed(
        ['Original Issue', 20, 100],
        ['Date', 20, 118],
        ['Expires', 200, 118],
        ['06/01/2015', 20, 140],
        ['05/31/2027', 200, 140],
      ),
    ).toEqual(['otherDate 2015-06-01', 'expiresAt 2027-05-31'])
    expect(placed(['License', 20, 100], ['Number', 20, 118], ['05/31/2027', 20, 140])).toEqual([
      'date 2027-05-31?',
    ])
  })

  test('stands for its column with all of its words, unless it is a sentence', () => {
    expect(placed(['Registered Nurse Expires', 20, 100], ['05/31/2027', 20, 124])).toEqual([
      'expiresAt 2027-05-31',
    ])
    expect(placed(['Ask the board when a license expires', 20, 100], ['05/31/2027', 20, 124])).toEqual([
      'date 2027-05-31?',
    ])
  })

  test('is the nearest', () => {
    const date = ['05/31/2027', 20, 148] as const
    expect(placed(['Issued', 20, 100], ['Expires', 20, 124], date)).toEqual(['expiresAt 2027-05-31'])
    expect(placed(date, ['Expires', 20, 172], ['Issued', 20, 196])).toEqual(['expiresAt 2027-05-31'])
    // A line that is set in a little does not make the one above it nearer.
    expect(placed(['Issued', 20, 100], ['Expires', 80, 124], date)).toEqual(['expiresAt 2027-05-31'])
    // Of two on one line, the one whose column begins as the date does.
    const wide = ['September 30, 2027', 20, 148] as const
    expect(placed(['Expires', 20, 124], ['Issued', 100, 124], wide)).toEqual(['expiresAt 2027-09-30'])
    expect(placed(['Issued', 20, 124], ['Expires', 100, 124], ['September 30, 2027', 90, 148])).toEqual([
      'expiresAt 2027-09-30',
    ])
  })

  test.each([
    [-5, 'expiresAt 2027-05-31'],
    [0, 'expiresAt 2027-05-31'],
    [41, 'expiresAt 2027-05-31'],
    [43, 'date 2027-05-31?'],
  ])('is no further from it than two lines: %i pixels', (gap, role) => {
    expect(placed(['Expires', 20, 100], ['05/31/2027', 20, 116 + gap])).toEqual([role])
    expect(placed(['05/31/2027', 20, 100], ['Expires', 20, 116 + gap])).toEqual([role])
  })

  test('may be much smaller or larger than the date', () => {
    expect(placed(['Expires', 20, 100, 10], ['05/31/2027', 20, 150, 20])).toEqual(['expiresAt 2027-05-31'])
    expect(placed(['Expires', 20, 100, 20], ['05/31/2027', 20, 160, 10])).toEqual(['expiresAt 2027-05-31'])
  })

  test('stands in the same column and on the same page', () => {
    expect(placed(['Expires', 20, 100], ['05/31/2027', 200, 124])).toEqual(['date 2027-05-31?'])
    const next = placedPage([['05/31/2027', 20, 124]], 2)
    expect(rolesIn(placedPage([['Expires', 20, 100]]), next)).toEqual(['date 2027-05-31?'])
  })

  test('is supposed where the other labels stand on the other side', () => {
    const above = [
      ['Issued', 20, 100],
      ['06/01/2025', 20, 124],
      ['Completed', 200, 100],
      ['05/01/2025', 200, 124],
    ] as const
    expect(placed(...above, ['05/31/2027', 400, 124], ['Expires', 400, 148])).toEqual([
      'issuedAt 2025-06-01',
      'completedAt 2025-05-01',
      'expiresAt 2027-05-31?',
    ])
  })

  test.each([
    ['Date', ['completedAt 2026-03-14']],
    ['Dated', ['completedAt 2026-03-14']],
    // Only on its own line a date follows these.
    ['Update based on', ['date 2026-03-14?']],
    ['More about this', ['date 2026-03-14?']],
  ])('“%s”', (label, roles) => {
    expect(read(label, '03/14/2026')).toEqual(roles)
  })

  test.each([
    // What a label on the line of its date names does not stand below, too.
    ['Issued: 06/01/2025', ['issuedAt 2025-06-01', 'date 2027-05-31?']],
    ['Issued: 06/01/2025 Expires:', ['issuedAt 2025-06-01', 'expiresAt 2027-05-31']],
    [
      'Issued for use as evidence of professional development, and to be shown to any employer that asks',
      ['date 2027-05-31?'],
    ],
  ])('“%s”, above a date', (line, roles) => {
    expect(read(line, '05/31/2027')).toEqual(roles)
  })
})

describe('a date over two lines', () => {
  test('is one', () => {
    expect(read('Expires: March 31,', '2027')).toEqual(['expiresAt 2027-03-31'])
    expect(read('Issued 06/01/2025 Expires March', '31, 2027')).toEqual([
      'issuedAt 2025-06-01',
      'expiresAt 2027-03-31',
    ])
    expect(placed(['Expires', 20, 100], ['March 31,', 20, 124], ['2027', 20, 142])).toEqual([
      'expiresAt 2027-03-31',
    ])
  })

  test('is highlighted on both', () => {
    const page = readPage(['Ohio Board of Nursing', 'License type: RN', 'Expires: March 31,', '2027'])
    expect(suggestionsIn([page], '2026-11-23').at(-1)).toMatchObject({
      printed: 'March 31, 2027',
      where: [{ box: { x: 0, y: 60, height: 50 } }],
    })
  })

  test('is read once where two dates stand below each other', () => {
    expect(read('06/01/2025', '05/31/2027')).toEqual(['date 2025-06-01?', 'date 2027-05-31?'])
    expect(read('March 2027', '31, 2027')).toEqual(['date 2027-03-01?'])
  })
})

test('more dates than a long transcript has are not looked at', () => {
  expect(read(...Array.from({ length: 250 }, () => '03/14/2026'))).toHaveLength(200)
})

test('labels of the next lines do not count as labels below: a list of labels and values', () => {
  expect(
    placed(
      ['Issued', 20, 100],
      ['02/06/2025', 200, 100],
      ['Expires', 20, 120],
      ['02/28/2027', 200, 120],
      ['Completed', 200, 140],
      ['03/01/2025', 400, 140],
    ),
  ).toEqual(['issuedAt 2025-02-06', 'expiresAt 2027-02-28', 'completedAt 2025-03-01'])
})

describe('in Spanish, the day comes first', () => {
  const suggested = (...lines: string[]) =>
    suggestionsIn([readPage(['Enfermera Práctica', 'Número de licencia: 88120', ...lines])], '2026-11-23')
      .filter(({ field }) => /At$/.test(field))
      .map(({ field, value, confidence }) => `${field} ${value}${confidence === 'confident' ? '' : '?'}`)

  test('certainly where no month has that number', () => {
    expect(suggested('Fecha de emisión: 22/03/2026', 'Renovar antes del: 22/03/2028')).toEqual([
      'issuedAt 2026-03-22',
      'expiresAt 2028-03-22',
    ])
  })

  test('perhaps where either number could be the month', () => {
    expect(suggested('Fecha de emisión: 22/03/2026', 'Vence: 04/05/2028')).toEqual([
      'issuedAt 2026-03-22',
      'expiresAt 2028-05-04?',
    ])
    expect(suggested('Vence: 04/05/2028')).toEqual(['expiresAt 2028-04-05?'])
    expect(suggested('Fecha de emisión: 03/22/2026', 'Vence: 04/05/2028')).toEqual([
      'issuedAt 2026-03-22',
      'expiresAt 2028-04-05',
    ])
  })
})

describe('the days of an event', () => {
  test('are when it was held, whatever stands beside them', () => {
    expect(read('May 11 – 13, 2026 · Harbor Hall, Duluth')).toEqual(['completedAt 2026-05-13'])
    expect(read('May 11-13, 2026', 'Certificate issued 06/02/2026')).toEqual([
      'completedAt 2026-05-13',
      'issuedAt 2026-06-02',
    ])
  })

  test('are unknown if it names the days of several', () => {
    expect(read('May 11-13, 2026', 'June 4-6, 2026')).toEqual(['date 2026-05-13?', 'date 2026-06-06?'])
  })
})

test.each([
  ['Watched online   Fri, Jan 16, 2026', ['completedAt 2026-01-16']],
  ['Submitted to CE Broker: 01/19/2026', ['otherDate 2026-01-19']],
  ['License (self-reported)   01/19/2026', ['date 2026-01-19?']],
  ['Hire date: 08/14/2017', ['otherDate 2017-08-14']],
  ['Graduated 05/21/2009', ['otherDate 2009-05-21']],
  ['Order date: 01/02/2026', ['otherDate 2026-01-02']],
  ['Evaluations closed 02/01/2026', ['otherDate 2026-02-01']],
  ['Approval period 01/01/2025 – 12/31/2027', ['otherDate 2025-01-01', 'otherDate 2027-12-31']],
  ['Aprobación vence el 31 de enero de 2028', ['otherDate 2028-01-31']],
  ['COMPL ETED 01/16/2026', ['completedAt 2026-01-16']],
])('“%s” says what the date is', (line, roles) => {
  expect(read(line)).toEqual(roles)
})

test('the end of a paragraph names the period in the line below', () => {
  const lines: Parameters<typeof placedPage>[0] = [
    ['is granted this credential, having met all of the requirements for the certification period', 40, 40],
    ['July 1, 2026', 180, 80],
    ['– June 30, 2029', 420, 80],
  ]
  expect(placed(...lines)).toEqual(['issuedAt 2026-07-01', 'expiresAt 2029-06-30'])
})
