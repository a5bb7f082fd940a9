import {
  day,
  lines,
  page,
  utf8,
  utf16,
  windows1252,
  withMark,
  workbook,
  xmlWorkbook,
} from './import-table-files.ts'
import { type CorpusTable, cert, license } from './import-truth.ts'

const texas = (more = {}) => license('TX', 'RN', '00012345', '2027-05-31', more)
const florida = (more = {}) => license('FL', 'RN', 'RN9876543', '2028-04-30', more)
const plain = 'License,State,Number,Issued,Expires'
const two = ['RN,Texas,00012345,03/14/2019,05/31/2027', 'RN,Florida,RN9876543,06/20/2021,04/30/2028']
const twoTruths = { issued: [{ issuedAt: '2019-03-14' }, { issuedAt: '2021-06-20' }] as const }
const both = (first: number) => ({
  [first]: texas(twoTruths.issued[0]),
  [first + 1]: florida(twoTruths.issued[1]),
})
const tabbed = (...rows: string[]) => rows.map((row) => row.replaceAll(',', '\t')).join('\r\n')

/** What license look-ups, boards and agencies give out. */
const portals: CorpusTable[] = [
  {
    file: 'look-up report.csv',
    about: 'names in capitals with a comma, the state as a jurisdiction, the compact as a word, discipline',
    bytes: lines(
      'Nurse Name,License Type,License Number,Jurisdiction,License Status,Original Issue Date,Expiration Date,Compact Status,Discipline',
      `"O'BRIEN, ANN MARIE",RN,884213,TEXAS,ACTIVE,03/14/2019,05/31/2027,MULTISTATE,NO`,
      `"O'BRIEN, ANN MARIE",RN,9876543,FLORIDA,ACTIVE,06/20/2021,04/30/2028,SINGLE STATE,NO`,
      `"O'BRIEN, ANN MARIE",PN,L-5521,OHIO,EXPIRED,01/09/2012,10/31/2016,N/A,NO`,
    ),
    rows: {
      2: license('TX', 'RN', '884213', '2027-05-31', { issuedAt: '2019-03-14', multistate: true }),
      3: license('FL', 'RN', '9876543', '2028-04-30', { issuedAt: '2021-06-20', multistate: false }),
      4: license('OH', 'LPN', 'L-5521', '2016-10-31', { issuedAt: '2012-01-09' }),
    },
  },
  {
    file: 'notifications.csv',
    about: 'ids of the person and of the look-up beside the number of the license',
    bytes: lines(
      'First Name,Last Name,NCSBN ID,License Type,Jurisdiction,License Number,License Status,Multistate,Issue Date,Expiration Date,Status Change Date',
      'Ann,OBrien,21330942,RN,TX,884213,Active,Yes,2019-03-14,2027-05-31,2025-05-02',
      'Ann,OBrien,21330942,RN,CO,RN.1650021,Active,No,2020-01-02,2027-09-30,2025-09-11',
    ),
    rows: {
      2: license('TX', 'RN', '884213', '2027-05-31', { issuedAt: '2019-03-14', multistate: true }),
      3: license('CO', 'RN', 'RN.1650021', '2027-09-30', { issuedAt: '2020-01-02', multistate: false }),
    },
  },
  {
    file: 'board-roster.txt',
    about:
      'bars between columns, short names, the address of the person with its own state, dates without marks',
    bytes: lines(
      'LICENSE_NBR|LAST_NAME|FIRST_NAME|ADDR1|CITY|STATE|ZIP|LIC_TYPE|ISSUE_DT|EXP_DT|STATUS',
      '041123456|OBRIEN|ANN|12 ELM ST|GARY|IN|46402|RN|20190314|20270531|ACTIVE',
    ),
    rows: { 2: 'ask' },
  },
  {
    file: 'license-details.csv',
    about: 'the state of the home and the state of the license',
    bytes: lines(
      'License State,Lic Type,Lic #,Home State,Date of Birth,First Issued,Valid Through',
      'Illinois,Registered Professional Nurse,041.123456,Indiana,07/20/1985,09/01/2010,05/31/2028',
    ),
    rows: { 2: license('IL', 'RN', '041.123456', '2028-05-31', { issuedAt: '2010-09-01' }) },
  },
  {
    file: 'search-results.csv',
    about: 'days first, with the month in letters and two digits of the year, as some databases write',
    bytes: lines(
      'TYPE,STATE,LICENSE NO,ORIGINAL ISSUE DATE,EXPIRATION DATE',
      'RN,NY,567890,14-MAR-98,31-MAY-27',
      'LPN,NY,221199,02-JAN-05,30-NOV-26',
    ),
    rows: {
      2: license('NY', 'RN', '567890', '2027-05-31', { issuedAt: '1998-03-14' }),
      3: license('NY', 'LPN', '221199', '2026-11-30', { issuedAt: '2005-01-02' }),
    },
  },
  {
    file: 'export with times.csv',
    about: 'dates with a time of day',
    bytes: lines(
      'licenseType,jurisdiction,licenseNumber,issueDate,expirationDate',
      'RN,Georgia,RN262626,2019-03-14T00:00:00.000Z,2027-01-31T00:00:00.000Z',
      'RN,Ohio,RN.401022,2021-06-20 00:00:00,10/31/2027 12:00:00 AM',
      'RN,Iowa,155001,2021-06-20T00:00:00+00:00,2027-12-15T00:00:00-06:00',
    ),
    rows: {
      2: license('GA', 'RN', 'RN262626', '2027-01-31', { issuedAt: '2019-03-14' }),
      3: license('OH', 'RN', 'RN.401022', '2027-10-31', { issuedAt: '2021-06-20' }),
      4: license('IA', 'RN', '155001', '2027-12-15', { issuedAt: '2021-06-20' }),
    },
  },
  {
    file: 'portal.xls',
    about: 'a web page with a table, named as a workbook',
    bytes: page([
      ['License', 'State', 'Number', 'Expires'],
      ['RN', 'Texas', '00012345', '05/31/2027'],
      ['RN', 'Florida', 'RN9876543', '04/30/2028'],
    ]),
    rows: { 2: texas(), 3: florida() },
  },
  {
    file: 'SearchResults.xls',
    about: 'a web page with a title in a table of its own, entities, spaces that do not break, line breaks',
    bytes: page(
      [
        ['<b>License&nbsp;Type</b>', 'State', 'License&nbsp;No.', 'Expiration<br>Date'],
        ['Registered&nbsp;Nurse', 'New&nbsp;York', '567890&nbsp;', '<span>05/31/2027</span>'],
        ['Registered Nurse', 'Hawai&#699;i', 'RN-10022', '06/30/2027&nbsp;'],
      ],
      { before: '<table><tr><td colspan=4>License search &mdash; Ann O&#39;Brien</td></tr></table>' },
    ),
    rows: {
      2: license('NY', 'RN', '567890', '2027-05-31'),
      3: license('HI', 'RN', 'RN-10022', '2027-06-30'),
    },
  },
  {
    file: 'report.xls',
    about: 'Excel’s XML of 2003, named as a workbook',
    bytes: xmlWorkbook([
      ['Type', 'State', 'License Number', 'Issue Date', 'Expiration Date'],
      ['RN', 'TX', '00012345', '2019-03-14T00:00:00.000', '2027-05-31T00:00:00.000'],
    ]),
    rows: { 2: texas({ issuedAt: '2019-03-14' }) },
  },
  {
    file: 'unicode text.txt',
    about: 'Excel’s “Unicode Text”: UTF-16 with a mark, and tabs',
    bytes: utf16(tabbed(plain, ...two), 'little', true),
    rows: both(2),
  },
  {
    file: 'utf16le.csv',
    about: 'UTF-16 without a mark',
    bytes: utf16([plain, ...two].join('\n'), 'little', false),
    rows: both(2),
  },
  {
    file: 'utf16be.csv',
    about: 'UTF-16, the other order, without a mark',
    bytes: utf16([plain, ...two].join('\n'), 'big', false),
    rows: both(2),
  },
  {
    file: 'semicolons.csv',
    about: 'semicolons and a mark, as Excel writes where commas are decimal marks',
    bytes: withMark(lines(...[plain, ...two].map((row) => row.replaceAll(',', ';')))),
    rows: both(2),
  },
  {
    file: 'sep.csv',
    about: 'the separator named in the first line',
    bytes: lines('sep=;', ...[plain, ...two].map((row) => row.replaceAll(',', ';'))),
    rows: both(3),
  },
  {
    file: 'one column of semicolons.csv',
    about: 'a title with commas above a table with semicolons',
    bytes: lines('Licenses, as of today, of Ann', ...[plain, ...two].map((row) => row.replaceAll(',', ';'))),
    rows: both(3),
  },
  {
    file: 'formulas.csv',
    about: 'numbers as formulas, so that they keep their zeros',
    bytes: lines(
      plain,
      'RN,Texas,="00012345",03/14/2019,05/31/2027',
      'RN,Florida,"=""RN9876543""",06/20/2021,="04/30/2028"',
    ),
    rows: both(2),
  },
  {
    file: 'apostrophes.csv',
    about: 'apostrophes before numbers, so that they keep their zeros',
    bytes: lines(
      plain,
      `RN,Texas,'00012345,03/14/2019,05/31/2027`,
      'RN,Florida,‘RN9876543,06/20/2021,’04/30/2028',
    ),
    rows: both(2),
  },
  {
    file: 'scientific.csv',
    about: 'a long number that Excel has shortened',
    bytes: lines(
      plain,
      'RN,Texas,1.23457E+11,03/14/2019,05/31/2027',
      'RN,Florida,RN9876543,06/20/2021,04/30/2028',
    ),
    rows: { 2: 'ask', 3: florida(twoTruths.issued[1]) },
  },
  {
    file: 'narrow column.csv',
    about: 'what Excel shows if a column is too narrow, and its errors',
    bytes: lines(
      plain,
      'RN,Texas,########,03/14/2019,05/31/2027',
      'RN,Florida,RN9876543,06/20/2021,########',
      'RN,Ohio,#REF!,06/20/2021,04/30/2028',
      'RN,Maine,R1,#N/A,04/30/2028',
    ),
    rows: { 2: 'ask', 3: 'ask', 4: 'ask', 5: license('ME', 'RN', 'R1', '2028-04-30') },
  },
  {
    file: 'data frame.csv',
    about: 'a column without a name with the numbers of the rows, and whole numbers with a decimal point',
    bytes: lines(
      ',License,State,Number,Expires',
      '0,RN,Texas,12345.0,2027-05-31',
      '1,RN,Florida,RN9876543,2028-04-30',
    ),
    rows: { 2: 'ask', 3: florida() },
  },
  {
    file: 'masked.csv',
    about: 'numbers that the portal hides in part',
    bytes: lines(
      plain,
      'RN,Texas,****2345,03/14/2019,05/31/2027',
      'RN,Florida,XXXXX543,06/20/2021,04/30/2028',
    ),
    rows: { 2: 'ask', 3: 'ask' },
  },
]

