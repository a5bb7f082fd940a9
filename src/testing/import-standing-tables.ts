import { lines } from './import-table-files.ts'
import { type CorpusTable, cert, course, license, type Truth } from './import-truth.ts'

/** Tables whose rows say, in words, that a credential is not held, a course not completed, or that they are sums. */

const PROVIDER = 'Gulf Coast Nurses'
const florida = (expiresAt: string, more = {}) => license('FL', 'RN', 'RN93', expiresAt, more)
const rowsOf = (truths: readonly Truth[]) => Object.fromEntries(truths.map((truth, at) => [at + 2, truth]))

/** A license in each row, with a word in one more column. */
const licensesWith = (head: string, words: readonly (readonly [string, 'held' | 'ask'])[]): CorpusTable => ({
  file: `licenses ${head}.csv`,
  about: `a license with “${head}”`,
  bytes: lines(
    `Type,State,Number,Expires,"${head}"`,
    ...words.map(([word], at) => `RN,TX,88${at + 1000},05/31/2028,"${word}"`),
  ),
  rows: rowsOf(
    words.map(([, is], at) => (is === 'ask' ? 'ask' : license('TX', 'RN', `88${at + 1000}`, '2028-05-31'))),
  ),
})
const held = (...words: string[]) => words.map((word) => [word, 'held'] as const)
const ask = (...words: string[]) => words.map((word) => [word, 'ask'] as const)

/** A course in each row, with a word in one more column. */
const coursesWith = (head: string, words: readonly (readonly [string, 'held' | 'ask'])[]): CorpusTable => ({
  file: `courses ${head.replaceAll('/', ' ')}.csv`,
  about: `a course with “${head}”`,
  bytes: lines(
    `Course,Provider,Contact hours,"${head}",Date`,
    ...words.map(([word], at) => `Sepsis ${at + 1},${PROVIDER},3,"${word}",06/1${at % 7}/2026`),
    `Last,${PROVIDER},1,,06/18/2026`,
  ),
  rows: rowsOf([
    ...words.map(
      ([, is], at): Truth =>
        is === 'ask' ? 'ask' : course(`Sepsis ${at + 1}`, PROVIDER, `2026-06-1${at % 7}`, 3),
    ),
    course('Last', PROVIDER, '2026-06-18', 1),
  ]),
})

const oneLicense = (file: string, head: string, row: string, truth: Truth): CorpusTable => ({
  ...{
    file,
    about: head,
    bytes: lines(`Type,State,Number,${head}`, `RN,FL,RN93,${row}`),
    rows: { 2: truth },
  },
})

const ends: CorpusTable[] = [
  oneLicense('renewed to.csv', 'Expires,Renewed To', '04/30/2026,04/30/2028', florida('2028-04-30')),
  oneLicense('renewed through.csv', 'Exp,Renewed thru', '04/30/2026,04/30/2028', florida('2028-04-30')),
  oneLicense('extended.csv', 'Expires,Extended to', '04/30/2026,10/31/2026', florida('2026-10-31')),
  oneLicense('updated.csv', 'Expires,Updated Expiration', '04/30/2026,04/30/2028', florida('2028-04-30')),
  oneLicense(
    'original end.csv',
    'Original Expiration,Expiration',
    '04/30/2016,04/30/2028',
    florida('2028-04-30'),
  ),
  oneLicense('later elsewhere.csv', 'Expires,Renewed', '04/30/2026,Renewed thru 04/30/2028', 'ask'),
  oneLicense('later in a note.csv', 'Expires,Comments', '04/30/2026,new exp 04/30/2028', 'ask'),
  oneLicense('past renewal.csv', 'Renewal date', '10/31/2025', 'ask'),
  oneLicense('updated on.csv', 'Expires,Last Updated', '04/30/2026,11/02/2026', florida('2026-04-30')),
  {
    file: 'new expiration.csv',
    about: 'a new expiration for some rows',
    bytes: lines(
      'Type,State,Number,Expires,New Expiration',
      'RN,FL,RN93,04/30/2026,04/30/2028',
      'RN,GA,RN94,01/31/2028,',
    ),
    rows: { 2: florida('2028-04-30'), 3: license('GA', 'RN', 'RN94', '2028-01-31') },
  },
  ...['Orig Date', 'First licensed', 'Date of Licensure', 'Lic. Since', 'Granted', 'Initial License'].map(
    (head) =>
      oneLicense(
        `issued as ${head}.csv`,
        `${head},Expires`,
        '04/15/2016,04/30/2028',
        florida('2028-04-30', { issuedAt: '2016-04-15' }),
      ),
  ),
]

