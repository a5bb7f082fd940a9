import { describe, expect, test } from 'vitest'
import { guessColumns } from '#shared/imports/course-columns.ts'
import type { ReadPage, Word } from '#shared/reading/page.ts'
import { publisherIn, transcriptRows, transcriptTable, withProvider } from './transcript-table.ts'

const today = '2026-11-23'
const LETTER = 7

type Line = readonly (readonly [x: number, text: string])[]

/** Lines of texts, each text at its column. The lines are 24, or `step`, apart. */
function pageOf(lines: readonly Line[], { number = 1, step = 24 } = {}): ReadPage {
  const words = lines.flatMap((line, row) =>
    line.flatMap(([from, text]) => {
      let x = from
      return text.split(' ').map((word): Word => {
        const box = { x, y: 40 + row * step, width: word.length * LETTER, height: 12 }
        x += box.width + LETTER / 2
        return { text: word, page: number, confidence: 100, box }
      })
    }),
  )
  return { number, width: 900, height: 1000, words }
}
const columns =
  (...at: number[]) =>
  (...texts: string[]): Line =>
    texts.flatMap((text, i) => (text ? [[at[i] ?? 0, text] as const] : []))
const cellsOf = (pages: readonly ReadPage[]) =>
  transcriptRows(pages, today)?.map(({ cells }) => cells) ?? null

