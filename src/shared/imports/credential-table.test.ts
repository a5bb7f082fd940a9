import { describe, expect, test } from 'vitest'
import { english } from '#shared/i18n/translate.ts'
import type { DayOrder } from '#shared/kernel/spreadsheet-cells.ts'
import { type CredentialUse, guessCredentialColumns } from './credential-columns.ts'
import { findCertificationIn, findRoleIn, readState } from './credential-match.ts'
import { type OwnCells, parseCredentialRows } from './credential-table.ts'
import { kindOfTable } from './table-head.ts'

const isCredentialHeader = (header: string[]) => kindOfTable({ header, rows: [] }) === 'credentials'
const today = '2026-11-27'

describe('the columns are guessed from their names', () => {
  test.each([
    [
      ['Credential', 'State', 'License #', 'Issue Date', 'Exp. Date', 'Issuing body', 'Comments'],
      ['name', 'state', 'number', 'issuedAt', 'expiresAt', 'issuer', 'notes'],
    ],
    [
      ['Type', 'Jurisdiction', 'Number', 'Valid through', 'Compact?', 'Tag'],
      ['type', 'state', 'number', 'expiresAt', 'multistate', 'tags'],
    ],
    [
      ['certification_name', 'issued_by', 'issued_on', 'expires_on'],
      ['name', 'issuer', 'issuedAt', 'expiresAt'],
    ],
    [
      ['Record type', 'Role', 'Multi state', 'Renewal cycle', 'Organization', 'Labels', 'Remarks', 'Item'],
      ['kind', 'type', 'multistate', 'renewalCycle', 'issuer', 'tags', 'notes', 'name'],
    ],
    [
      ['License type', 'Licence', 'Multistate', 'Renewed every (years)', 'Organisation', 'ID', 'Earned'],
      ['type', 'name', 'multistate', 'renewalCycle', 'issuer', 'number', 'issuedAt'],
    ],
    [
      [' EXP_DATE ', 'Effective', 'Renewal  years', 'Issuing\tbody', 'Profession', 'Category'],
      ['expiresAt', 'issuedAt', 'renewalCycle', 'issuer', 'type', 'kind'],
    ],
    [
      ['Prototype', 'My role', 'Roles', 'Any kind', 'Kinds', 'Subtype'],
      [null, null, null, null, null, null],
    ],
    [
      ['Typed by', 'My role is', 'A kind of it', 'Expired?', 'Expertise', 'Due'],
      [null, null, null, 'expiresAt', null, null],
    ],
    [
      ['Name', 'Title', `${'x'.repeat(100)} tags`],
      ['name', null, null],
    ],
    [
      ['Foo', 'Bar'],
      [null, null],
    ],
  ])('%j', (header, uses) => {
    expect(guessCredentialColumns(header)).toEqual(uses)
  })

  test('in Spanish, too, as in an exported list', () => {
    const header =
      'Nombre,Licencia o certificación,Tipo,Estado,Código,Número,Entidad emisora,Fecha de emisión,Fecha de vencimiento,No vence nunca,Estatus,Días restantes,Etiquetas,Notas,Archivada'
    expect(guessCredentialColumns(header.split(','))).toEqual([
      ...['name', 'kind', 'type', 'state', null, 'number', 'issuer', 'issuedAt', 'expiresAt'],
      ...['neverExpires', 'status', null, 'tags', 'notes', null],
    ])
    expect(isCredentialHeader(header.split(','))).toBe(true)
    expect(isCredentialHeader(['Título', 'Proveedor', 'Fecha', 'Horas'])).toBe(false)
  })

  test('and a table of courses is distinguished from one of credentials', () => {
    expect(isCredentialHeader(['Name', 'State', 'Expires'])).toBe(true)
    expect(isCredentialHeader(['Course', 'Provider', 'Date', 'Contact hours'])).toBe(false)
    for (const amount of ['CEUs', 'CEU', 'Hour', 'Hours', 'Credit', 'Credits'])
      expect(isCredentialHeader(['Title', amount, 'Completed', 'Expires'])).toBe(false)
    for (const column of ['Expires', 'State', 'License no'])
      expect(isCredentialHeader(['Name', column])).toBe(true)
    expect(isCredentialHeader(['Name', 'Notes'])).toBe(false)
  })
})