const statuses: CorpusTable[] = [
  licensesWith('Status', [
    ...held('Active', 'CURRENT', 'Clear', 'Active - Unencumbered', 'Good standing', 'N/A', ''),
    ...ask(
      'Revoked',
      'Suspended',
      'Surrendered',
      'Denied',
      'Null and void',
      'Applied',
      'Pending',
      'Inactive',
    ),
    ...ask(
      'Past due',
      'Waived',
      'Expired',
      'Retired',
      'Probation',
      'In process',
      'Renewed - pending new card',
    ),
  ]),
  licensesWith('License Standing', [...held('Valid'), ...ask('Relinquished', 'Closed', 'Lapsed')]),
  licensesWith('Still held', [...held('Y'), ...ask('N')]),
  licensesWith('Active?', [...held('Yes', 'Y'), ...ask('No', 'Not anymore')]),
  licensesWith('Date surrendered', [...held(''), ...ask('03/01/2026')]),
  licensesWith('Revoked', [...held('No', 'N'), ...ask('Yes')]),
  licensesWith('Situación', [...held('Activa', 'Vigente'), ...ask('Suspendida', 'Pendiente')]),
  licensesWith('Remarks', [...ask('not mine', 'let it lapse', 'voluntarily surrendered in May')]),
  {
    file: 'expired long ago.csv',
    about: 'a status that agrees with a date in the past',
    bytes: lines('Type,State,Number,Expires,Status,Active', 'LPN,OH,PN.1432,10/31/2014,EXPIRED,NO'),
    rows: { 2: license('OH', 'LPN', 'PN.1432', '2014-10-31') },
  },
  coursesWith('Status', [
    ...held('Completed', 'Complete', 'Completed Late', 'Passed'),
    ...ask('In Progress', 'Expired', 'Waived', 'Enrolled', 'Past Due', 'Not started', 'Registered'),
  ]),
  coursesWith('Grade', [...held('Pass', 'A', 'B+', '95%'), ...ask('Fail', 'Incomplete', '45%', 'W', 'F')]),
  coursesWith('Pass/Fail', [...held('P'), ...ask('F')]),
  coursesWith('Progress', [...held('100%'), ...ask('60%', '3 of 6')]),
  coursesWith('Attendance', [...held('Present', 'Attended'), ...ask('Absent', 'Left early')]),
  coursesWith('Certificate received?', [...held('Yes'), ...ask('No')]),
  coursesWith('Did you finish', [...held('Yes'), ...ask('No', 'Most of it')]),
  coursesWith('Withdrawn on', [...held(''), ...ask('06/02/2026')]),
  coursesWith('Comments', [...ask('did not finish', 'need to retake the test')]),
]

const named = (file: string, names: readonly (readonly [string, Truth])[]): CorpusTable => ({
  ...{ file, about: 'words beside what a row names' },
  bytes: lines(
    'License,State,Number,Expires',
    ...names.map(([name], at) => `"${name}",NV,RN${at + 5001},05/31/2028`),
  ),
  rows: rowsOf(names.map(([, truth]) => truth)),
})
const nevada = (at: number, more = {}) => license('NV', 'RN', `RN${at + 5001}`, '2028-05-31', more)
const titled = (file: string, titles: readonly (readonly [string, 'held' | 'ask'])[]): CorpusTable => ({
  ...{ file, about: 'words beside a title' },
  bytes: lines(
    'Title,Provider,Hours,Date',
    ...titles.map(([title], at) => `"${title}",${PROVIDER},${at + 1},06/1${at % 7}/2026`),
    `Last,${PROVIDER},1,06/18/2026`,
  ),
  rows: rowsOf([
    ...titles.map(
      ([title, is], at): Truth =>
        is === 'ask' ? 'ask' : course(title, PROVIDER, `2026-06-1${at % 7}`, at + 1),
    ),
    course('Last', PROVIDER, '2026-06-18', 1),
  ]),
})

