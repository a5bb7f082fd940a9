import { describe, expect, test } from 'vitest'
import { placedPage } from '#testing/read-pages.ts'
import type { ReadPage, Word } from './page.ts'
import { courseRecordsIn, suggestionsIn } from './suggestions.ts'
import { coursesIn } from './transcript.ts'

const today = '2026-11-23'
/** Each row's texts at the columns of a list. */
function pageOf(rows: readonly (readonly string[])[], step = 30): ReadPage {
  const columns = [40, 360, 520]
  const words = rows.flatMap((row, line) =>
    row.flatMap((text, column) => {
      let x = columns[column] ?? 0
      return text.split(' ').map((word): Word => {
        const box = { x, y: 40 + line * step, width: word.length * 8, height: 14 }
        x += word.length * 8 + 6
        return { text: word, page: 1, confidence: 96, box }
      })
    }),
  )
  return { number: 1, width: 700, height: 900, words }
}
const head = ['Course', 'Completed', 'Contact hours']
const plain = (rows: readonly (readonly string[])[]) =>
  coursesIn([pageOf(rows)], today).map((course) => course.map(({ value }) => value))

test('each row of a transcript is a course with its title, date and hours', () => {
  const rows = [
    head,
    ['Sepsis Update', '06/01/2024', '5.0'],
    ['Ethics', '01/03/2025', '1.5'],
    ['Stroke Care', '02/11/2025', '2'],
  ]
  expect(plain(rows)).toEqual([
    ['Sepsis Update', '2024-06-01', '5', 'contact_hour'],
    ['Ethics', '2025-01-03', '1.5', 'contact_hour'],
    ['Stroke Care', '2025-02-11', '2', 'contact_hour'],
  ])
  expect(
    coursesIn([pageOf(rows)], today)
      .flat()
      .every(({ confidence }) => confidence === 'confident'),
  ).toBe(true)
})

test('a row without a title, with a future date or without an amount is left out', () => {
  expect(
    plain([
      head,
      ['', '06/01/2024', '5.0'],
      ['Planned Course', '06/01/2027', '5.0'],
      ['Attended Only', '06/01/2024', ''],
      ['Ethics', '01/03/2025', '1.5'],
      ['Stroke Care', '02/11/2025', '2'],
    ]).map(([title]) => title),
  ).toEqual(['Ethics', 'Stroke Care'])
})

test('one course is no list, and no date is none', () => {
  expect(plain([head, ['Ethics', 'soon', '1.5'], ['Stroke Care', 'later', '2']])).toEqual([])
  expect(plain([head, ['Ethics', '01/03/2025', '1.5']])).toEqual([])
})

test('dates below a column that nothing names are doubtful', () => {
  const courses = coursesIn(
    [
      pageOf([
        ['Ethics', '01/03/2025', '1.5 contact hours'],
        ['Stroke Care', '02/11/2025', '2 contact hours'],
      ]),
    ],
    today,
  )
  expect(courses.map((course) => course.find(({ field }) => field === 'completedAt')?.confidence)).toEqual([
    'doubtful',
    'doubtful',
  ])
})

test('a list of blocks has each title above its date and its hours', () => {
  const lines = [
    ['My Transcript'],
    [],
    ['Sepsis: Early Recognition in the'],
    ['Adult Patient'],
    ['Completed: Jan 3, 2025', 'Contact Hours: 2.00'],
    ['Course ID: 20-12345'],
    [],
    ['Ethics for Nurses'],
    ['Completed: Jan 9, 2025', 'Contact Hours: 1.50'],
    ['Course ID: 50-4007'],
    [],
  ]
  expect(coursesIn([pageOf(lines, 17)], today).map((course) => course.map(({ value }) => value))).toEqual([
    ['Sepsis: Early Recognition in the Adult Patient', '2025-01-03', '2', 'contact_hour'],
    ['Ethics for Nurses', '2025-01-09', '1.5', 'contact_hour'],
  ])
})

test('as many courses as asked for are read', () => {
  const rows = Array.from({ length: 60 }, (_, n) => [`Course ${n} on Care`, '06/01/2024', '2'])
  expect(coursesIn([pageOf([head, ...rows])], today)).toHaveLength(40)
  expect(coursesIn([pageOf([head, ...rows])], today, 1000)).toHaveLength(60)
})

