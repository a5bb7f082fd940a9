import { lines } from './import-table-files.ts'
import { type CorpusTable, cert, course, license, type Truth } from './import-truth.ts'

const PROVIDER = 'Gulf Coast Nurses'
const AHA = 'American Heart Association'

/** A table of a head and rows with the truth of each; a row without one is a title or a note. */
const table = (about: string, head: string, ...rows: (readonly [string, Truth] | string)[]): CorpusTable => ({
  file: `${about}.csv`,
  about,
  bytes: lines(head, ...rows.map((row) => (typeof row === 'string' ? row : row[0]))),
  rows: Object.fromEntries(
    rows.flatMap((row, at) => (typeof row === 'string' ? [] : [[String(at + 2), row[1]]])),
  ),
})

const ohio = license('OH', 'RN', 'RN.123456', '2027-10-31')
const sepsis = course('Sepsis', PROVIDER, '2026-02-20', 2)

/** A table for each name of its last column, of which nothing can be taken without a question. */
const heads = (names: readonly string[], head: string, row: string) =>
  names.map((name) => table(`column ${name.replaceAll('/', ' ')}`, `${head},"${name}"`, [row, 'ask']))

const otherColumns: CorpusTable[] = [
  ...heads(
    [
      ...['BLS Exp', 'Malpractice Exp', 'Membership expires', 'Visa expires', 'Fingerprints expire'],
      ...[
        'Application expires',
        'Temporary license expires',
        'Old exp date',
        'Subscription expires',
        'Last day to renew',
      ],
    ],
    'License,State,Number',
    'RN,OH,RN.123456,10/31/2027',
  ),
  ...heads(
    [
      ...['Target completion date', 'Complete by', 'Finish by', 'Not completed as of', 'Date available'],
      ...['Fecha límite', 'Completar antes de', 'Release date', 'Last day to complete', 'Goal date'],
    ],
    'Course,Provider,Hours',
    `Sepsis,${PROVIDER},2,02/20/2026`,
  ),
  ...heads(
    [
      ...['Hours not accepted', 'Hours missed', 'Hours pending', 'Hours denied', 'Hours available'],
      ...['Hours worked', 'Paid hours', 'Travel hours', 'Volunteer hours', 'Contact hours (50 min)'],
    ],
    'Course,Provider,Date',
    `Sepsis,${PROVIDER},02/20/2026,2`,
  ),
  ...heads(
    ['School state', 'Original State', 'State applied to'],
    'License,Number,Expires',
    'RN,RN.123456,10/31/2027,OH',
  ),
  ...heads(['Provider rating', 'BLS Provider'], 'Course,Date,Hours', 'Sepsis,02/20/2026,2,5 stars'),
  ...heads(['Supervisor license #', 'Instructor number'], 'License,State,Expires', 'RN,OH,10/31/2027,99887'),
  ...heads(
    ['Eligible for multistate', 'Non-compact'],
    'License,State,Number,Expires',
    'RN,OH,RN.1,10/31/2027,Yes',
  ),
  table('member since', 'Certification,Issuer,Member since,Expires', [
    'CCRN,AACN,08/14/2014,08/31/2027',
    cert('CCRN', 'AACN Certification Corporation', '2027-08-31'),
  ]),
  table('home and assignment', 'License,Number,Expires,Home State,Assignment State', [
    'RN,812345,05/31/2027,TX,CO',
    license('TX', 'RN', '812345', '2027-05-31'),
  ]),
  table('module', 'Module,Provider,Date,Hours', [`Sepsis,${PROVIDER},02/20/2026,2`, sepsis]),
  table('enrolled', 'Course,Provider,Enrolled Date,Completed,Hours', [
    `Sepsis,${PROVIDER},02/01/2026,02/20/2026,2`,
    sepsis,
  ]),
  table('posted', 'Course,Provider,Completed,Hours,Status', [
    `Sepsis,${PROVIDER},02/20/2026,2,Posted`,
    sepsis,
  ]),
  table('today', 'Course,Provider,Completed,Hours', [
    `Sepsis,${PROVIDER},11/27/2026,2`,
    course('Sepsis', PROVIDER, '2026-11-27', 2),
  ]),
  table('emitida', 'Licencia,Estado,Número,Emitida,Vence', [
    'RN,Ohio,RN.123456,06/14/2011,10/31/2027',
    license('OH', 'RN', 'RN.123456', '2027-10-31', { issuedAt: '2011-06-14' }),
  ]),
]

const license3 = (number: string) => `RN,OH,${number},10/31/2027`
const texas = license('TX', 'RN', '812345', '2027-05-31')
const titleAbove = (title: string, truth: Truth): CorpusTable => ({
  file: `below ${title.replaceAll('/', ' ')}.csv`,
  about: 'a title above the names',
  bytes: lines(`"${title}",,,`, 'License,State,Number,Expires', license3('RN.123456')),
  rows: { 3: truth },
})