const names: CorpusTable[] = [
  named('licenses not held.csv', [
    ['RN', nevada(0)],
    ['RN license', nevada(1)],
    ...[
      'RN - surrendered',
      'RN application',
      'Expired RN',
      'RN exam (NCLEX)',
      'EXAMPLE RN',
      'DO NOT USE RN',
    ].map((name) => [name, 'ask'] as const),
    ...['RN (denied)', 'RN Prescriptive Authority', 'APRN/RN', 'RNFA', 'RN - not yet', 'Total licenses'].map(
      (name) => [name, 'ask'] as const,
    ),
    ['RN-MSL', nevada(14, { multistate: true })],
    ['R.N.', nevada(15)],
  ]),
  {
    file: 'certifications not held.csv',
    about: 'words beside the name of a certification',
    bytes: lines(
      'Certification,Issuer,Number,Expires',
      ...[
        ...['BLS', 'CCRN eligible', 'BLS - taking class in Dec', 'Not BLS anymore', 'CNOR (exam voucher)'],
        ...[
          'ACLS-EP',
          'CCRN-CMC',
          'BLS (sample)',
          'ACLS scheduled',
          'PALS candidate',
          'BLS Provider Card 2026',
        ],
      ].map((name) => `${name},American Heart Association,77,05/31/2028`),
      'RNFA,City College,5,05/31/2028',
      'NP-C,AANPCB,6,05/31/2028',
    ),
    rows: {
      2: cert('BLS', 'American Heart Association', '2028-05-31', { number: '77' }),
      ...Object.fromEntries(Array.from({ length: 9 }, (_, at) => [at + 3, 'ask' as const])),
      12: 'ask',
      13: {
        kind: 'certification',
        name: 'RNFA',
        issuer: 'City College',
        number: '5',
        expiresAt: '2028-05-31',
      },
      14: { kind: 'certification', name: 'NP-C', issuer: 'AANPCB', number: '6', expiresAt: '2028-05-31' },
    },
  },
  titled('titles not completed.csv', [
    ...held('Ethics', 'Failed airways', 'Total Knee Replacement Care', 'Missed nursing care'),
    ...ask('Ethics (not finished)', 'Law - DNF', 'Sepsis CANCELLED', 'Pain mgmt - no show', 'Pain duplicate'),
    ...ask('EKG (failed)', 'Sample course', 'Waitlisted: ANA', 'Pain - incomplete', 'Planned: summit'),
    ...ask(
      'Ethics (registered)',
      'Did not complete: HIPAA',
      'Sin completar',
      'Curso de ejemplo',
      'copy of Wounds',
    ),
  ]),
  titled('sums.csv', [
    ...held('Ethics', 'Total Parenteral Nutrition', 'Balance and falls'),
    ...ask('Subtotal', 'Total hours 2026', 'Hours needed', 'Remaining to go', 'Grand Total', 'YTD', 'Total:'),
    ...ask(
      'Carry over from 2024',
      'Still needed',
      'Average',
      'Contact hours required',
      'Total de horas',
      'Hours to date',
      'All courses',
    ),
  ]),
]