type Lines = Parameters<typeof placedPage>[0]
/** Each course in one line, a "?" behind what is only offered. */
const listed = (...pages: ReadPage[]) =>
  coursesIn(pages, today).map((course) =>
    course.map(({ value, confidence }) => (confidence === 'confident' ? value : `${value}?`)).join(' '),
  )
const placed = (...lines: Lines) => listed(placedPage(lines))
/** Two courses, the second as it always is. */
const listOf = (...first: Lines) =>
  placed(
    ['Course', 20, 40],
    ['Completed', 300, 40],
    ['Contact hours', 500, 40],
    ['Course number', 700, 40],
    ...first,
    ['Ethics', 20, 100],
    ['01/03/2025', 300, 100],
    ['1.5', 500, 100],
  )[0]

test('says which field is which', () => {
  const page = pageOf([head, ['Ethics', '01/03/2025', '1.5'], ['Stroke Care', '02/11/2025', '2']])
  expect(coursesIn([page], today)[0]?.map(({ field, printed }) => [field, printed])).toEqual([
    ['title', 'Ethics'],
    ['completedAt', '01/03/2025'],
    ['amount', '1.5'],
    ['unit', '1.5'],
  ])
})

describe('a row', () => {
  const date = ['06/01/2024', 300, 70] as const
  const title = ['Sepsis Update', 20, 70] as const

  test.each<[string, Lines, string]>([
    ['with all', [title, date, ['5.0', 500, 70]], 'Sepsis Update 2024-06-01 5 contact_hour'],
    [
      'of today',
      [title, ['11/23/2026', 300, 70], ['5.0', 500, 70]],
      'Sepsis Update 2026-11-23 5 contact_hour',
    ],
    [
      'with two texts',
      [title, ['Bay Home', 200, 70], date, ['5.0', 500, 70]],
      'Sepsis Update 2024-06-01 5 contact_hour',
    ],
    [
      'with two amounts',
      [title, date, ['5.0', 500, 70], ['2 contact hours', 600, 70]],
      'Sepsis Update 2024-06-01 5? contact_hour?',
    ],
    ['with an amount in words', [title, date, ['60 minutes', 500, 70]], 'Sepsis Update 2024-06-01 60 minute'],
    [
      'with its number first',
      [['2 contact hours', 20, 70], ['Sepsis Update', 160, 70], date],
      'Sepsis Update 2024-06-01 2 contact_hour',
    ],
    [
      'with another date first',
      [['May 1, 2024', 20, 70], ['Sepsis Update', 160, 70], date, ['5.0', 500, 70]],
      'Sepsis Update 2024-06-01 5 contact_hour',
    ],
    [
      'with a number in its title',
      [['12 Lead ECG', 20, 70], date, ['5.0', 500, 70]],
      '12 Lead ECG 2024-06-01 5 contact_hour',
    ],
    [
      'with a date in its title',
      [['Sepsis in March 2024', 20, 70], date, ['5.0', 500, 70]],
      'Sepsis in March 2024? 2024-06-01 5 contact_hour',
    ],
    [
      'with a month before its title',
      [['March 2024 Sepsis Update', 20, 70], date, ['5.0', 500, 70]],
      'March 2024 Sepsis Update? 2024-06-01 5 contact_hour',
    ],
    [
      'with words before its date',
      [title, ['Done 06/01/2024', 300, 70], ['5.0', 500, 70]],
      'Sepsis Update 2024-06-01 5 contact_hour',
    ],
    [
      'with other labels',
      [title, date, ['Contact hours: 5', 500, 70], ['Provider: Lakeside', 650, 70]],
      'Sepsis Update 2024-06-01 5 contact_hour',
    ],
    [
      'with a colon in its title',
      [['Sepsis: Program Update', 20, 70], date, ['5.0', 500, 70]],
      'Sepsis: Program Update 2024-06-01 5 contact_hour',
    ],
    [
      'with a label’s word in its title',
      [['Program Update', 20, 70], date, ['5.0', 500, 70]],
      'Program Update 2024-06-01 5 contact_hour',
    ],
  ])('%s', (_, row, course) => {
    expect(listOf(...row, ['Stroke', 20, 130], ['01/04/2025', 300, 130], ['1', 500, 130])).toBe(course)
  })

  test.each<[string, Lines]>([
    ['without a day', [title, ['June 2024', 300, 70], ['5.0', 500, 70]]],
    ['of tomorrow', [title, ['11/24/2026', 300, 70], ['5.0', 500, 70]]],
    ['without a title', [['PN', 20, 70], date, ['5.0', 500, 70]]],
    ['with a number below no head', [title, date, ['5.0', 400, 70]]],
    ['with the number of another head', [title, date, ['5.0', 700, 70]]],
  ])('%s is left out', (_, row) => {
    expect(listOf(...row, ['Stroke', 20, 130], ['01/04/2025', 300, 130], ['1', 500, 130])).toBe(
      'Ethics 2025-01-03 1.5 contact_hour',
    )
  })
})