const sections: CorpusTable[] = [
  ...['Expired licenses:', 'RN licenses I no longer hold', 'INACTIVE LICENSES', 'Wish list'].map((title) =>
    titleAbove(title, 'ask'),
  ),
  ...['EXAMPLE - replace with your own', 'Status: INACTIVE', 'My husband Bob'].map((title) =>
    titleAbove(title, 'ask'),
  ),
  ...['My licenses 2026', 'Ann Lee', 'State nursing licenses'].map((title) => titleAbove(title, ohio)),
  {
    file: 'planned.csv',
    about: 'courses that are planned',
    bytes: lines('Planned CE 2026,,,', 'Course,Provider,Date,Hours', `Sepsis,${PROVIDER},02/20/2026,2`),
    rows: { 3: 'ask' },
  },
  table(
    'sections of licenses',
    'License,State,Number,Expires',
    ...['ACTIVE,,,', ['RN,TX,812345,05/31/2027', texas] as const, 'PENDING / APPLIED,,,'],
    ...([
      [license3('RN.1'), 'ask'],
      'Texas,,,',
      ['RN,TX,812399,05/31/2027', license('TX', 'RN', '812399', '2027-05-31')],
    ] as const),
    ...(['Want to get:,,,', [license3('RN.2'), 'ask'], 'Bob,,,', [license3('RN.3'), 'ask']] as const),
  ),
  table(
    'sections of courses',
    'Course,Provider,Date,Hours',
    ...(['Done,,,', [`Sepsis,${PROVIDER},02/20/2026,2`, sepsis], 'To do,,,'] as const),
    ...([
      [`Pain,${PROVIDER},03/20/2026,2`, 'ask'],
      'Pendientes,,,',
      [`ECG,${PROVIDER},03/21/2026,1`, 'ask'],
    ] as const),
  ),
]

/** A license for each word in a last column. */
const beside = (head: string, held: string, ...asked: string[]) =>
  table(
    `beside a license ${head.replaceAll('?', '')}`,
    `License,State,Number,Expires,${head}`,
    [`RN,OH,RN.123456,10/31/2027,${held}`, ohio],
    ...asked.map((word, at): [string, Truth] => [`RN,OH,RN.${at + 1},10/31/2027,"${word}"`, 'ask']),
  )

const besides: CorpusTable[] = [
  beside('Board action', 'No', 'Yes', 'reprimand 2019'),
  beside('Encumbered?', 'N', 'Y'),
  beside('Restrictions', 'None', 'No narcotics x 12 months'),
  beside('Temp?', 'No', 'Yes'),
  beside('Permanent', 'Yes', 'No'),
  beside('Mine?', 'Yes', "No - Bob's"),
  beside('Stat', '', 'Inactve', 'DEL'),
  beside('Flag', '', '❌', 'red'),
  beside('Supervised until', '', '10/31/2027'),
  beside('Remark', 'not expired', 'expired'),
  beside('Hospital', 'Mercy'),
  beside('Public info', 'No board orders on file', 'Consent agreement 2023', 'Emergency order'),
  beside('Notes', 'renewed online', 'under investigation', 'guess', 'LPN not RN', 'actual exp 12/31/2026'),
].map((each) =>
  each.about.endsWith('Remark')
    ? {
        ...each,
        rows: { ...each.rows, 2: license('OH', 'RN', 'RN.123456', '2027-10-31', { notes: 'not expired' }) },
      }
    : each.about.endsWith('Notes')
      ? {
          ...each,
          rows: {
            ...each.rows,
            2: license('OH', 'RN', 'RN.123456', '2027-10-31', { notes: 'renewed online' }),
          },
        }
      : each,
)

const courseNotes = table(
  'remarks about courses',
  'Course,Provider,Date,Hours,Notes',
  [
    `Sepsis,${PROVIDER},02/20/2026,2,good speaker`,
    course('Sepsis', PROVIDER, '2026-02-20', 2, { notes: 'good speaker' }),
  ],
  ...[
    'to do',
    '50% done',
    'only got 1 hr credit',
    'should be 1.5',
    "coworker's",
    'half credit',
    'no CE awarded',
    'falta examen',
  ].map((note, at): [string, Truth] => [`ECG ${at + 1},${PROVIDER},02/21/2026,2,"${note}"`, 'ask']),
)