test('names are matched with the catalogs', () => {
  expect(
    ['BLS', 'basic life support', 'AHA BLS Provider card', 'ccrn (adult)', 'CCRN-K'].map(
      (text) => findCertificationIn(text)?.code,
    ),
  ).toEqual(['BLS', 'BLS', 'BLS', 'CCRN', 'CCRN-K'])
  expect(['Forklift', '', ' - ', 'bls2', 'Other', `${'x'.repeat(300)} BLS`].map(findCertificationIn)).toEqual(
    [...[null, null, null, null, null, null]],
  )
  expect(
    ['My CCRN-K card of 2026', 'BLS and something'].map((text) => findCertificationIn(text)?.code),
  ).toEqual([...['CCRN-K', 'BLS']])
  expect(
    ['tx', 'Texas', 'Texas Board of Nursing', 'West Virginia', 'State of Ohio', 'Puerto', 'in order'].map(
      (text) => readState(text).state,
    ),
  ).toEqual(['TX', 'TX', 'TX', 'WV', 'OH', null, null])
  expect(
    [' tx ', 'State of OH', 'Board of West Virginia', 'The state of TX', `${'x '.repeat(150)}Texas`].map(
      (text) => readState(text).state,
    ),
  ).toEqual(['TX', 'OH', 'WV', 'TX', null])
  expect(
    ['Registered Nurse', 'RN license', 'Advanced Practice Registered Nurse', 'Pilot'].map(findRoleIn),
  ).toEqual(['RN', 'RN', 'APRN', null])
  expect(['an lpn', 'x'.repeat(300).concat(' RN'), ''].map(findRoleIn)).toEqual(['LPN', null, null])
})

const header = ['Name', 'State', 'Number', 'Issued', 'Expires', 'Issued by']
const uses = guessCredentialColumns(header)
const parse = (...cells: string[]) =>
  parseCredentialRows([{ line: 2, cells }], { header, uses, order: 'month-first', today, t: english })[0]

describe('a row', () => {
  test('that names a state is a license', () => {
    expect(parse('RN license', 'Texas', 'TX-12', '04/01/2024', '3/31/2027', '')).toMatchObject({
      ...{ line: 2, kind: 'license', problems: [] },
      input: { type: 'RN', state: 'TX', number: 'TX-12', issuedAt: '2024-04-01', expiresAt: '2027-03-31' },
    })
  })

  test('that names a certification of the catalog has its code, and its only issuer', () => {
    expect(parse('BLS Provider', '', '', '', 'Mar 31, 2027', 'American Heart Association')).toMatchObject({
      ...{ kind: 'certification', problems: [] },
      input: { name: 'Basic Life Support', code: 'BLS', issuer: 'American Heart Association' },
    })
    expect(parse('CCRN', '', '', '', '', '')?.input).toMatchObject({
      issuer: 'AACN Certification Corporation',
    })
  })

  test('without a known issuer, or with an invalid date, has a problem', () => {
    expect(parse('BLS', '', '', '', '', '')?.problems.map(({ path }) => path)).toEqual(['issuer'])
    expect(parse('CCRN', '', '', '', '13/45/2027', '')?.problems).toEqual([
      { path: 'expiresAt', message: '“13/45/2027” is not a date' },
    ])
    expect(
      parse('RN', 'Texas', '', '2027-01-01', '2026-01-01', '')?.problems.map(({ path }) => path),
    ).toEqual(['issuedAt', 'expiresAt'])
    expect(
      parse('Lawyer license', '', '', '', '', '')
        ?.problems.map(({ path }) => path)
        .sort(),
    ).toEqual(['state', 'type'])
  })

  test('may say that the credential never expires', () => {
    for (const cell of ['Never', 'Does not expire', 'Lifetime'])
      expect(parse('CCRN', '', '', '', cell, '')).toMatchObject({
        problems: [],
        input: { neverExpires: true, expiresAt: null },
      })
    expect(parse('CCRN', '', '', '', '', '')?.input).toMatchObject({ neverExpires: false, expiresAt: null })
  })
})

const columns = [
  'Kind',
  'Name',
  'Type',
  'State',
  'No.',
  'Expires',
  'Issuer',
  'Renewed every',
  'Compact',
  'Tags',
  'Notes',
]
const read = (
  cells: Partial<Record<(typeof columns)[number], string>>,
  order: DayOrder = 'month-first',
  own: OwnCells<CredentialUse> | null = null,
) =>
  parseCredentialRows([{ line: 2, cells: columns.map((column) => cells[column] ?? '') }], {
    ...{ header: columns, uses: guessCredentialColumns(columns), order, today, t: english },
    ...(own ? { own: new Map([[2, own]]) } : {}),
  })[0]

