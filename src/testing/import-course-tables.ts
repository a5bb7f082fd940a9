import { day, lines, page, utf16, withMark, workbook, xmlWorkbook } from './import-table-files.ts'
import { type CorpusTable, course } from './import-truth.ts'

const head = 'Course Title,Provider,Date Completed,Contact Hours'
const sepsis = (more = {}) => course('Sepsis update', 'Gulf Coast Nurses', '2026-03-14', 1.5, more)

/** What CE trackers and providers give out. */
const providers: CorpusTable[] = [
  {
    file: 'ce tracker.csv',
    about: 'numbers of the course and the provider, a subject, the day of the report',
    bytes: lines(
      'Course Name,Course #,Educational Provider,Provider #,Date Completed,Hours,Subject Area,Date Reported',
      'Sepsis update,20-99812,Gulf Coast Nurses,50-1234,03/14/2026,1.5,General Hours,03/16/2026',
      '"Laws, rules and ethics",20-11,Gulf Coast Nurses,50-1234,02/20/2026,2,Florida Laws and Rules,02/22/2026',
    ),
    rows: {
      2: sepsis({ providerNumber: '50-1234', topicTags: ['General Hours'] }),
      3: course('Laws, rules and ethics', 'Gulf Coast Nurses', '2026-02-20', 2, {
        providerNumber: '50-1234',
        topicTags: ['Florida Laws and Rules'],
      }),
    },
  },
  {
    file: 'transcript.xls',
    about: 'a web page with a table, named as a workbook, with a sum below',
    bytes: page([
      ['Activity', 'Sponsor', 'Completion Date', 'CNE Contact Hours'],
      ['Sepsis update', 'Gulf Coast Nurses', '03/14/2026', '1.50'],
      ['Pain &amp; opioids', 'Gulf Coast Nurses', '02/20/2026', '2.00'],
      ['Total', '', '', '3.50'],
    ]),
    rows: { 2: sepsis(), 3: course('Pain & opioids', 'Gulf Coast Nurses', '2026-02-20', 2), 4: 'none' },
  },
  {
    file: 'transcript-2003.xls',
    about: 'Excel’s XML of 2003',
    bytes: xmlWorkbook([
      ['Title', 'Provider', 'Date', 'Hours'],
      ['Sepsis update', 'Gulf Coast Nurses', '2026-03-14T00:00:00.000', '1.5'],
    ]),
    rows: { 2: sepsis() },
  },
  {
    file: 'learning history.csv',
    about: 'classes that were not finished stand among the others, with dates',
    bytes: lines(
      'Course Title,Provider,Status,Assigned Date,Due Date,Completion Date,Score,Contact Hours',
      'Sepsis update,Gulf Coast Nurses,Completed,01/02/2026,06/30/2026,03/14/2026,95%,1.5',
      'Fire safety,Gulf Coast Nurses,In Progress,01/02/2026,06/30/2026,03/15/2026,,1',
      'Restraints,Gulf Coast Nurses,Failed,01/02/2026,06/30/2026,03/16/2026,40%,1',
      'Stroke,Gulf Coast Nurses,Not Started,01/02/2026,06/30/2026,,,1',
      'Falls,Gulf Coast Nurses,Passed,01/02/2026,06/30/2026,03/18/2026,100%,0.5',
    ),
    rows: {
      2: sepsis(),
      3: 'ask',
      4: 'ask',
      5: 'ask',
      6: course('Falls', 'Gulf Coast Nurses', '2026-03-18', 0.5),
    },
  },
  {
    file: 'credit types.csv',
    about: 'the unit of the number stands in another column',
    bytes: lines(
      'Activity Name,Provider,Date,Credits,Credit Type',
      'Sepsis update,Gulf Coast Nurses,03/14/2026,1.5,ANCC Contact Hours',
      'Wounds,Gulf Coast Nurses,03/15/2026,0.2,CEU',
      'Grand rounds,City Hospital,03/16/2026,1,AMA PRA Category 1 Credit',
      'Ethics,City Hospital,03/17/2026,90,Minutes',
      'Leadership,City Hospital,03/18/2026,2,Points',
    ),
    rows: {
      2: sepsis(),
      3: course('Wounds', 'Gulf Coast Nurses', '2026-03-15', 2),
      4: course('Grand rounds', 'City Hospital', '2026-03-16', 1),
      5: course('Ethics', 'City Hospital', '2026-03-17', 1.5),
      6: 'ask',
    },
  },
  {
    file: 'conference.csv',
    about: 'first and last day, and when a card made of it ends',
    bytes: lines(
      'Course,Provider,Start Date,End Date,Expires On,Contact Hours',
      'Annual meeting,Gulf Coast Nurses,03/11/2026,03/14/2026,03/14/2028,12.5',
    ),
    rows: { 2: course('Annual meeting', 'Gulf Coast Nurses', '2026-03-14', 12.5) },
  },
  {
    file: 'pharmacology.csv',
    about: 'hours of which some are pharmacology',
    bytes: lines(
      'Course,Provider,Date,Rx Hours,Contact Hours',
      'Antibiotics,Gulf Coast Nurses,03/14/2026,2,5',
    ),
    rows: { 2: course('Antibiotics', 'Gulf Coast Nurses', '2026-03-14', 5) },
  },
  {
    file: 'form answers.csv',
    about: 'when the form was sent is not when the course was',
    bytes: lines(
      'Timestamp,Email address,Name of course,Who provided it?,Date of course,How many contact hours?',
      '4/2/2026 21:14:33,ann@example.org,Sepsis update,Gulf Coast Nurses,3/14/2026,1.5',
    ),
    rows: { 2: sepsis() },
  },
  {
    file: 'order history.csv',
    about: 'price, order and certificate numbers, day of the order',
    bytes: lines(
      'Order #,Order Date,Course,Provider,Price,Certificate No.,Completed On,CE Hours',
      '81123,03/01/2026,Sepsis update,Gulf Coast Nurses,$24.95,C-771,03/14/2026,1.5',
    ),
    rows: { 2: sepsis() },
  },
  {
    file: 'one provider.csv',
    about: 'nothing says who provided the courses',
    bytes: lines('Course,Completed,CE Hours', 'Sepsis update,03/14/2026,1.5'),
    rows: { 2: 'ask' },
  },
  {
    file: 'unicode.txt',
    about: 'UTF-16 with tabs, accents and a mark',
    bytes: utf16(
      'Título\tProveedor\tFecha\tHoras\r\nSepsis: actualización\tEnfermería del Golfo\t14/03/2026\t1,5\r\n',
      'little',
      true,
    ),
    rows: { 2: course('Sepsis: actualización', 'Enfermería del Golfo', '2026-03-14', 1.5) },
  },
]