/** What Excel does to numbers, dates and heads. */
const excel: CorpusTable[] = [
  {
    file: 'number formats.xlsx',
    about: 'numbers that get their zeros, letters and dashes from their format',
    bytes: workbook({
      name: 'Licenses',
      rows: [
        ['License', 'State', 'Number', 'Expires'],
        ['RN', 'Texas', { number: 12345, format: '00000000' }, day('2027-05-31')],
        ['RN', 'Florida', { number: 9876543, format: '"RN"0' }, day('2028-04-30', 'mmm d, yyyy')],
        ['RN', 'Georgia', { number: 123456789, format: '000-00-0000' }, day('2027-01-31', 'dd.mm.yyyy')],
        [
          'RN',
          'Ohio',
          { number: 401022, format: '\\R\\N\\.000000' },
          day('2027-10-31', '[$-409]mmmm\\ d\\,\\ yyyy;@'),
        ],
        ['LPN', 'Iowa', { number: 5021, format: '"P"00000;"minus"0' }, day('2027-12-15', 'yyyy-mm-dd')],
        ['RN', 'Utah', { number: 1234567, format: '#,##0' }, day('2028-01-31', 'd-mmm-yy')],
        ['RN', 'Maine', { number: 77, format: 'General' }, day('2028-02-28', 'm/d/yy h:mm')],
      ],
    }),
    rows: {
      2: texas(),
      3: florida(),
      4: license('GA', 'RN', '123-45-6789', '2027-01-31'),
      5: license('OH', 'RN', 'RN.401022', '2027-10-31'),
      6: license('IA', 'LPN', 'P05021', '2027-12-15'),
      7: license('UT', 'RN', '1,234,567', '2028-01-31'),
      8: license('ME', 'RN', '77', '2028-02-28'),
    },
  },
  {
    file: 'long numbers.xlsx',
    about: 'a number of 12 digits is whole, one of 18 has lost its last digits',
    bytes: workbook({
      name: 'Sheet1',
      rows: [
        ['License', 'State', 'Number', 'Expires'],
        ['RN', 'Texas', 123456789012, day('2027-05-31')],
        ['RN', 'Florida', { number: 123456789012345680, format: '0' }, day('2028-04-30')],
        ['RN', 'Ohio', { number: 123456789012, format: '0.00E+00' }, day('2028-04-30')],
      ],
    }),
    rows: { 2: license('TX', 'RN', '123456789012', '2027-05-31'), 3: 'ask', 4: 'ask' },
  },
  {
    file: 'number became a date.xlsx',
    about: 'Excel has made a date of the number 12-5, and shows the 12th of May',
    bytes: workbook({
      name: 'Sheet1',
      rows: [
        ['License', 'State', 'Number', 'Expires'],
        ['RN', 'Texas', day('2026-05-12', 'd-mmm'), day('2027-05-31')],
      ],
    }),
    rows: { 2: 'ask' },
  },
  {
    file: 'swapped days.xlsx',
    about:
      'dates with the day first in an American Excel: some stayed text, the others have day and month swapped',
    bytes: workbook({
      name: 'Sheet1',
      rows: [
        ['License', 'State', 'Number', 'Expires'],
        ['RN', 'Texas', '00012345', '31/05/2027'],
        ['RN', 'Florida', 'RN9876543', day('2028-05-04')],
      ],
    }),
    rows: { 2: texas(), 3: 'ask' },
  },
  {
    file: 'errors.xlsx',
    about: 'formulas: results, and errors',
    bytes: workbook({
      name: 'Sheet1',
      rows: [
        ['License', 'State', 'Number', 'Expires'],
        [
          'RN',
          { formula: 'VLOOKUP(A2,S!A:B,2)', text: 'Texas' },
          { formula: '"000"&12345', text: '00012345' },
          day('2027-05-31'),
        ],
        ['RN', 'Florida', { error: '#REF!' }, day('2028-04-30')],
        ['RN', 'Ohio', 'RN.1', { error: '#N/A' }],
      ],
    }),
    rows: { 2: texas(), 3: 'ask', 4: license('OH', 'RN', 'RN.1', null) },
  },
  {
    file: 'title.csv',
    about: 'a title, a date of printing and an empty row above',
    bytes: lines('Ann O’Brien - my licenses', 'Printed 11/26/2026', '', plain, ...two),
    rows: both(5),
  },
  {
    file: 'merged title.xlsx',
    about: 'a merged title, a note, and heads in groups on two rows',
    bytes: workbook({
      name: 'Licenses',
      merged: ['A1:E1', 'A3:A4', 'B3:C3', 'D3:E3'],
      rows: [
        ['My licenses 2026', null, null, null, null],
        ['Check each with the board.'],
        ['License', 'Issued by', null, 'Dates', null],
        [null, 'State', 'Number', 'Issued', 'Expires'],
        ['RN', 'Texas', '00012345', day('2019-03-14'), day('2027-05-31')],
        ['RN', 'Florida', 'RN9876543', day('2021-06-20'), day('2028-04-30')],
      ],
    }),
    rows: both(5),
  },
  {
    file: 'report with footer.csv',
    about: 'the heads again after a page, sums and notes below',
    bytes: lines(
      'Licensure report,,,,',
      plain,
      two[0] ?? '',
      'Page 1 of 2,,,,',
      plain,
      two[1] ?? '',
      ',,,,',
      'Total: 2 licenses,,,,',
      'Generated by LicenseTrack on 11/26/2026,,,,',
      '* verified at the source,,,,',
    ),
    rows: {
      3: texas(twoTruths.issued[0]),
      4: 'none',
      5: 'none',
      6: florida(twoTruths.issued[1]),
      8: 'none',
      9: 'none',
      10: 'none',
    },
  },
  {
    file: 'two tables.csv',
    about: 'licenses above, certifications with other columns below',
    bytes: lines(
      'LICENSES,,,,',
      plain,
      ...two,
      ',,,,',
      'CERTIFICATIONS,,,,',
      'Certification,Issued by,Card number,Issued,Expires',
      'BLS,American Heart Association,225410,02/11/2026,02/29/2028',
      'CCRN,AACN Certification Corporation,C-991,07/01/2024,06/30/2027',
    ),
    rows: {
      ...both(3),
      8: cert('BLS', 'American Heart Association', '2028-02-29', {
        number: '225410',
        issuedAt: '2026-02-11',
      }),
      9: cert('CCRN', null, '2027-06-30', { number: 'C-991', issuedAt: '2024-07-01' }),
    },
  },
  {
    file: 'several sheets.xlsx',
    about: 'a sheet of instructions, one of licenses, one of certifications',
    bytes: workbook(
      { name: 'Read me', rows: [['How to use this file'], ['Fill in the next sheets.']] },
      {
        name: 'Licenses',
        rows: [
          ['Type', 'State', 'Number', 'Exp'],
          ['RN', 'TX', '00012345', day('2027-05-31')],
        ],
      },
      {
        name: 'Certs',
        rows: [
          ['Cert', 'Organization', 'Exp'],
          ['ACLS', 'American Red Cross', day('2027-08-31')],
        ],
      },
    ),
    rows: { 'Licenses!2': texas(), 'Certs!2': cert('ACLS', 'American Red Cross', '2027-08-31') },
  },
  {
    file: 'transposed.csv',
    about: 'names of fields below one another, values beside them',
    bytes: lines(
      'License type,RN',
      'State,Texas',
      'License number,00012345',
      'Issue date,03/14/2019',
      'Expiration date,05/31/2027',
      'Status,Active',
    ),
    rows: { 2: texas({ issuedAt: '2019-03-14' }) },
  },
  {
    file: 'no heads.csv',
    about: 'values only',
    bytes: lines('RN,Texas,00012345,05/31/2027', 'RN,Florida,RN9876543,04/30/2028'),
    rows: { 1: 'ask', 2: 'ask' },
  },
]