describe('every column', () => {
  test('of a license is imported', () => {
    const row = read({
      ...{
        Name: ' My Texas license ',
        Type: 'Registered Nurse',
        State: 'Texas',
        'No.': ' 12 ',
        Expires: '3/31/2027',
      },
      ...{
        Issuer: 'Board of Nursing',
        'Renewed every': '2',
        Compact: 'yes',
        Tags: 'travel; night',
        Notes: ' mine ',
      },
    })
    expect(row?.input).toEqual({
      ...{
        kind: 'license',
        title: 'My Texas license',
        type: 'RN',
        state: 'TX',
        number: '12',
        issuedAt: null,
      },
      ...{ expiresAt: '2027-03-31', neverExpires: false, issuer: 'Board of Nursing', renewalCycle: 2 },
      ...{ multistate: true, tags: ['travel', 'night'], notes: 'mine' },
    })
    expect(row?.problems).toEqual([])
  })

  test('may be empty', () => {
    const row = read({ Type: 'RN', State: 'TX', 'No.': '7', Expires: '-' })
    expect(row?.input).toEqual({
      ...{ kind: 'license', title: null, type: 'RN', state: 'TX', number: '7', issuedAt: null },
      ...{ expiresAt: null, neverExpires: false, issuer: null, tags: [], notes: null },
    })
    expect(row?.problems).toEqual([])
  })

  test('but the number and the dates of a license, together, is asked about until the owner has looked at the row', () => {
    const cells = { Type: 'RN', State: 'TX', Expires: '-' }
    const message = 'Neither a number nor a date. Check that you hold it.'
    expect(read(cells)?.problems).toEqual([{ path: 'number', message }])
    expect(read(cells, 'month-first', { number: '' })?.problems).toEqual([])
  })

  test('of a certification is imported', () => {
    expect(read({ Type: 'ACLS', Issuer: 'AHA', 'No.': '7', Tags: 'icu', Notes: 'mine' })?.input).toEqual({
      ...{ kind: 'certification', code: 'ACLS', name: 'Advanced Cardiovascular Life Support' },
      issuer: 'American Heart Association',
      ...{ number: '7', issuedAt: null, expiresAt: null, neverExpires: false, tags: ['icu'], notes: 'mine' },
    })
    expect(read({ Name: 'Chemotherapy', Issuer: 'ONS' })?.input).toMatchObject({
      ...{ name: 'Chemotherapy', code: null, issuer: 'ONS' },
    })
  })

  test.each([
    ['y', true],
    ['TRUE', true],
    ['1', true],
    ['Multistate', true],
    ['no', false],
    ['0', false],
    ['Sí', true],
    ['single-state, not yes', false],
    ['Single', false],
  ])('“%s” for a compact license is %s', (Compact, multistate) => {
    expect(read({ Type: 'RN', State: 'TX', Compact })?.input).toMatchObject({ multistate })
  })

  test.each(['TX only', 'Yes (pending)', 'applied', 'eNLC', 'maybe'])(
    '“%s” for a compact license is asked about',
    (Compact) => {
      const row = { Type: 'RN', State: 'TX', 'No.': '7', Compact }
      expect(read(row)?.problems).toEqual([{ path: 'multistate', message: `“${Compact}”: yes or no?` }])
      expect(read(row, 'month-first', { multistate: 'no' })).toMatchObject({
        ...{ problems: [], input: { multistate: false } },
      })
    },
  )

  test('“I don’t know” about a compact license is kept, whatever the type says', () => {
    const row = read({ Type: 'RN (compact)', State: 'TX', 'No.': '7' }, 'month-first', {
      multistate: 'unknown',
    })
    expect(row?.input).not.toHaveProperty('multistate')
  })

  test.each([
    ['BLS', 'AHA', 'American Heart Association'],
    ['BLS', 'Red Cross', 'American Red Cross'],
    ['CCRN', 'AACN', 'AACN Certification Corporation'],
    ['BLS - AHA', '', 'American Heart Association'],
    ['BLS', 'American', 'American'],
    ['BLS', 'City Hospital', 'City Hospital'],
  ])('%s of “%s” is issued by %s', (Name, Issuer, issuer) => {
    expect(read({ Name, Issuer })?.input).toMatchObject({ issuer })
  })

  test.each([
    ['Austin TX', 'TX'],
    ['Dallas, TX 75201', 'TX'],
    ['Miami, Florida 33101-1234', 'FL'],
    ['Texas City, TX', 'TX'],
    ['Winston-Salem NC', 'NC'],
    ['O’Fallon MO', 'MO'],
    ['LOUISIANA-PN', 'LA'],
  ])('%s is in %s', (State, state) => {
    expect(read({ Type: 'RN', State, 'No.': '7' })).toMatchObject({ problems: [], input: { state } })
  })

  test.each(['Pending TX', 'not in TX', 'Washington NC', 'TX OK', 'Virginia Beach', 'Miami', 'OKC'])(
    '%s is asked about',
    (State) => {
      expect(read({ Type: 'RN', State, 'No.': '7' })?.problems.map(({ path }) => path)).toEqual(['state'])
    },
  )

  test.each([
    ['20', 20],
    ['0.5', 0.5],
    ['0', undefined],
    ['20.5', undefined],
    ['often', undefined],
    ['2 years', 2],
    ['every 2 yrs', 2],
    ['24 months', 2],
    ['18 mo.', 1.5],
    ['2 cycles', undefined],
  ])('“%s” years between renewals are %s', (years, renewalCycle) => {
    const input: object = read({ Type: 'RN', State: 'TX', 'Renewed every': years })?.input ?? {}
    expect('renewalCycle' in input ? input.renewalCycle : undefined).toBe(renewalCycle)
  })

  test.each<[string, DayOrder, string]>([
    ['4/3/2027', 'month-first', '2027-04-03'],
    ['4/3/2027', 'day-first', '2027-03-04'],
  ])('%s is read %s', (Expires, order, expiresAt) => {
    expect(read({ Type: 'RN', State: 'TX', Expires }, order)?.input).toMatchObject({ expiresAt })
  })

  test('that is not a date is quoted in short form, and only once', () => {
    const long = 'sometime in the spring of 2027, I think'
    expect(read({ Type: 'RN', State: 'TX', Expires: long })?.problems).toEqual([
      { path: 'expiresAt', message: '“sometime in the spring of 202…” is not a date' },
    ])
    expect(read({ Type: 'RN', State: 'TX', Expires: 'Almost never' })?.problems).toHaveLength(1)
    expect(read({ Type: 'RN', State: 'TX', Expires: 'x'.repeat(30) })?.problems[0]?.message).toContain(
      `“${'x'.repeat(30)}”`,
    )
  })
})

