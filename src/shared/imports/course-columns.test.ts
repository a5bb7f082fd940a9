import { describe, expect, test } from 'vitest'
import { entryKind } from '#shared/ceu/entry-fields.ts'
import { entryKindNames } from '#shared/ceu/kinds.ts'
import { english } from '#shared/i18n/translate.ts'
import { type ColumnUse, columnUses, guessColumns } from './course-columns.ts'
import { parseRows, sheetTemplate } from './course-table.ts'

const headers: Record<ColumnUse, string[]> = {
  providerNumber: ['Provider number', 'Sponsor no', 'CEP #', 'Approval nr', 'Accreditation ID', 'CEP'],
  approvedBy: ['Approved by', 'Approver', 'Accredited by'],
  holderName: [
    ...[
      'Attendee name',
      'Participant name',
      'Holder name',
      'Learner name',
      'Nurse name',
      'Your name',
      'Yourname',
    ],
    ...['Name on certificate', 'Attendee', 'Participant', 'Holder'],
  ],
  ceu: ['CEU', 'CEUs', 'IACET CEUs', 'CE units', 'Continuing education units', 'Duration (CEU)'],
  minute: ['Minutes', 'Min', 'Mins', 'Duration (min)', 'Duration (minutes)', 'Duration (m)', 'Minutos'],
  cme_credit: ['CME', 'AMA CME credits', 'AMA PRA Category 1 Credits', 'Category 1 credits'],
  semester_credit: ['Semester credits', 'Semester hours'],
  quarter_credit: ['Quarter credits'],
  contact_hour: [
    ...['Hours', 'Hr', 'Hrs', 'CE', 'CEs', 'CE credit', 'CE credits', 'Credit', 'Credits', 'Contact'],
    ...[
      'Duration (hours)',
      'Duration (h)',
      'Hours (60 min)',
      'Time (hours:minutes)',
      'Contact hours (60 minutes)',
    ],
    ...['CEU hours', 'Contact_Hours', '  HOURS '],
  ],
  amount: ['Duration', 'Length', 'How long', 'Units', 'Amount', 'Duración'],
  unit: ['Credit type', 'Hours type', 'Type of credit', 'Unit of measure', 'Unit'],
  status: ['Status', 'Completion status', 'Result'],
  completedAt: ['Date', 'Completed', 'When', 'Day', 'Attended', 'Taken', 'Fecha de finalización'],
  topics: ['Topic', 'Subject', 'Category', 'Mandatory', 'Requirement'],
  kind: ['Kind', 'Type', 'Format', 'Delivery', 'Activity type', 'Course type', 'What it was', 'Method'],
  provider: [
    ...['Provider', 'Sponsor', 'Organization', 'Organisation', 'Vendor', 'School', 'Institution', 'Given by'],
    ...['Company', 'Issuer', 'Institución', 'Who gave it'],
  ],
  title: [
    'Title',
    'Course',
    'Activity',
    'Program',
    'Name',
    'Class',
    'Event',
    'Description',
    'Session',
    'What',
  ],
  notes: ['Notes', 'Comments', 'Remark'],
}

test.each(Object.entries(headers))('the column %s is found by its header', (use, cells) => {
  for (const cell of cells) expect(guessColumns([cell]), cell).toEqual([use])
})

test.each([
  'Accent',
  'Weekday',
  'Whenever',
  'Chrs',
  'Administered',
  'Prototype',
  'Color',
  'CEUx',
  'Accredo',
  'Idea',
  '',
])('no column is named “%s”', (cell) => {
  expect(guessColumns([cell])).toEqual([null])
})

test('a header has at most 100 characters, each use at most one column', () => {
  expect(guessColumns([`${' '.repeat(95)}Title`, `${' '.repeat(100)}Title`])).toEqual(['title', null])
  expect(guessColumns(['Title', 'Course', 'Date', 'Day'])).toEqual(['title', null, 'completedAt', null])
})

const cycle = { id: 'b1a54a0e-19b5-4d5f-8c52-2a4b37f9d6a1', cycleStart: '2025-04-01', cycleEnd: '2027-03-31' }
type Row = Partial<Record<ColumnUse, string>>
function readRow(cells: Row, cycles = [cycle]) {
  const row = { title: 'Ethics', provider: 'Gulf', completedAt: '2026-02-14', contact_hour: '5', ...cells }
  const uses = Object.keys(row) as ColumnUse[]
  const [read] = parseRows([{ line: 2, cells: Object.values(row) }], {
    ...{ header: uses, uses, order: 'month-first', cycles, today: '2026-11-21', t: english },
  })
  if (!read) throw new Error('no row')
  return read
}
const problemsOf = (cells: Row) => readRow(cells).problems.map(({ path, message }) => `${path}: ${message}`)