/** What nurses and agencies write into cells. */
const words: CorpusTable[] = [
  {
    file: 'no date yet.csv',
    about: 'words for a date that is not known',
    bytes: lines(
      'License,State,Number,Expires',
      ...['N/A', 'None', 'n/a - pending', '', 'TBD', 'unknown', '-', '?', 'not yet', 'see card'].map(
        (word, at) => `RN,Texas,${at + 1},${word}`,
      ),
    ),
    rows: {
      ...Object.fromEntries(
        [1, 2, 3, 4, 5, 6, 7, 8, 9].map((at) => [at + 1, license('TX', 'RN', `${at}`, null)]),
      ),
      11: 'ask',
    },
  },
  {
    file: 'never.csv',
    about: 'words that say that something does not expire',
    bytes: lines(
      'Certification,Issued by,Number,Expires',
      ...[
        'Never',
        'Does not expire',
        'Lifetime',
        'Non-expiring',
        'No expiration',
        'Permanent',
        'never expires',
      ].map((word, at) => `Chemo class,City hospital,${at + 1},${word}`),
    ),
    rows: Object.fromEntries(
      [1, 2, 3, 4, 5, 6, 7].map((at) => [
        at + 1,
        {
          kind: 'certification',
          name: 'Chemo class',
          issuer: 'City hospital',
          number: `${at}`,
          expiresAt: null,
          neverExpires: true,
        },
      ]),
    ),
  },
  {
    file: 'placeholder dates.csv',
    about: 'dates that programs write instead of none',
    bytes: lines(
      'License,State,Number,Issued,Expires',
      'RN,Texas,1,03/14/2019,12/31/9999',
      'RN,Ohio,2,01/01/1900,05/31/2027',
      'RN,Iowa,3,03/14/2019,00/00/0000',
      'RN,Maine,4,03/14/2019,12/31/2099',
      'RN,Utah,5,0,05/31/2027',
    ),
    rows: { 2: 'ask', 3: 'ask', 4: 'ask', 5: 'ask', 6: 'ask' },
  },
  {
    file: 'two digits.csv',
    about: 'years of two digits: issued in the last century, valid in this one',
    bytes: lines(
      'License,State,Number,Issue Date,Expires',
      'RN,Texas,1,06/15/98,05/31/27',
      'RN,Ohio,2,07/20/85,Lifetime',
      'RN,Iowa,3,7/4/05,4/5/27',
      'RN,Maine,4,15-Jun-98,30-Apr-28',
      'RN,Utah,5,03/14/19,01/31/46',
      'LPN,Utah,6,03/14/82,01/31/94',
    ),
    rows: {
      2: license('TX', 'RN', '1', '2027-05-31', { issuedAt: '1998-06-15' }),
      3: license('OH', 'RN', '2', null, { issuedAt: '1985-07-20', neverExpires: true }),
      4: license('IA', 'RN', '3', '2027-04-05', { issuedAt: '2005-07-04' }),
      5: license('ME', 'RN', '4', '2028-04-30', { issuedAt: '1998-06-15' }),
      6: license('UT', 'RN', '5', '2046-01-31', { issuedAt: '2019-03-14' }),
      7: license('UT', 'LPN', '6', '1994-01-31', { issuedAt: '1982-03-14' }),
    },
  },
  {
    file: 'month only.csv',
    about: 'months without a day, as cards print them',
    bytes: lines(
      'Certification,Issued by,Expires',
      'BLS,American Heart Association,08/2028',
      'ACLS,American Heart Association,Aug-28',
      'PALS,American Heart Association,August 2028',
    ),
    rows: { 2: 'ask', 3: 'ask', 4: 'ask' },
  },
  {
    file: 'ambiguous.csv',
    about: 'no date shows whether the month or the day comes first',
    bytes: lines('License,State,Number,Expires', 'RN,Texas,1,03/04/2027', 'RN,Ohio,2,05/06/2027'),
    rows: { 2: 'ask', 3: 'ask' },
  },
  {
    file: 'day first by its name.csv',
    about: 'the name of the column says that the day comes first',
    bytes: lines(
      'License,State,Number,Expires (DD/MM/YYYY)',
      'RN,Texas,1,03/04/2027',
      'RN,Ohio,2,05/06/2027',
    ),
    rows: { 2: license('TX', 'RN', '1', '2027-04-03'), 3: license('OH', 'RN', '2', '2027-06-05') },
  },
  {
    file: 'month first by its name.csv',
    about: 'the name of the column says that the month comes first',
    bytes: lines('License,State,Number,Exp Date mm/dd/yy', 'RN,Texas,1,03/04/27', 'RN,Ohio,2,05/06/27'),
    rows: { 2: license('TX', 'RN', '1', '2027-03-04'), 3: license('OH', 'RN', '2', '2027-05-06') },
  },
  {
    file: 'day first by its dates.csv',
    about: 'one date shows that the day comes first',
    bytes: lines('License,State,Number,Expires', 'RN,Texas,1,03.04.2027', 'RN,Ohio,2,31.05.2027'),
    rows: { 2: license('TX', 'RN', '1', '2027-04-03'), 3: license('OH', 'RN', '2', '2027-05-31') },
  },
  {
    file: 'dates in words.csv',
    about: 'dates in many words',
    bytes: lines(
      'License,State,Number,Issued,Expires',
      'RN,Texas,1,"March 14, 2019","Monday, May 31, 2027"',
      'RN,Ohio,2,14 Mar 2019,31-May-2027',
      'RN,Iowa,3,Mar. 14th 2019,May 31 2027',
      'RN,Maine,4,2019/3/14,2027.5.31',
      'RN,Utah,5,03142019,05312027',
    ),
    rows: Object.fromEntries(
      [
        ['TX', 1],
        ['OH', 2],
        ['IA', 3],
        ['ME', 4],
        ['UT', 5],
      ].map(([state, at]) => [
        Number(at) + 1,
        license(`${state}`, 'RN', `${at}`, '2027-05-31', { issuedAt: '2019-03-14' }),
      ]),
    ),
  },
  {
    file: 'states.csv',
    about: 'states as people write them',
    bytes: lines(
      'License,State,Number,Expires',
      ...[
        'Tex.',
        'Calif',
        'Washington DC',
        'Washington',
        'TX (compact)',
        'N.Y.',
        'State of Ohio',
        'Penna.',
        'West Virginia',
        'Puerto Rico',
      ].map((state, at) => `RN,${state},${at + 1},05/31/2027`),
      'RN,Texas/Florida,11,05/31/2027',
      'RN,"TX, FL",12,05/31/2027',
    ),
    rows: {
      ...Object.fromEntries(
        ['TX', 'CA', 'DC', 'WA', 'TX', 'NY', 'OH', 'PA', 'WV', 'Puerto Rico'].map((state, at) => [
          at + 2,
          license(state, 'RN', `${at + 1}`, '2027-05-31', at === 4 ? { multistate: true } : {}),
        ]),
      ),
      12: 'ask',
      13: 'ask',
    },
  },
  {
    file: 'types.csv',
    about: 'types of license as boards write them',
    bytes: lines(
      'License type,State,Number,Expires',
      ...[
        'Registered Nurse',
        'RN - Registered Nurse',
        'Registered Professional Nurse',
        'LICENSED PRACTICAL NURSE',
        'Licensed Vocational Nurse',
        'PN',
        'APRN',
        'Certified Registered Nurse Anesthetist',
        'RN (Multistate)',
        'VN',
      ].map((type, at) => `${type},TX,${at + 1},05/31/2027`),
    ),
    rows: Object.fromEntries(
      ['RN', 'RN', 'RN', 'LPN', 'LVN', 'LPN', 'APRN', 'CRNA', 'RN', 'LVN'].map((type, at) => [
        at + 2,
        license('TX', type, `${at + 1}`, '2027-05-31', type === 'RN' && at === 8 ? { multistate: true } : {}),
      ]),
    ),
  },
  {
    file: 'one column.csv',
    about: 'state and type in one cell',
    bytes: lines(
      'Credential,Number,Expires',
      'Texas RN license,00012345,5/31/2027',
      'FL RN,RN9876543,4/30/2028',
      'ACLS (AHA),A-1,8/31/2027',
      'CCRN,C-991,6/30/2027',
    ),
    rows: {
      2: texas(),
      3: florida(),
      4: cert('ACLS', 'American Heart Association', '2027-08-31', { number: 'A-1' }),
      5: cert('CCRN', null, '2027-06-30', { number: 'C-991' }),
    },
  },
  {
    file: 'agency checklist.csv',
    about: 'licenses and certifications among shots and papers, with their status',
    bytes: lines(
      'Item,Required,Status,Number,Issuer,Issued,Expires,Uploaded on',
      'RN License - TX,Yes,Complete,00012345,Texas Board of Nursing,03/14/2019,05/31/2027,10/01/2026',
      'BLS,Yes,Complete,225410,American Heart Association,02/11/2026,02/29/2028,10/01/2026',
      'TB test,Yes,Complete,,,09/12/2026,09/12/2027,10/01/2026',
      'Driver’s license,No,Missing,,,,,',
    ),
    rows: {
      2: texas({ issuer: 'Texas Board of Nursing', issuedAt: '2019-03-14' }),
      3: cert('BLS', 'American Heart Association', '2028-02-29', {
        number: '225410',
        issuedAt: '2026-02-11',
      }),
      4: 'ask',
      5: 'ask',
    },
  },
  {
    file: 'agency roster.csv',
    about: 'one row for a person, each credential in columns of its own',
    bytes: lines(
      'Employee,Hire date,RN License #,RN State,RN Expiration,BLS Expiration,ACLS Expiration',
      '"O’Brien, Ann",03/01/2020,00012345,TX,05/31/2027,02/29/2028,08/31/2027',
    ),
    rows: { 2: texas() },
  },
  {
    file: 'bls first roster.csv',
    about: 'the date of a card stands before that of the license',
    bytes: lines(
      'Name,BLS Exp,License Type,State,License No,License Exp',
      'Ann O’Brien,02/29/2028,RN,TX,00012345,05/31/2027',
    ),
    rows: { 2: texas() },
  },
  {
    file: 'numbered rows.csv',
    about: 'the first column numbers the rows',
    bytes: lines(
      '#,License,State,License Number,Expires',
      '1,RN,Texas,00012345,5/31/2027',
      '2,RN,Florida,RN9876543,4/30/2028',
    ),
    rows: { 2: texas(), 3: florida() },
  },
  {
    file: 'no. is no number.csv',
    about: 'the only column that could be the number numbers the rows',
    bytes: lines('No.,License,State,Expires', '1,RN,Texas,5/31/2027', '2,RN,Florida,4/30/2028'),
    rows: { 2: license('TX', 'RN', null, '2027-05-31'), 3: license('FL', 'RN', null, '2028-04-30') },
  },
  {
    file: 'renewals.csv',
    about: 'the day of the last renewal and that of the next one',
    bytes: lines(
      'License,State,Number,Last Renewed,Renewal Due,Fee',
      'RN,Texas,00012345,05/12/2025,05/31/2027,$68.00',
    ),
    rows: { 2: texas() },
  },
  {
    file: 'last renewal only.csv',
    about: 'the only date is that of the last renewal',
    bytes: lines('License,State,Number,Last Renewal Date', 'RN,Texas,00012345,05/12/2025'),
    rows: { 2: license('TX', 'RN', '00012345', null) },
  },
  {
    file: 'two dates.csv',
    about: 'two columns of dates with the same name',
    bytes: lines('License,State,Number,Date,Date', 'RN,TX,00012345,3/14/2019,5/31/2027'),
    rows: { 2: 'ask' },
  },
  {
    file: 'licensee.csv',
    about: 'the name of the person is not that of the license',
    bytes: lines(
      'Licensee Name,License Number,License Type,Status,Expiration Date,State',
      `"O'BRIEN, ANN M",00012345,RN,Active,05/31/2027,TX`,
    ),
    rows: { 2: texas() },
  },
  {
    file: 'name of the person.csv',
    about: 'a column “Name” with persons',
    bytes: lines(
      'Name,Credential,State,Number,Expires',
      'Ann O’Brien,RN,TX,00012345,5/31/2027',
      'Ann O’Brien,BLS,,225410,2/29/2028',
      'Ann O’Brien,CCRN,,C-991,6/30/2027',
    ),
    rows: { 2: texas(), 3: 'ask', 4: cert('CCRN', null, '2027-06-30', { number: 'C-991' }) },
  },
  {
    file: 'licencias.csv',
    about: 'names of columns in Spanish, in an older encoding',
    bytes: windows1252(
      'Tipo de licencia;Estado;Número;Fecha de emisión;Fecha de vencimiento;Notas\r\nEnfermera registrada;Texas;00012345;14/03/2019;31/05/2027;renovación “en línea”\r\nRN;Nuevo México;R-12;14/03/2019;31/10/2027;\r\n',
    ),
    rows: {
      2: license('TX', 'RN', '00012345', '2027-05-31', {
        issuedAt: '2019-03-14',
        notes: 'renovación “en línea”',
      }),
      3: license('NM', 'RN', 'R-12', '2027-10-31', { issuedAt: '2019-03-14' }),
    },
  },
  {
    file: 'several lines.csv',
    about: 'line breaks and quotes in cells, commas at the end of rows',
    bytes: utf8(
      'License,State,Number,Expires,Notes,,\n"RN\n(compact)",Texas,00012345,5/31/2027,"Pay online, then\n""print"" it",,\nRN,Florida, RN9876543 ,4/30/2028,,,\n',
    ),
    rows: { 2: texas({ notes: 'Pay online, then\n"print" it', multistate: true }), 3: florida() },
  },
  {
    file: 'certifications.csv',
    about:
      'certifications by code, by name, by what is printed on the card; two in one cell; a teacher’s card',
    bytes: lines(
      'Certification,Certifying body,Cert #,Date Issued,Exp. Date',
      'BLS Provider,American Heart Association,225410,02/11/2026,02/29/2028',
      'Advanced Cardiovascular Life Support,American Heart Association,A-1,08/02/2025,08/31/2027',
      'CEN,,99001,01/05/2024,01/31/2028',
      'ACLS/PALS,American Heart Association,A-2,08/02/2025,08/31/2027',
      'BLS Instructor,American Heart Association,I-7,08/02/2025,08/31/2027',
    ),
    rows: {
      2: cert('BLS', 'American Heart Association', '2028-02-29', {
        number: '225410',
        issuedAt: '2026-02-11',
      }),
      3: cert('ACLS', 'American Heart Association', '2027-08-31', { number: 'A-1', issuedAt: '2025-08-02' }),
      4: cert('CEN', null, '2028-01-31', { number: '99001', issuedAt: '2024-01-05' }),
      5: 'ask',
      6: {
        kind: 'certification',
        name: 'BLS Instructor',
        issuer: 'American Heart Association',
        number: 'I-7',
        issuedAt: '2025-08-02',
        expiresAt: '2027-08-31',
      },
    },
  },
  {
    file: 'training record.csv',
    about: 'classes that expire are certifications',
    bytes: lines(
      'Course,Provider,Completion Date,Expiration Date',
      'BLS,American Red Cross,02/11/2026,02/29/2028',
      'NIHSS,Apex Innovations,03/02/2026,03/02/2027',
    ),
    rows: {
      2: cert('BLS', 'American Red Cross', '2028-02-29', { issuedAt: '2026-02-11' }),
      3: cert('NIHSS', 'Apex Innovations', '2027-03-02', { issuedAt: '2026-03-02' }),
    },
  },
  {
    file: 'city and state.csv',
    about: 'cities with the name of another state',
    bytes: lines(
      'Type,State,Number,Expires',
      'RN,"Kansas City, MO",1,05/31/2027',
      'RN,"Washington, Pennsylvania",2,05/31/2027',
      'RN,"Texas, Florida",3,05/31/2027',
      'RN,"Kansas City, MO / Texas",4,05/31/2027',
      'RN,"Washington, DC",5,05/31/2027',
    ),
    rows: {
      2: license('MO', 'RN', '1', '2027-05-31'),
      3: 'ask',
      4: 'ask',
      5: 'ask',
      6: license('DC', 'RN', '5', '2027-05-31'),
    },
  },
  {
    file: 'short states.csv',
    about: 'states in common short forms and in Spanish',
    bytes: lines(
      'Type,State,Number,Expires',
      ...[
        'N Carolina',
        'No. Dakota',
        'W Va',
        'D.C.',
        'Carolina del Sur',
        'Texas (compact)',
        'Islas Vírgenes',
      ].map((state, at) => `RN,${state},${at + 1},05/31/2027`),
    ),
    rows: Object.fromEntries(
      ['NC', 'ND', 'WV', 'DC', 'SC', 'TX', 'US Virgin Islands'].map((state, at) => [
        at + 2,
        license(state, 'RN', String(at + 1), '2027-05-31', state === 'TX' ? { multistate: true } : {}),
      ]),
    ),
  },
  {
    file: 'no states.csv',
    about: 'what is no state, or several',
    bytes: lines(
      'Type,State,Number,Expires',
      'RN,TX,1,05/31/2027',
      'RN,OH,2,05/31/2027',
      'RN,IA,3,05/31/2027',
      ...['Mo / Ks', 'Multi', 'US', 'TX & OK', 'OKC', 'Kansas City', 'Ontario'].map(
        (state, at) => `RN,${state},${at + 4},05/31/2027`,
      ),
    ),
    rows: {
      2: license('TX', 'RN', '1', '2027-05-31'),
      3: license('OH', 'RN', '2', '2027-05-31'),
      4: license('IA', 'RN', '3', '2027-05-31'),
    },
  },
  {
    file: 'current through.csv',
    about: 'the day of the education and of the fee are not the expiration',
    bytes: lines(
      'License,State,Number,Original date,Current through,CE due,Fee due',
      'RN,Texas,1,03/14/2019,05/31/2027,04/30/2027,03/31/2027',
    ),
    rows: { 2: license('TX', 'RN', '1', '2027-05-31', { issuedAt: '2019-03-14' }) },
  },
  {
    file: 'lapse date.csv',
    about: 'the day on which it lapses, the fee of the next renewal and the hours that expire',
    bytes: lines(
      'License,State,Number,Lapse date,Next renewal fee,Fee expires,Hours to expire',
      'RN,Texas,1,05/31/2027,03/31/2027,02/28/2027,12',
    ),
    rows: { 2: license('TX', 'RN', '1', '2027-05-31') },
  },
  {
    file: 'only due.csv',
    about: 'the day of the education alone',
    bytes: lines('License,State,Number,CE due', 'RN,Texas,1,05/31/2027'),
    rows: { 2: license('TX', 'RN', '1', null) },
  },
  {
    file: 'advanced practice.csv',
    about: 'advanced practice licenses of boards, with and without a state',
    bytes: lines(
      'License Type,License Number,Board,Expiration Date',
      'CRNA,1,D.C. Board of Nursing,05/31/2027',
      'NURSE PRACTITIONER,2,Texas Board of Nursing,05/31/2027',
      'Registered Nurse Anesthetist,3,Ohio Board of Nursing,05/31/2027',
      'Graduate Nurse,4,Ohio Board of Nursing,05/31/2027',
    ),
    rows: {
      2: license('DC', 'CRNA', '1', '2027-05-31', { issuer: 'D.C. Board of Nursing' }),
      3: license('TX', 'APRN', '2', '2027-05-31', { issuer: 'Texas Board of Nursing' }),
      4: license('OH', 'CRNA', '3', '2027-05-31', { issuer: 'Ohio Board of Nursing' }),
      5: 'ask',
    },
  },
  {
    file: 'other types.csv',
    about: 'a word that makes another license of a type',
    bytes: lines(
      'License Type,State,Number,Expires',
      'RN,Texas,1,05/31/2027',
      ...[
        'Graduate Nurse',
        'Registered Nurse applicant',
        'RN (inactive)',
        'Retired RN',
        'Temporary Registered Nurse',
        'not an RN',
        'RN temp permit',
      ].map((type, at) => `${type},Texas,${at + 2},05/31/2027`),
      'Registered Nurse Anesthetist,Texas,9,05/31/2027',
      'RN (not compact),Texas,10,05/31/2027',
    ),
    rows: {
      2: license('TX', 'RN', '1', '2027-05-31'),
      10: license('TX', 'CRNA', '9', '2027-05-31'),
      11: license('TX', 'RN', '10', '2027-05-31', { multistate: false }),
    },
  },
  {
    file: 'city in the name.csv',
    about: 'a city with the name of another state, and no column of states',
    bytes: lines('License,Number,Expires', 'RN Kansas City MO,1,05/31/2027', 'RN Kansas City,2,05/31/2027'),
    rows: { 2: license('MO', 'RN', '1', '2027-05-31'), 3: 'ask' },
  },
  {
    file: 'terms.csv',
    about: 'an old and a renewed term of the same license',
    bytes: lines(
      plain,
      'RN,Texas,00012345,03/14/2019,05/31/2025',
      'RN,Texas,00012345,03/14/2019,05/31/2027',
      'RN,Florida,RN9876543,06/20/2021,04/30/2028',
      'RN,Florida,RN9876543,06/20/2021,04/30/2026',
    ),
    rows: {
      2: 'none',
      3: texas(twoTruths.issued[0]),
      4: florida(twoTruths.issued[1]),
      5: 'none',
    },
  },
  {
    file: 'lanyard-vault.csv',
    about: 'the exported list of a vault',
    bytes: withMark(
      lines(
        'Name,License or certification,Type,State,Code,Number,Issued by,Issued on,Expires on,Never expires,Status,Days left,Tags,Notes,Archived',
        "Texas RN license,License,RN,TX,,'00012345,Texas Board of Nursing,2019-03-14,2027-05-31,no,active,185,travel; night,,no",
        'Basic Life Support,Certification,,,BLS,225410,American Heart Association,2026-02-11,2028-02-29,no,active,459,,,no',
        'Chemo class,Certification,,,,,City hospital,2026-02-11,,yes,active,,,,no',
      ),
    ),
    rows: {
      2: texas({ issuer: 'Texas Board of Nursing', issuedAt: '2019-03-14', tags: ['travel', 'night'] }),
      3: cert('BLS', 'American Heart Association', '2028-02-29', {
        number: '225410',
        issuedAt: '2026-02-11',
      }),
      4: {
        kind: 'certification',
        name: 'Chemo class',
        issuer: 'City hospital',
        issuedAt: '2026-02-11',
        neverExpires: true,
      },
    },
  },
]

export const licenseTables: readonly CorpusTable[] = [...portals, ...excel, ...words]