describe('a row is', () => {
  test.each<[Parameters<typeof read>[0], string]>([
    [{ Kind: 'Licence', Name: 'BLS' }, 'license'],
    [{ Kind: 'certification', Name: 'RN license' }, 'certification'],
    [{ Kind: 'x', Name: 'Driving licence' }, 'license'],
    [{ Type: 'Nursing license', Name: 'BLS' }, 'license'],
    [{ Name: 'BLS', State: 'TX', Type: 'RN' }, 'certification'],
    [{ Type: 'BLS', State: 'TX' }, 'certification'],
    [{ Name: 'Card', State: 'TX' }, 'license'],
    [{ Name: 'Card', Type: 'LPN' }, 'license'],
    [{ Name: 'Registered Nurse' }, 'license'],
    [{ Name: 'Card' }, 'certification'],
  ])('%j: a %s', (cells, kind) => {
    expect(read(cells)?.kind).toBe(kind)
  })

  test.each<[Parameters<typeof read>[0], string, string]>([
    [{ Name: 'RN license', Issuer: 'Texas Board of Nursing' }, 'RN', 'TX'],
    [{ Name: 'RN license of Ohio' }, 'RN', 'OH'],
    [{ Name: 'RN license of Ohio', State: 'Maine' }, 'RN', 'ME'],
    [{ Name: 'RN license', Type: 'Practical nurse', State: 'Somewhere' }, 'LPN', 'Somewhere'],
  ])('%j: a license of the type %s in %s', (cells, type, state) => {
    expect(read(cells)?.input).toMatchObject({ type, state })
  })
})