test('of two columns of dates the one that is completion counts', () => {
  const row = (y: number, text: string): Lines => [
    [text, 20, y],
    ['01/01/2020', 200, y],
    ['06/01/2024', 340, y],
    ['2', 480, y],
  ]
  const heads: Lines = [
    ['Course', 20, 40],
    ['Released', 200, 40],
    ['Completed', 340, 40],
    ['Contact hours', 480, 40],
  ]
  expect(placed(...heads, ...row(70, 'Ethics'), ...row(100, 'Stroke Care'))).toEqual([
    'Ethics 2024-06-01 2 contact_hour',
    'Stroke Care 2024-06-01 2 contact_hour',
  ])
})

test('dates that expire are no days of completion', () => {
  const rows: Lines = [
    ['Course', 20, 40],
    ['Expires', 300, 40],
    ['Contact hours', 500, 40],
    ...[70, 100].flatMap(
      (y): Lines => [
        ['Ethics', 20, y],
        ['06/01/2024', 300, y],
        ['2', 500, y],
      ],
    ),
  ]
  expect(placed(...rows)).toEqual(['Ethics 2024-06-01? 2 contact_hour', 'Ethics 2024-06-01? 2 contact_hour'])
})

test('a column may be a little skew, and a date elsewhere is no part of it', () => {
  const rows = (aside: number): Lines => [
    ['Printed', 600, 10],
    ['2 hours', 20, 14],
    ['Printed Today', 200, 14],
    ['11/20/2026', 440, 14],
    ['Course', 20, 40],
    ['Completed', 300, 40],
    ['Contact hours', 500, 40],
    ...[70, 100].flatMap(
      (y, at): Lines => [
        ['Ethics', 20, y],
        ['06/01/2024', 300 + aside * at, y],
        ['2', 500, y],
      ],
    ),
  ]
  expect(placed(...rows(20))).toHaveLength(2)
  expect(placed(...rows(28))).toHaveLength(0)
})

test('a list goes on on the next page, below the same heads', () => {
  const row = (y: number, text: string): Lines => [
    [text, 20, y],
    ['06/01/2024', 300, y],
    ['2', 500, y],
  ]
  const first = placedPage([
    ['Course', 20, 40],
    ['Completed', 300, 40],
    ['Contact hours', 500, 40],
    ...row(70, 'Ethics'),
  ])
  expect(listed(first, placedPage(row(30, 'Stroke Care'), 2))).toEqual([
    'Ethics 2024-06-01 2 contact_hour',
    'Stroke Care 2024-06-01 2 contact_hour',
  ])
})

test('a number belongs to the nearest head above it', () => {
  const rows: Lines = [
    ['Course', 20, 40],
    ['Completed', 300, 40],
    ['Contact hours', 500, 40],
    ['Ethics', 20, 70],
    ['06/01/2024', 300, 70],
    ['2', 500, 70],
    ['Course', 20, 130],
    ['Completed', 300, 130],
    ['CEUs', 500, 130],
    ['Stroke Care', 20, 160],
    ['06/01/2024', 300, 160],
    ['0.2', 500, 160],
    ['Contact hours', 500, 190],
  ]
  expect(placed(...rows)).toEqual(['Ethics 2024-06-01 2 contact_hour', 'Stroke Care 2024-06-01 0.2 ceu'])
})