describe('a transcript', () => {
  test('in the format of a state’s tracking system: date, name, provider, hours and subject', () => {
    const row = columns(40, 150, 400, 590, 680)
    expect(
      cellsOf([
        pageOf([
          row('Course History'),
          row('Ann Example, RN 9123456', '', '', 'Cycle: 05/01/2025 - 04/30/2027'),
          row('Date Completed', 'Course Name', 'Provider Name', 'Hours', 'Subject Area'),
          row('06/14/2025', 'Sepsis Update', 'Gulf Coast Nurse Educators', '2', 'General'),
          row('01/03/2026', 'Medical Errors', 'Bay Health', '2.5', 'Medical Errors'),
          row('', '', 'Total', '4.5'),
        ]),
      ]),
    ).toEqual([
      ['Date Completed', 'Course Name', 'Provider Name', 'Hours', 'Subject Area'],
      ['06/14/2025', 'Sepsis Update', 'Gulf Coast Nurse Educators', '2', 'General'],
      ['01/03/2026', 'Medical Errors', 'Bay Health', '2.5', 'Medical Errors'],
    ])
  })

  test('with a course number, a title over two lines and a score, over two pages', () => {
    const row = columns(40, 120, 420, 540, 660)
    const head = row('Course #', 'Course Title', 'Completion Date', 'Contact Hours', 'Score')
    const pages = [
      pageOf(
        [
          row('', 'Official Transcript'),
          [],
          head,
          [],
          row('9001', 'Postpartum Hemorrhage: Risk', 'Jun 1, 2025', '5', '90%'),
          row('', 'Assessment and Response'),
          [],
        ],
        { step: 15 },
      ),
      pageOf(
        [
          head,
          row('9172', 'Ethics', 'Jan 3, 2026', '3', '100%'),
          row('9173', 'Stroke Care', 'Feb 4, 2026', '10', ''),
          [],
          row('Page 2 of 2'),
        ],
        { number: 2 },
      ),
    ]
    expect(cellsOf(pages)).toEqual([
      ['Course #', 'Course Title', 'Completion Date', 'Contact Hours', 'Score'],
      ['9001', 'Postpartum Hemorrhage: Risk Assessment and Response', '2025-06-01', '5', '90%'],
      ['9172', 'Ethics', '2026-01-03', '3', '100%'],
      ['9173', 'Stroke Care', '2026-02-04', '10', ''],
    ])
  })

  test('with two-line headers, right-aligned numbers and an empty cell', () => {
    const row = columns(40, 330, 470, 600)
    expect(
      cellsOf([
        pageOf(
          [
            row('', 'Date', 'Contact', 'Approval'),
            row('Activity', 'Completed', 'Hours', 'Number'),
            [],
            [...row('Wound Care', '2025-06-01'), [484, '1.25'], [600, 'CEP 123']],
            [],
            [...row('Pain Management', '2025-07-02'), [491, '12']],
          ],
          { step: 15 },
        ),
      ])?.slice(1),
    ).toEqual([
      ['Wound Care', '2025-06-01', '1.25', 'CEP 123'],
      ['Pain Management', '2025-07-02', '12', ''],
    ])
  })

  test('with titles over three lines, close to the next course', () => {
    const row = columns(40, 330, 470)
    const page = pageOf(
      [
        row('Course', 'Completed', 'Hours'),
        row('Sepsis: Early', '03/14/2025', '2.00'),
        row('Recognition in the'),
        row('Adult Patient'),
        row('Trafficking Awareness', '04/02/2025', '1.50'),
        row('for Nurses'),
        row('Ethics', '05/11/2025', '2.00'),
        row('Page 1 of 1'),
      ],
      { step: 14 },
    )
    // The gap between courses is slightly larger than between lines.
    const shifts = [0, 8, 8, 8, 14, 14, 20, 26]
    for (const { box } of page.words) box.y += shifts[(box.y - 40) / 14] ?? 0
    expect(cellsOf([page])?.slice(1)).toEqual([
      ['Sepsis: Early Recognition in the Adult Patient', '03/14/2025', '2.00'],
      ['Trafficking Awareness for Nurses', '04/02/2025', '1.50'],
      ['Ethics', '05/11/2025', '2.00'],
    ])
  })

  test('with the middle line of a title next to its date', () => {
    const row = columns(40, 330, 470)
    const page = pageOf(
      [
        row('Course', 'Completed', 'Hours'),
        row('Sepsis: Early'),
        row('Recognition in the', '03/14/2025', '2.00'),
        row('Adult Patient'),
        row('Trafficking'),
        row('Awareness', '04/02/2025', '1.50'),
        row('for Nurses'),
      ],
      { step: 14 },
    )
    const shifts = [0, 8, 8, 8, 14, 14, 14]
    for (const { box } of page.words) box.y += shifts[(box.y - 40) / 14] ?? 0
    expect(cellsOf([page])?.slice(1)).toEqual([
      ['Sepsis: Early Recognition in the Adult Patient', '03/14/2025', '2.00'],
      ['Trafficking Awareness for Nurses', '04/02/2025', '1.50'],
    ])
  })

  test('with one header that continues on a second line', () => {
    const row = columns(40, 330, 470)
    const page = pageOf(
      [
        row('Course', 'Contact', 'Completion Date'),
        row('', 'Hours'),
        row('Ethics', '2.00', '03/14/2025'),
        row('Sepsis', '1.50', '04/02/2025'),
      ],
      { step: 14 },
    )
    const shifts = [0, 0, 6, 12]
    for (const { box } of page.words) box.y += shifts[(box.y - 40) / 14] ?? 0
    expect(cellsOf([page])).toEqual([
      ['Course', 'Contact Hours', 'Completion Date'],
      ['Ethics', '2.00', '03/14/2025'],
      ['Sepsis', '1.50', '04/02/2025'],
    ])
  })

  test('without headers is read as a list of titles, dates and amounts', () => {
    const row = columns(40, 400, 560)
    const rows = cellsOf([
      pageOf([
        row('Continuing Education Transcript'),
        row('Sepsis Update', '06/14/2025', '2 contact hours'),
        row('Ethics', '01/03/2026', '1.5 contact hours'),
        row('Stroke Care', '02/03/2026', '0.3 CEUs'),
      ]),
    ])
    expect(guessColumns(rows?.[0] ?? []).slice(0, 4)).toEqual(['title', 'completedAt', 'contact_hour', 'ceu'])
    expect(rows?.slice(1)).toEqual([
      ['Sepsis Update', '2025-06-14', '2', '', '', ''],
      ['Ethics', '2026-01-03', '1.5', '', '', ''],
      ['Stroke Care', '2026-02-03', '', '0.3', '', ''],
    ])
  })

  const close = { step: 15 }

  test.each(['CEUs', 'Minutes', 'CME', 'Hours'])('may count %s', (amount) => {
    const row = columns(40, 300, 500)
    const heads = row('Course', 'Date Completed', amount)
    const lines = [row('Ethics', '01/03/2026', '2'), row('Sepsis', '02/03/2026', '3')]
    expect(transcriptRows([pageOf([heads, ...lines])], today)).toEqual([
      { line: 1, cells: ['Course', 'Date Completed', amount] },
      { line: 2, cells: ['Ethics', '01/03/2026', '2'] },
      { line: 3, cells: ['Sepsis', '02/03/2026', '3'] },
    ])
  })

  test('may have lines of a course above and below its date, and ignores a total and a page number', () => {
    const row = columns(40, 400, 560)
    expect(
      cellsOf([
        pageOf(
          [
            row('Course', 'Date Completed', 'Hours'),
            [],
            row('Caring for'),
            row('older adults', '01/03/2026', '2'),
            row('at home'),
            [],
            [],
            row('Page layout for nurses', '02/03/2026', '3'),
            row('Total hours', '', '5'),
            [],
            [],
            row('Sepsis', '03/03/2026', '1'),
            row('Page 1 of 2'),
          ],
          close,
        ),
      ])?.slice(1),
    ).toEqual([
      ['Caring for older adults at home', '01/03/2026', '2'],
      ['Page layout for nurses', '02/03/2026', '3'],
      ['Sepsis', '03/03/2026', '1'],
    ])
  })

  test('assigns a line between two courses to the nearer one, and never to one on another page', () => {
    const row = columns(40, 400, 560)
    const lines: [Line, number][] = [
      [row('Course', 'Date Completed', 'Hours'), 0],
      [row('Ethics', '01/03/2026', '2'), 60],
      [row('in the clinic'), 82],
      [row('Sepsis', '02/03/2026', '3'), 98],
    ]
    const words = lines.flatMap(([line, y]) =>
      pageOf([line]).words.map((word) => ({ ...word, box: { ...word.box, y } })),
    )
    const first: ReadPage = { number: 1, width: 900, height: 1000, words }
    const second = pageOf([row('Course', 'Date Completed', 'Hours'), row('See our site')], {
      number: 2,
      step: 58,
    })
    expect(cellsOf([first, second])?.slice(1)).toEqual([
      ['Ethics', '01/03/2026', '2'],
      ['in the clinic Sepsis', '02/03/2026', '3'],
    ])
  })

  test('may repeat its headers on a page without adding them to a course', () => {
    const row = columns(40, 400, 560)
    const heads = row('Course', 'Date Completed', 'Hours')
    expect(
      cellsOf([
        pageOf([heads, row('Ethics', '01/03/2026', '2'), heads, row('Sepsis', '02/03/2026', '3')], close),
      ])?.slice(1),
    ).toEqual([
      ['Ethics', '01/03/2026', '2'],
      ['Sepsis', '02/03/2026', '3'],
    ])
  })

  test('has only the date from each date cell, and numeric dates as printed', () => {
    const row = columns(40, 300, 560)
    expect(
      cellsOf([
        pageOf([
          row('Course of 01/01/2020', 'Date Completed', 'Hours'),
          row('Course', 'Date Completed', 'Hours'),
          row('History of 12/24/2001', 'on 13/01/2026 online', '2'),
          row('Sepsis', 'March 2026', '3'),
          row('Ethics', 'on January 3, 2026', '3'),
        ]),
      ]),
    ).toEqual([
      ['Course', 'Date Completed', 'Hours'],
      ['History of 12/24/2001', '13/01/2026', '2'],
      ['Ethics', '2026-01-03', '3'],
    ])
  })

  test('without headers may count minutes or CME credits too', () => {
    const row = columns(40, 400, 560)
    const rows = cellsOf([
      pageOf([
        row('Continuing Education Transcript'),
        row('Sepsis Update', '06/14/2025', '2 contact hours'),
        row('Ethics', '01/03/2026', '90 minutes'),
        row('Stroke Care', '02/03/2026', '1.5 CME credits'),
      ]),
    ])
    expect(guessColumns(rows?.[0] ?? [])).toEqual([
      ...['title', 'completedAt', 'contact_hour', 'ceu', 'minute', 'cme_credit'],
    ])
    expect(rows?.slice(1)).toEqual([
      ['Sepsis Update', '2025-06-14', '2', '', '', ''],
      ['Ethics', '2026-01-03', '', '', '90', ''],
      ['Stroke Care', '2026-02-03', '', '', '', '1.5'],
    ])
  })

  test('may have headers that continue on the next line', () => {
    const row = columns(40, 330, 470)
    const heads = row('Course', 'Date Completed', 'Hours')
    const lines = [row('Ethics', '01/03/2026', '2'), [], row('Sepsis', '02/03/2026', '3')]
    expect(cellsOf([pageOf([heads, row('', '', 'earned'), [], ...lines], close)])).toEqual([
      ['Course', 'Date Completed', 'Hours earned'],
      ['Ethics', '01/03/2026', '2'],
      ['Sepsis', '02/03/2026', '3'],
    ])
  })

  test('is not recognized without an amount among its headers', () => {
    const row = columns(40, 300, 560)
    const lines = [row('Ethics', '01/03/2026', '2'), row('Sepsis', '02/03/2026', '3')]
    expect(cellsOf([pageOf([row('Course', 'Date Completed', 'Room'), ...lines])])).toBeNull()
  })

  test('is not a certificate of one course, or a card', () => {
    const row = columns(40, 300, 500)
    expect(
      cellsOf([
        pageOf([
          row('Certificate of Completion'),
          row('Course', 'Date Completed', 'Contact Hours'),
          row('Ethics', '01/03/2026', '2'),
        ]),
      ]),
    ).toBeNull()
    expect(cellsOf([pageOf([row('Registered Nurse License'), row('Expires', '01/03/2027')])])).toBeNull()
    expect(cellsOf([])).toBeNull()
  })
})