test.each(['Never', 'No expiration', 'Does not expire', 'LIFETIME', 'Non-expiring', 'No vence'])(
  'a certification with “%s” for its date never expires',
  (Expires) => {
    expect(read({ Name: 'CCRN', Expires })).toMatchObject({ problems: [], input: { neverExpires: true } })
  },
)

test.each([
  'N/A',
  'na',
  'None',
  'n/a - pending',
  'Unknown',
  'TBD',
  'Pending',
  '-',
  '?',
  'not yet issued',
  '#N/A',
])('a certification with “%s” for its date has no date yet, and does not last forever', (Expires) => {
  expect(read({ Name: 'CCRN', Expires })).toMatchObject({
    ...{ problems: [], input: { neverExpires: false, expiresAt: null } },
  })
})

test.each(['Never again', 'No expiration date', 'Lapsed', 'Active', 'None of these', 'Lifetime Fitness'])(
  'a certification with “%s” for its date has a problem',
  (Expires) => {
    expect(read({ Name: 'CCRN', Expires })?.problems.map(({ path }) => path)).toEqual(['expiresAt'])
  },
)

describe('a number', () => {
  const numberOf = (number: string) => read({ Type: 'RN', State: 'TX', 'No.': number })

  test.each([
    '00012345',
    'RN 12-345',
    '12-34567',
    '041.123456',
    'E1234',
    '12E',
    '1.234',
    '12,345',
    '2251 8841',
    '2364 0231 7745',
  ])('%s is kept as it is', (number) => {
    expect(numberOf(number)).toMatchObject({ problems: [], input: { number } })
  })

  test.each([
    ['#77', '77'],
    ['#RN 93-4567', 'RN 93-4567'],
    ['RN: 812345', '812345'],
  ])('%s is %s without its mark', (cell, number) => {
    expect(numberOf(cell)).toMatchObject({ problems: [], input: { number } })
  })

  test.each([
    '845123/AP12345',
    '88421, 99812',
    '2251 or 8841',
    '884213 RN99812',
    '884213 LPN 99812',
    '884213\n998122',
    '1.23457E+11',
    '1,23457e+11',
    '2E+5',
    '05/12/2026',
    '12-May',
    'May-26',
    '2026-05-12',
    '12345.0',
    '***45',
    'XXX-XX-1234',
    '####',
    '#REF!',
    '=A1',
  ])('%s has a problem', (number) => {
    expect(numberOf(number)?.problems.map(({ path }) => path)).toEqual(['number'])
  })

  test('that the owner has typed is taken as it is', () => {
    const cells = ['RN', 'TX', '12-05-1998']
    const own = new Map([[2, { number: '12-05-1998' }]])
    const table = {
      uses: ['type', 'state', 'number'] as const,
      header: ['Type', 'State', 'Number'],
      order: 'month-first',
      today,
      t: english,
    } as const
    const read = (more: object) => parseCredentialRows([{ line: 2, cells }], { ...table, ...more })[0]
    expect(read({})?.problems).toHaveLength(1)
    expect(read({ own })).toMatchObject({ problems: [], input: { number: '12-05-1998' } })
  })
})

test('a text that names two states, two types or two certifications has a problem', () => {
  const pathsOf = (cells: Parameters<typeof read>[0]) => read(cells)?.problems.map(({ path }) => path)
  expect(pathsOf({ Type: 'RN', State: 'Texas/Florida' })).toEqual(['state'])
  expect(pathsOf({ Type: 'RN/LPN', State: 'TX' })).toEqual(['type'])
  expect(pathsOf({ Name: 'ACLS & PALS', Issuer: 'AHA' })).toEqual(['name'])
  expect(pathsOf({ Name: 'BLS/CPR', Issuer: 'AHA' })).toEqual([])
})

test.each([
  ['Washington DC', 'DC'],
  ['Washington, D.C.', 'DC'],
  ['Washington', 'WA'],
  ['West Virginia', 'WV'],
  ['Virginia', 'VA'],
  ['Tex.', 'TX'],
  ['N. Mex.', 'NM'],
  ['Hawaiʻi', 'HI'],
  ['Nueva York', 'NY'],
  ['PR', 'Puerto Rico'],
  ['Guam', 'Guam'],
  ['TX (compact)', 'TX'],
  ['Ontario', null],
  ['Active', null],
])('%s in a column of states is %s', (text, state) => {
  expect(readState(text)).toMatchObject({ state, isSeveral: false })
})