/** Amounts in all their units. */
const amounts: CorpusTable[] = [
  {
    file: 'mixed.csv',
    about: 'minutes, CEUs and hours in one column',
    bytes: lines(
      'Course Title,Provider,Date,Duration',
      'Sepsis update,Gulf Coast Nurses,03/14/2026,90 min',
      'Pain,Gulf Coast Nurses,02/20/2026,0.5 CEU',
      'Ethics,Gulf Coast Nurses,02/21/2026,2 hrs',
    ),
    rows: {
      2: sepsis(),
      3: course('Pain', 'Gulf Coast Nurses', '2026-02-20', 5),
      4: course('Ethics', 'Gulf Coast Nurses', '2026-02-21', 2),
    },
  },
  {
    file: 'spellings.csv',
    about: 'an hour and a half in many spellings',
    bytes: lines(
      head,
      ...[
        '1:30',
        '1 hr 30 min',
        '1h 30m',
        '1.5h',
        '90 minutes (1.5 contact hours)',
        '1½',
        '1 1/2',
        '1.5 ANCC contact hours',
        '1.5 CH',
        '1.5 CNE',
        '1.5 AMA PRA Category 1 Credit(s)™',
        '1.50 CME',
        '0.15 CEU',
        '90 mins.',
        '01:30:00',
      ].map((amount, at) => `Sepsis ${at},Gulf Coast Nurses,03/14/2026,${amount}`),
    ),
    rows: Object.fromEntries(
      Array.from({ length: 15 }, (_, at) => [
        at + 2,
        course(`Sepsis ${at}`, 'Gulf Coast Nurses', '2026-03-14', 1.5),
      ]),
    ),
  },
  {
    file: 'unclear amounts.csv',
    about: 'amounts that cannot be told',
    bytes: lines(
      head,
      ...[
        '5 (incl. 1 pharm)',
        '2 points',
        '1-2',
        '90 min (2 hours)',
        '3 modules',
        'half a day',
        '1.5/2.0',
      ].map((amount, at) => `Sepsis ${at},Gulf Coast Nurses,03/14/2026,${amount}`),
    ),
    rows: Object.fromEntries([2, 3, 4, 5, 6, 7, 8].map((line) => [line, 'ask'])),
  },
  {
    file: 'duration alone.csv',
    about: 'a length without a unit: 90 and 60 are not hours',
    bytes: lines(
      'Course Title,Provider,Date,Duration',
      'Sepsis update,Gulf Coast Nurses,03/14/2026,90',
      'Pain,Gulf Coast Nurses,03/15/2026,60',
    ),
    rows: { 2: 'ask', 3: 'ask' },
  },
  {
    file: 'duration in minutes.csv',
    about: 'the name of the column says the unit',
    bytes: lines(
      'Course Title,Provider,Date,Duration (min)',
      'Sepsis update,Gulf Coast Nurses,03/14/2026,90',
    ),
    rows: { 2: sepsis() },
  },
  {
    file: 'ceus.csv',
    about: 'CEUs, of which one is ten hours',
    bytes: lines(
      'Course Title,Provider,Date,CEUs',
      'Sepsis update,Gulf Coast Nurses,03/14/2026,0.15',
      'Pain,Gulf Coast Nurses,03/15/2026,0.5',
    ),
    rows: { 2: sepsis(), 3: course('Pain', 'Gulf Coast Nurses', '2026-03-15', 5) },
  },
  {
    file: 'ceus that are hours.csv',
    about: 'many write CEUs and mean contact hours',
    bytes: lines(
      'Course Title,Provider,Date,CEUs',
      'Sepsis update,Gulf Coast Nurses,03/14/2026,1.5',
      'Pain,Gulf Coast Nurses,03/15/2026,5',
    ),
    rows: { 2: 'ask', 3: 'ask' },
  },
  {
    file: 'hours and ceus.csv',
    about: 'both units, which agree, and once do not',
    bytes: lines(
      'Course Title,Provider,Date,Contact Hours,CEUs',
      'Sepsis update,Gulf Coast Nurses,03/14/2026,1.5,0.15',
      'Pain,Gulf Coast Nurses,03/15/2026,5,0.4',
    ),
    rows: { 2: sepsis(), 3: 'ask' },
  },
  {
    file: 'amount formats.xlsx',
    about: 'lengths of time and units as formats of a workbook',
    bytes: workbook({
      name: 'CE',
      rows: [
        ['Course', 'Provider', 'Date', 'Hours'],
        ['Sepsis update', 'Gulf Coast Nurses', day('2026-03-14'), { number: 0.0625, format: '[h]:mm' }],
        ['Pain', 'Gulf Coast Nurses', day('2026-03-15'), { number: 90, format: '0 "min"' }],
        ['Falls', 'Gulf Coast Nurses', day('2026-03-16'), { number: 1.5, format: '0.00 "hrs"' }],
        ['Ethics', 'Gulf Coast Nurses', day('2026-03-17'), { number: 1.5, format: '0.0' }],
        ['Stroke', 'Gulf Coast Nurses', day('2026-03-18'), 1.5],
        ['Burns', 'Gulf Coast Nurses', day('2026-03-19'), { number: 0.15, format: '0.00" CEU"' }],
      ],
    }),
    rows: {
      2: sepsis(),
      ...Object.fromEntries(
        ['Pain', 'Falls', 'Ethics', 'Stroke', 'Burns'].map((title, at) => [
          at + 3,
          course(title, 'Gulf Coast Nurses', `2026-03-${15 + at}`, 1.5),
        ]),
      ),
    },
  },
  {
    file: 'rounded hours.xlsx',
    about: 'Excel shows 2, the cell holds 1.75',
    bytes: workbook({
      name: 'CE',
      rows: [
        ['Course', 'Provider', 'Date', 'Contact hours'],
        ['Sepsis update', 'Gulf Coast Nurses', day('2026-03-14'), { number: 1.75, format: '0' }],
      ],
    }),
    rows: { 2: sepsis({ hours: 1.75 }) },
  },
  {
    file: 'decimal commas.csv',
    about: 'commas in numbers, dots in dates, semicolons between columns',
    bytes: withMark(
      lines(
        'Course Title;Provider;Date;Hours',
        'Sepsis update;Gulf Coast Nurses;14.03.2026;1,5',
        'Pain;Gulf Coast Nurses;03.04.2026;2,25',
      ),
    ),
    rows: { 2: sepsis(), 3: course('Pain', 'Gulf Coast Nurses', '2026-04-03', 2.25) },
  },
  {
    file: 'units.csv',
    about: 'some boards count units; nothing says what one is',
    bytes: lines('Course Name,Provider,CEP #,Completion Date,Units', 'Diabetes,NetCE,CEP16373,1/15/2026,10'),
    rows: { 2: 'ask' },
  },
  {
    file: 'certificate numbers.csv',
    about: 'courses with the number of their certificate, without hours',
    bytes: lines('Course,Provider,Completed,Certificate #', 'Diabetes,NetCE,1/15/2026,C-12'),
    rows: { 2: 'ask' },
  },
  {
    file: 'college.csv',
    about: 'semester credits, of which one is fifteen hours',
    bytes: lines(
      'Course Title,School,Date Completed,Semester credits',
      'Statistics,City College,05/12/2026,3',
    ),
    rows: { 2: course('Statistics', 'City College', '2026-05-12', 45) },
  },
]