describe('the type of an activity', () => {
  test.each([
    ['bls', ['BLS', 'CPR', 'Basic life support']],
    ['advanced_life_support', ['acls renewal', 'PALS', 'NRP', 'TNCC', 'Advanced Life Support']],
    ['life_support', ['Life support']],
    ['cme', ['CME', 'Medical education']],
    ['volunteer', ['Volunteering']],
    [
      'self_study',
      ['Self-paced', 'Online', 'On demand', 'On-demand', 'ondemand', 'Home study', 'Independent'],
    ],
    ['self_study', ['elearning', 'e-learning', 'Enduring material', 'Web-based', 'webbased']],
    ['academic', ['Academic', 'College', 'University', '1 semester']],
    ['preceptor', ['Preceptorship']],
    ['presentation', ['Presented', 'Teaching', 'Lecture', 'Instructor', 'Speaker']],
    ['publication', ['Published', 'Research', 'Author', 'Article']],
    ['course', ['Course', 'Live', 'Class', 'Webinar', 'Conference', 'Workshop', 'Seminar', 'In-service']],
    ['course', ['inservice', 'Event']],
    ['other', ['Other', ' OTHER ']],
  ])('%s is found in %j', (kind, cells) => {
    for (const cell of cells) expect(readRow({ kind: cell }).entry.kind, cell).toBe(kind)
  })

  test.each(entryKind.options)('%s is recognized by its name', (kind) => {
    expect(readRow({ kind }).entry.kind).toBe(kind)
    expect(readRow({ kind: entryKindNames[kind] }).entry.kind).toBe(kind)
  })

  test('is a course if the cell is empty, and a problem if it is unknown', () => {
    expect(readRow({ kind: ' ' })).toMatchObject({ problems: [] })
    expect(readRow({ kind: ' ' }).entry).not.toHaveProperty('kind')
    for (const kind of ['Another', 'Others', 'Crystals', 'Karaoke'])
      expect(problemsOf({ kind })).toEqual([
        `kind: “${kind}” is not a known activity type. Skip this column to import every row as a course.`,
      ])
  })
})

describe('a row', () => {
  test('keeps the text of every column', () => {
    const texts = { holderName: 'Ann', approvedBy: 'ANCC', providerNumber: 'P0123', notes: 'Twice' }
    expect(readRow(texts).entry).toMatchObject(texts)
    expect(readRow({ holderName: ' ', notes: '' }).entry).toMatchObject({ holderName: null, notes: null })
    expect(readRow({}).entry).toMatchObject({
      holderName: null,
      approvedBy: null,
      providerNumber: null,
      notes: null,
    })
  })

  test.each([
    [
      { contact_hour: '', minute: '90' },
      { amount: 90, unit: 'minute' },
    ],
    [
      { contact_hour: '-', cme_credit: '2' },
      { amount: 2, unit: 'cme_credit' },
    ],
    [
      { contact_hour: '0', ceu: '0.5' },
      { amount: 0.5, unit: 'ceu' },
    ],
    [{ contact_hour: '5', ceu: '-' }, { hours: 5 }],
    [
      { contact_hour: '1.5', ceu: '0', minute: '90' },
      { hours: 1.5, amount: 90, unit: 'minute' },
    ],
  ] as const)('with %j has %j', (cells, amounts) => {
    const { entry, problems } = readRow(cells)
    expect(problems).toEqual([])
    const { hours, amount, unit } = entry
    expect(JSON.parse(JSON.stringify({ hours, amount, unit }))).toEqual(amounts)
  })

  test('without an amount above 0 is a problem', () => {
    expect(problemsOf({ contact_hour: '', ceu: '0' })).toEqual(['amount: More than 0'])
    expect(problemsOf({ contact_hour: '' })).toEqual(['hours: Required'])
    expect(problemsOf({ contact_hour: '', ceu: 'x' })).toEqual(['amount: “x” is not a number'])
  })

  test('quotes only the beginning of a long cell', () => {
    expect(problemsOf({ contact_hour: 'x'.repeat(30) })).toEqual([
      `hours: “${'x'.repeat(30)}” is not a number`,
    ])
    expect(problemsOf({ contact_hour: '🌙'.repeat(31) })).toEqual([
      `hours: “${'🌙'.repeat(29)}…” is not a number`,
    ])
  })

  test('may be dated today, and counts on the first and the last day of a cycle', () => {
    expect(problemsOf({ completedAt: '2026-11-21' })).toEqual([])
    for (const completedAt of [cycle.cycleStart, '2026-11-21'])
      expect(readRow({ completedAt }), completedAt).toMatchObject({ isOutside: false })
    expect(readRow({ completedAt: '2025-03-31' })).toMatchObject({ isOutside: true })
    const ended = { ...cycle, cycleEnd: '2026-02-14' }
    expect(readRow({}, [ended])).toMatchObject({ isOutside: false })
    expect(readRow({ completedAt: '2026-02-15' }, [ended])).toMatchObject({ isOutside: true })
  })

  test('without a date is not outside its cycle; without cycles it is in none', () => {
    expect(readRow({ completedAt: '' })).toMatchObject({ isOutside: false, entry: { cycleId: cycle.id } })
    expect(readRow({}, [])).toMatchObject({ isOutside: true, entry: { counts: [] } })
    expect(readRow({}, []).entry).not.toHaveProperty('cycleId')
  })

  test('reports one problem for each list', () => {
    const topics = `${'x'.repeat(51)};${'y'.repeat(51)};${'z'.repeat(51)} (1)`
    expect(problemsOf({ topics })).toEqual([
      'topicTags.0: Value too long (max 50)',
      'topicHours.0.topic: Value too long (max 50)',
    ])
  })
})

test('reads every column of the template', () => {
  const [header = '', row = ''] = sheetTemplate(english).split('\r\n')
  const uses = guessColumns(header.split(','))
  expect(uses).toEqual([
    ...['title', 'provider', 'completedAt', 'contact_hour', 'topics', 'kind', 'holderName', 'approvedBy'],
    ...['providerNumber', 'notes'],
  ])
  const options = {
    ...{ header: header.split(','), uses, order: 'month-first' as const },
    ...{ cycles: [cycle], today: '2026-11-21', t: english },
  } as const
  const [read] = parseRows([{ line: 2, cells: row.split(',') }], options)
  expect(read).toMatchObject({ problems: [], entry: { hours: 5, kind: 'course', providerNumber: 'P0123' } })
})

test('every use has a distinct name', () => {
  const names = Object.values(columnUses)
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^[A-Z][A-Za-z ]+$/)
})