describe('a title above its date', () => {
  const block = (y: number): Lines => [
    ['Completed: 06/01/2024', 20, y],
    ['Contact Hours: 2', 300, y],
  ]
  const titles = (...lines: Lines) =>
    placed(['Stroke Care', 20, 301], ...block(320), ...lines, ...block(200))[0]

  test.each<[string, Lines, string]>([
    ['in one line', [['Ethics', 20, 181]], 'Ethics'],
    [
      'in four lines, of which each may be something else',
      [181, 162, 143, 124, 105].map((y) => [`Ethics${y}`, 20, y] as const),
      'Ethics124 Ethics143 Ethics162 Ethics181?',
    ],
    [
      'below another paragraph',
      [
        ['Lakeside', 20, 155],
        ['Ethics', 20, 181],
      ],
      'Ethics',
    ],
    [
      'below a number',
      [
        ['2.00', 20, 162],
        ['Ethics', 20, 181],
      ],
      'Ethics',
    ],
    [
      'below another field',
      [
        ['Provider: Lakeside', 20, 162],
        ['Ethics', 20, 181],
      ],
      'Ethics',
    ],
    [
      'below a row of two texts',
      [
        ['Lakeside', 20, 162],
        ['Austin', 300, 162],
        ['Ethics', 20, 181],
      ],
      'Ethics',
    ],
    ['with a label’s word in it', [['Caring for Each Student', 20, 181]], 'Caring for Each Student'],
  ])('%s', (_, lines, title) => {
    expect(titles(...lines)?.replace(/ 2024.*/, '')).toBe(title)
  })

  test('stands on the same page', () => {
    const pages = [
      placedPage([
        ['Ethics', 20, 181],
        ...block(200),
        ['Stroke Care', 20, 301],
        ...block(320),
        ['Sepsis', 20, 400],
      ]),
      placedPage([...block(20), ['Trauma', 20, 101], ...block(120)], 2),
    ]
    expect(listed(...pages).map((course) => course.replace(/ 2024.*/, ''))).toEqual([
      'Ethics',
      'Stroke Care',
      'Trauma',
    ])
  })
})

test('hours of a picture that may lack their decimal point are only offered', () => {
  const rows = [head, ['Ethics', '01/03/2025', '15'], ['Stroke Care', '02/11/2025', '1.5']]
  const amounts = coursesIn([pageOf(rows)], today).map((course) =>
    course.find(({ field }) => field === 'amount'),
  )
  expect(amounts.map((one) => [one?.value, one?.confidence])).toEqual([
    ['15', 'doubtful'],
    ['1.5', 'confident'],
  ])
})

test('of the dates in a row that of completion counts, below its head', () => {
  const [first] = coursesIn(
    [
      placedPage([
        ['Course', 20, 40],
        ['Assigned', 260, 40],
        ['Due', 400, 40],
        ['Completed', 520, 40],
        ['Hours', 660, 40],
        ['Stroke Care', 20, 70],
        ['01/05/2025', 260, 70],
        ['02/05/2025', 400, 70],
        ['01/19/2025', 520, 70],
        ['1.00', 660, 70],
        ['Ethics Today', 20, 100],
        ['02/02/2025', 260, 100],
        ['04/30/2025', 400, 100],
        ['03/24/2025', 520, 100],
        ['2.50', 660, 100],
      ]),
    ],
    today,
  )
  expect(first?.map(({ value }) => value)).toEqual(['Stroke Care', '2025-01-19', '1', 'contact_hour'])
})

test('a title around its row has both of its lines', () => {
  const [first] = coursesIn(
    [
      placedPage([
        ['Title', 20, 40],
        ['Completion', 300, 40],
        ['CE hours', 500, 40],
        ['Shoulder Drill: Roles', 20, 62],
        ['02/12/2025', 300, 72],
        ['1.5', 500, 72],
        ['and Timing', 20, 82],
        ['Ethics Today', 20, 112],
        ['03/24/2025', 300, 112],
        ['2.5', 500, 112],
      ]),
    ],
    today,
  )
  expect(first?.[0]?.value).toBe('Shoulder Drill: Roles and Timing')
})