/** Heads, dates and rows. */
const rows: CorpusTable[] = [
  {
    file: 'title above.csv',
    about: 'who, what and when above the table; a sum and a note below',
    bytes: lines(
      'Continuing education record',
      'Name: Ann O’Brien,License: RN 00012345,,',
      '',
      head,
      'Sepsis update,Gulf Coast Nurses,03/14/2026,1.5',
      ',,Total hours:,1.5',
      '',
      'I certify that this is correct.',
    ),
    rows: { 5: sepsis(), 6: 'none', 8: 'none' },
  },
  {
    file: 'by year.csv',
    about: 'years as rows of their own, the heads again below each',
    bytes: lines(
      '2026,,,',
      head,
      'Sepsis update,Gulf Coast Nurses,03/14/2026,1.5',
      'Subtotal,,,1.5',
      '2025,,,',
      head,
      'Pain,Gulf Coast Nurses,11/02/2025,2',
    ),
    rows: {
      3: sepsis(),
      4: 'none',
      5: 'none',
      6: 'none',
      7: course('Pain', 'Gulf Coast Nurses', '2025-11-02', 2),
    },
  },
  {
    file: 'two lines of heads.xlsx',
    about: 'heads on two lines, the first merged',
    bytes: workbook({
      name: '2026',
      merged: ['A1:A2', 'B1:B2', 'C1:D1'],
      rows: [
        ['Course', 'Provider', 'Completion', null],
        [null, null, 'Date', 'Contact hours'],
        ['Sepsis update', 'Gulf Coast Nurses', day('2026-03-14'), 1.5],
      ],
    }),
    rows: { 3: sepsis() },
  },
  {
    file: 'merged provider.xlsx',
    about: 'one provider for several rows, merged',
    bytes: workbook({
      name: '2026',
      merged: ['B2:B3'],
      rows: [
        ['Course', 'Provider', 'Date', 'Contact hours'],
        ['Sepsis update', 'Gulf Coast Nurses', day('2026-03-14'), 1.5],
        ['Pain', null, day('2026-03-15'), 2],
      ],
    }),
    rows: { 2: sepsis(), 3: course('Pain', 'Gulf Coast Nurses', '2026-03-15', 2) },
  },
  {
    file: 'two digits.csv',
    about: 'years of two digits: a course is never in the future',
    bytes: lines(
      head,
      'Sepsis update,Gulf Coast Nurses,3/14/26,1.5',
      'Pain,Gulf Coast Nurses,11/30/99,2',
      'Falls,Gulf Coast Nurses,14-Mar-26,1',
    ),
    rows: {
      2: sepsis(),
      3: course('Pain', 'Gulf Coast Nurses', '1999-11-30', 2),
      4: course('Falls', 'Gulf Coast Nurses', '2026-03-14', 1),
    },
  },
  {
    file: 'dates.csv',
    about: 'dates in many words; a future one; none; a range; a month',
    bytes: lines(
      head,
      'Sepsis update,Gulf Coast Nurses,"Saturday, March 14, 2026",1.5',
      'Pain,Gulf Coast Nurses,2026-03-15T18:30:00Z,2',
      'Falls,Gulf Coast Nurses,20260316,1',
      'Ethics,Gulf Coast Nurses,12/24/2026,1',
      'Stroke,Gulf Coast Nurses,N/A,1',
      'Burns,Gulf Coast Nurses,3/11/2026 - 3/14/2026,1',
      'Wounds,Gulf Coast Nurses,Mar 2026,1',
      'Asthma,Gulf Coast Nurses,46095,1',
    ),
    rows: {
      2: sepsis(),
      3: course('Pain', 'Gulf Coast Nurses', '2026-03-15', 2),
      4: course('Falls', 'Gulf Coast Nurses', '2026-03-16', 1),
      ...{ 5: 'ask', 6: 'ask', 8: 'ask', 9: 'ask' },
      7: course('Burns', 'Gulf Coast Nurses', '2026-03-14', 1),
    },
  },
  {
    file: 'ambiguous.csv',
    about: 'no date shows whether the month or the day comes first',
    bytes: lines(head, 'Sepsis update,Gulf Coast Nurses,03/04/2026,1.5'),
    rows: { 2: 'ask' },
  },
  {
    file: 'unit staff.csv',
    about: 'courses of several persons',
    bytes: lines(
      'Employee Name,Course,Provider,Completed,CE Hours',
      '"O’Brien, Ann",Sepsis update,Gulf Coast Nurses,03/14/2026,1.5',
      '"Okafor, Ben",Sepsis update,Gulf Coast Nurses,03/14/2026,1.5',
    ),
    rows: { 2: 'ask', 3: 'ask' },
  },
  {
    file: 'courses and cards.csv',
    about: 'kinds of activity, and the name on the certificate',
    bytes: lines(
      'Course,Provider,Date,Contact Hours,Type,Name on certificate',
      'Sepsis update,Gulf Coast Nurses,03/14/2026,1.5,Webinar,Ann O’Brien',
      'Pain,Gulf Coast Nurses,03/15/2026,2,Self-study,Ann O’Brien',
    ),
    rows: {
      2: sepsis({ holderName: 'Ann O’Brien' }),
      3: course('Pain', 'Gulf Coast Nurses', '2026-03-15', 2, {
        kind: 'self_study',
        holderName: 'Ann O’Brien',
      }),
    },
  },
  {
    file: 'minutes as hours.csv',
    about: 'minutes in a column of hours',
    bytes: lines(
      'Course Title,Provider,Date Completed,Hours',
      'Sepsis update,Gulf Coast Nurses,03/14/2026,1.5',
      ...[60, 90, 120].map((amount) => `Pain,Gulf Coast Nurses,03/15/2026,${amount}`),
      'Wounds,Gulf Coast Nurses,03/16/2026,60 hours',
      'Ethics,Gulf Coast Nurses,03/17/2026,40',
    ),
    rows: {
      2: sepsis(),
      3: 'ask',
      4: 'ask',
      5: 'ask',
      6: course('Wounds', 'Gulf Coast Nurses', '2026-03-16', 60),
      7: course('Ethics', 'Gulf Coast Nurses', '2026-03-17', 40),
    },
  },
  {
    file: 'two digits of the year.csv',
    about: 'a course next month is not one of the last century',
    bytes: lines(
      head,
      'Sepsis update,Gulf Coast Nurses,03/14/26,1.5',
      'Pain,Gulf Coast Nurses,12/24/26,2',
      'Wounds,Gulf Coast Nurses,06/15/98,2',
      'Ethics,Gulf Coast Nurses,"Dec 24, 26",2',
    ),
    rows: { 2: sepsis(), 3: 'ask', 4: course('Wounds', 'Gulf Coast Nurses', '1998-06-15', 2), 5: 'ask' },
  },
  {
    file: 'lanyard-courses.csv',
    about: 'the exported list of the courses of a cycle',
    bytes: withMark(
      lines(
        'Title,Provider,Completed on,Contact hours,Hours that count in this cycle,Topics,Activity type,Provider approved by,Provider number,Certificates,Notes',
        'Sepsis update,Gulf Coast Nurses,2026-03-14,1.5,1,Sepsis,Self-study or online,ANCC,P0123,1,',
      ),
    ),
    rows: {
      2: sepsis({ topicTags: ['Sepsis'], kind: 'self_study', approvedBy: 'ANCC', providerNumber: 'P0123' }),
    },
  },
]

export const courseTables: readonly CorpusTable[] = [...providers, ...amounts, ...rows]