const numbers: CorpusTable[] = [
  table(
    'what is no number',
    'License,State,Number,Expires',
    ...[
      ...[
        'TEMP 12345',
        'applied 10/2026',
        '812345?',
        'R1 or R2',
        'https://board.gov/1',
        '$68',
        '50%',
        'LPN P123',
      ],
      ...[
        'R812345 / NPI 1234567890',
        '9501-2345 exp 4/30/28',
        'permit 4432',
        'R123 - multistate',
        'RN.1*',
        '000000',
      ],
    ].map((number): [string, Truth] => [license3(number), 'ask']),
    [license3('No. RN.345678'), license('OH', 'RN', 'RN.345678', '2027-10-31')],
    [license3('RN 93-4567'), license('OH', 'RN', 'RN 93-4567', '2027-10-31')],
  ),
  table(
    'marked rows',
    'License,State,Number,Expires',
    ...['#RN', '//RN', '--RN--', '(RN)', 'RN?'].map((name, at): [string, Truth] => [
      `${name},OH,RN.${at + 1},10/31/2027`,
      'ask',
    ]),
  ),
  table(
    'cells past the last name',
    'License,State,Number,Expires',
    ['RN,TX,812345,05/31/2027', texas],
    ['RN,OH,RN.1,10/31/2027,surrendered', 'ask'],
    ['RN,OH,RN.2,10/31/2027,,temporary', 'ask'],
  ),
  table('decimal commas', 'Course,Provider,Date,Hours', [`Sepsis,${PROVIDER},02/20/2026,1,5`, 'ask']),
  table(
    'licenses by the name of a certification',
    'License,State,Number,Expires',
    ['CRNA,TX,AP145678,07/31/2027', license('TX', 'CRNA', 'AP145678', '2027-07-31')],
    ['CNM,NY,F001234,07/31/2027', license('NY', 'CNM', 'F001234', '2027-07-31')],
  ),
  table(
    'levels of a card',
    'Course,Role,Issued,Expires,Issuer',
    ['BLS,Instructor,1/15/2025,1/31/2027,AHA', 'ask'],
    ['BLS,Provider,1/15/2025,1/31/2027,AHA', cert('BLS', AHA, '2027-01-31', { issuedAt: '2025-01-15' })],
  ),
  table(
    'ditto marks',
    'Course,Provider,Date,Hours',
    [`Sepsis,${PROVIDER},02/20/2026,2`, sepsis],
    ...['same', 'ditto', '〃', '^', 'as above', 'ídem', '↑'].map((mark, at): [string, Truth] => [
      `ECG ${at + 1},${mark},02/21/2026,2`,
      course(`ECG ${at + 1}`, PROVIDER, '2026-02-21', 2),
    ]),
    [`same,${PROVIDER},02/21/2026,1`, 'ask'],
    [`Course title,${PROVIDER},02/22/2026,1`, 'ask'],
    ["Pain,don't remember,02/23/2026,1", 'ask'],
  ),
  table(
    'sums and remarks in titles',
    'Course,Provider,Date,Hours',
    [`Sepsis,${PROVIDER},02/20/2026,2`, sepsis],
    ...[
      'Page total',
      'Monthly total (Feb)',
      'Excess hours',
      'Q1 hours',
      'Subtotal Jan',
      'GI bleed - registered only',
    ].map((title): [string, Truth] => [`${title},${PROVIDER},02/28/2026,6`, 'ask']),
    [`"CHF, failed post-test",${PROVIDER},02/28/2026,6`, 'ask'],
    [`Stroke???,${PROVIDER},02/28/2026,6`, 'ask'],
  ),
]

const others: CorpusTable[] = [
  table(
    'Idaho after Nevada',
    'License,State,Number,Expires',
    ['RN,NV,RN88123,08/14/2027', license('NV', 'RN', 'RN88123', '2027-08-14')],
    ['RN,ID,N-55123,08/31/2027', license('ID', 'RN', 'N-55123', '2027-08-31')],
  ),
  ...['Refunded', 'Returned?', 'Void', 'Reembolsado', 'Missing certificate'].map((name) =>
    table(
      name.replace('?', ''),
      `Course,Provider,Date,Hours,${name}`,
      [`Sepsis,${PROVIDER},02/20/2026,2,No`, sepsis],
      [`ECG,${PROVIDER},02/21/2026,2,Yes`, 'ask'],
    ),
  ),
  table(
    'approval, sums of a part, and remarks',
    'Course,Provider,Date,Hours,Approved by,Notes',
    [`Sepsis,${PROVIDER},02/20/2026,2,Not approved,`, 'ask'],
    [`Grand total of cardiology,${PROVIDER},02/28/2026,20,,`, 'ask'],
    [`All other courses,${PROVIDER},02/28/2026,12,,`, 'ask'],
    [`ECG,${PROVIDER},02/21/2026,2,,actually finished 5/28`, 'ask'],
    [`Pain,${PROVIDER},02/22/2026,2,,Tom's`, 'ask'],
    [`Falls,${PROVIDER},02/23/2026,2,,same as Burns (dup)`, 'ask'],
  ),
]

export const doubtfulTables = [...otherColumns, ...sections, ...besides, courseNotes, ...numbers, ...others]