test('each row has the provider of its column, and goes on in the next line', () => {
  const page = placedPage([
    ['Completed', 20, 40],
    ['Course', 160, 40],
    ['Provider (number)', 480, 40],
    ['Hours', 780, 40],
    ['07/12/2025', 20, 70],
    ['Medical Errors', 160, 70],
    ['Mangrove Learning (50-31107)', 480, 70],
    ['2.0', 780, 70],
    ['10/30/2025', 20, 100],
    ['Human Trafficking: What the Nurse', 160, 100],
    ['Suwannee State College School of', 480, 100],
    ['2.0', 780, 100],
    ['Sees First', 160, 120],
    ['Nursing (50-1882)', 480, 120],
  ])
  const read = coursesIn([page], today).map((course) =>
    course.filter(({ field }) => field === 'title' || field === 'provider').map(({ value }) => value),
  )
  expect(read).toEqual([
    ['Medical Errors', 'Mangrove Learning'],
    ['Human Trafficking: What the Nurse Sees First', 'Suwannee State College School of Nursing'],
  ])
  const whole = suggestionsIn([page], today, 'course').filter(({ field }) => field === 'provider')
  expect(whole).toEqual([])
})

test('a list of courses that names a license is one on the page of a course', () => {
  const rows = ['Ethics', 'Stroke Care'].map((name, at): [string, string, string] => [
    name,
    `0${at + 1}/03/2025`,
    '2',
  ])
  const page = pageOf([
    ['License number', 'RN 884213', 'License type'],
    ['Board of Nursing', 'Licensee', 'License status'],
    head,
    ...rows,
  ])
  const kind = suggestionsIn([page], today, 'course').find(({ field }) => field === 'kind')
  expect(kind?.value).toBe('ce_transcript')
})

test('who approved the provider is offered for each course, unless the page says that all were approved', () => {
  const approver = (...lines: string[][]) =>
    suggestionsIn(
      [pageOf([head, ['Ethics', '01/03/2025', '1.5'], ['Stroke Care', '02/11/2025', '2'], ...lines])],
      today,
    )
      .filter(({ field }) => field === 'approvedBy' || field === 'providerNumber')
      .map(({ value, confidence }) => (confidence === 'confident' ? value : `${value}?`))
      .join(' ')
  expect(
    approver([
      'Lakeside Health is approved as a provider by the Ohio Nurses Association, Provider Number 4471.',
    ]),
  ).toBe('Ohio Nurses Association? 4471?')
  expect(approver(['All courses above are approved by the Ohio Nurses Association.'])).toBe(
    'Ohio Nurses Association',
  )
  expect(
    approver(['Lakeside Health is approved by the Ohio Nurses Association to award contact hours.']),
  ).toBe('Ohio Nurses Association')
})

describe('who approved each course', () => {
  const recordsOf = (page: ReadPage) => {
    const whole = suggestionsIn([page], today, 'course')
    return courseRecordsIn([page], whole, today).map((course) =>
      ['title', 'approvedBy', 'providerNumber'].map(
        (name) => course.findLast(({ field }) => field === name)?.value ?? '',
      ),
    )
  }

  test('is in a column of its own', () => {
    const rows = [
      ['Date', 'Activity', 'Hrs', 'Approval'],
      ['01/03/2026', 'Ethics Today', '1.5', 'Ohio 8-0114'],
      ['02/11/2026', 'Stroke Care', '2.0', 'CEP 17711'],
    ].flatMap((row, line) =>
      row.map((text, column): [string, number, number] => [text, 20 + column * 190, 100 + line * 30]),
    )
    const page = placedPage([
      ['CE Transcript', 20, 20],
      ...rows,
      ['Lakeside is approved by the California Board of Registered Nursing, CEP 17711,', 20, 220],
      ['and by the Ohio Board of Nursing, provider 8-0114.', 20, 238],
    ])
    expect(recordsOf(page)).toEqual([
      ['Ethics Today', 'Ohio Board of Nursing', '8-0114'],
      ['Stroke Care', 'California Board of Registered Nursing', 'CEP 17711'],
    ])
  })

  test.each(['(CE)', '*', '†'])('is marked with “%s”', (mark) => {
    const page = pageOf([
      ['Learner Transcript'],
      head,
      ['Fire Safety', '01/03/2026', '1.0'],
      [`Stroke Care ${mark}`, '02/11/2026', '2.0'],
      [`Courses marked ${mark} were approved by the Ohio Nurses Association, Provider Number 4471.`],
    ])
    expect(recordsOf(page)).toEqual([
      ['Fire Safety', '', ''],
      ['Stroke Care', 'Ohio Nurses Association', '4471'],
    ])
  })
})