describe('the provider of all courses', () => {
  test('is the only publisher mentioned in the list or its file name', () => {
    expect(publisherIn('netce_transcript.pdf')).toBe('NetCE')
    expect(publisherIn('My learning at Nurse.com')).toBe('Nurse.com')
    expect(publisherIn('x.pdf', 'Elite Learning transcript')).toBe('Elite Learning')
    expect(publisherIn('EliteHealthcare.csv')).toBe('Elite Learning')
    expect(publisherIn('Continuing Education Group')).toBe('NetCE')
    expect(publisherIn('NetCE', 'Nurse.com')).toBeNull()
    expect(publisherIn('courses.csv')).toBeNull()
  })

  test('is added as a column, unless the table has one', () => {
    const rows = [
      { line: 1, cells: ['Title', 'Date', 'Hours'] },
      { line: 2, cells: ['Ethics', '2026-01-03', '2'] },
    ]
    const table = transcriptTable(rows)
    expect(withProvider(table, ' NetCE ')).toMatchObject({
      header: ['Title', 'Date', 'Hours', 'Provider'],
      rows: [{ line: 2, cells: ['Ethics', '2026-01-03', '2', 'NetCE'] }],
    })
    expect(withProvider(table, ' ')).toEqual(table)
    const named = transcriptTable([{ line: 1, cells: ['Title', 'Sponsor'] }])
    expect(withProvider(named, 'NetCE')).toEqual(named)
  })
})

test('does not use a course number as a title', () => {
  expect(guessColumns(['Course #', 'Course Title', 'Completion Date', 'Contact Hours'])).toEqual([
    null,
    'title',
    'completedAt',
    'contact_hour',
  ])
  expect(guessColumns(['Course Tracking Number', 'Course Name', 'Provider #', 'Provider'])).toEqual([
    null,
    'title',
    'providerNumber',
    'provider',
  ])
})