const values: CorpusTable[] = [
  ...['Hours (CEU)', 'CE', 'Credits', 'Hours'].map(
    (head): CorpusTable => ({
      file: `fractions ${head}.csv`,
      about: 'a fifth of an hour, or two hours in CEUs',
      bytes: lines(
        `Course,Provider,${head},Date`,
        `Sepsis,${PROVIDER},0.2,06/16/2026`,
        `Pain,${PROVIDER},0.15,06/17/2026`,
      ),
      rows: { 2: 'ask', 3: 'ask' },
    }),
  ),
  {
    file: 'quarters of an hour.csv',
    about: 'parts of an hour in a column that says hours',
    bytes: lines(
      'Course,Provider,Contact hours,Date',
      `Sepsis,${PROVIDER},0.5,06/16/2026`,
      `Pain,${PROVIDER},0.75,06/17/2026`,
    ),
    rows: {
      2: course('Sepsis', PROVIDER, '2026-06-16', 0.5),
      3: course('Pain', PROVIDER, '2026-06-17', 0.75),
    },
  },
  {
    file: 'hrs and min.csv',
    about: 'an hour and its minutes in two columns',
    bytes: lines(
      'Course,Provider,Hrs,Min,Date',
      `Sepsis,${PROVIDER},1,30,06/16/2026`,
      `Pain,${PROVIDER},0,45,06/17/2026`,
    ),
    rows: {
      2: course('Sepsis', PROVIDER, '2026-06-16', 1.5),
      3: course('Pain', PROVIDER, '2026-06-17', 0.75),
    },
  },
  {
    file: 'hours approved and attended.csv',
    about: 'hours of the provider’s approval are no approval',
    bytes: lines('Title,Sponsor,Approved Hours,Attended Hours,Date', `Skills,${PROVIDER},8,4.5,06/16/2026`),
    rows: { 2: 'ask' },
  },
  {
    file: 'dates of conferences.csv',
    about: 'from one day to another',
    bytes: lines(
      'Conference,Provider,Hours,Dates',
      `Critical care,${PROVIDER},18.5,May 18-21 2026`,
      `Emergency,${PROVIDER},10,9/10-9/12/2026`,
      `Magnet,${PROVIDER},12,"Oct 30 - Nov 1, 2025"`,
      `Summit,${PROVIDER},5,3/1/2026 to 3/31/2026`,
    ),
    rows: {
      2: course('Critical care', PROVIDER, '2026-05-21', 18.5),
      3: course('Emergency', PROVIDER, '2026-09-12', 10),
      4: course('Magnet', PROVIDER, '2025-11-01', 12),
      5: course('Summit', PROVIDER, '2026-03-31', 5),
    },
  },
  {
    file: 'numbers in names.csv',
    about: 'the number beside the type, and no column of numbers',
    bytes: lines(
      'License,State,Renew By',
      'RN 556677,Wisconsin,"Feb. 28, 2028"',
      'RN - Texas #723456,,"Mar 31, 2027"',
    ),
    rows: { 2: license('WI', 'RN', '556677', '2028-02-28'), 3: license('TX', 'RN', '723456', '2027-03-31') },
  },
  {
    file: 'several numbers.csv',
    about: 'labels and second numbers beside a number',
    bytes: lines(
      'Type,State,Number,Expires',
      'RN,TX,845123/AP12345,05/31/2027',
      'RN,FL,#RN 93-4567,05/31/2027',
      'RN,CA,RN: 812345,05/31/2027',
      'RN,NV,applied,05/31/2027',
      'RN,NM,pending,05/31/2027',
    ),
    rows: {
      ...{ 2: 'ask', 5: 'ask', 6: 'ask' },
      3: license('FL', 'RN', 'RN 93-4567', '2027-05-31'),
      4: license('CA', 'RN', '812345', '2027-05-31'),
    },
  },
  {
    file: 'compact lost.csv',
    about: 'the privilege of the compact was taken away',
    bytes: lines(
      'Type,State,Number,Compact,Expires',
      ...['Compact - privilege removed', 'was yes', 'Lost 2024', 'Eligible'].map(
        (word, at) => `RN,UT,88${at + 1000},${word},05/31/2027`,
      ),
    ),
    rows: { 2: 'ask', 3: 'ask', 4: 'ask', 5: 'ask' },
  },
  {
    file: 'misspelled heads.csv',
    about: 'a letter too few or a wrong one in each name',
    bytes: lines('Lisense,Stat,Numbr,Expiraton', 'RN,Tennessee,RN0000223344,02/28/2027'),
    rows: { 2: license('TN', 'RN', 'RN0000223344', '2027-02-28') },
  },
  {
    file: 'types of other states.csv',
    about: 'how states and Puerto Rico call a type',
    bytes: lines(
      'Type,State,Number,Expires',
      'ARNP,WA,AP15,05/31/2027',
      'CRNP,PA,SP18,05/31/2027',
      'Enfermera Graduada,PR,12345,05/31/2027',
      'RN,Commonwealth of Virginia,0001,05/31/2027',
    ),
    rows: {
      2: license('WA', 'APRN', 'AP15', '2027-05-31'),
      3: license('PA', 'APRN', 'SP18', '2027-05-31'),
      4: license('Puerto Rico', 'RN', '12345', '2027-05-31'),
      5: license('VA', 'RN', '0001', '2027-05-31'),
    },
  },
]

export const standingTables = [...ends, ...statuses, ...names, ...values]
