import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isCalendarDate } from '#shared/kernel/dates.ts'
import { readPage } from '#testing/read-pages.ts'
import type { ReadPage } from './page.ts'
import { suggestionsIn } from './suggestions.ts'

const today = '2026-11-23'
const read = (...lines: string[]) => suggestionsIn([readPage(lines)], today)
const valuesIn = (...lines: string[]) =>
  Object.fromEntries(read(...lines).map(({ field, value }) => [field, value]))
const sureIn = (...lines: string[]) =>
  Object.fromEntries(read(...lines).map(({ field, confidence }) => [field, confidence === 'confident']))

describe('a license', () => {
  const card = [
    'Texas Board of Nursing',
    'Registered Nurse',
    'Name:  Rosa Delgado',
    'License No.:  884213',
    'Issue Date:  03/31/2025',
    'Expiration Date:  03/31/2027',
  ]
  test('gives state, type, number, dates and name', () => {
    expect(valuesIn(...card)).toEqual({
      kind: 'license',
      state: 'TX',
      type: 'RN',
      number: '884213',
      holderName: 'Rosa Delgado',
      issuedAt: '2025-03-31',
      expiresAt: '2027-03-31',
    })
    expect(Object.values(sureIn(...card))).not.toContain(false)
  })

  test('says where each value stands', () => {
    const number = read(...card).find(({ field }) => field === 'number')
    expect(number?.where).toMatchObject([{ page: 1, box: { y: 90, height: 20 } }])
    expect(number?.printed).toBe('884213')
  })

  test('never takes a birthday for its own, and the original issue date if there is no other', () => {
    const lines = [
      'Ohio Board of Nursing',
      'License Number: 412345',
      'Date of Birth: 04/05/1980',
      'Original Issue Date: 05/06/2011',
    ]
    expect(valuesIn(...lines)).toMatchObject({ issuedAt: '2011-05-06' })
    expect(sureIn(...lines)).toMatchObject({ issuedAt: true })
    expect(valuesIn(...lines).expiresAt).toBeUndefined()
    expect(valuesIn(...lines, 'Issued: 05/06/2025')).toMatchObject({ issuedAt: '2025-05-06' })
  })

  test('with labels below their values is read, too', () => {
    expect(
      valuesIn(
        'Georgia Board of Nursing',
        'LICENSED PRACTICAL NURSE',
        'Rosa Delgado  LPN254658',
        'Name          License Number',
        '06/01/2025  05/31/2027',
        'Date Issued  Expires',
      ),
    ).toMatchObject({ type: 'LPN', issuedAt: '2025-06-01', expiresAt: '2027-05-31' })
  })
})

describe('a certification', () => {
  test('that names only the month is offered until its end, not filled in', () => {
    const card = [
      'American Heart Association',
      'Basic Life Support',
      'BLS Provider',
      'Issue Date: 06/12/2025',
      'Renew By: 06/2027',
    ]
    expect(valuesIn(...card)).toMatchObject({ kind: 'certification', code: 'BLS', expiresAt: '2027-06-30' })
    expect(sureIn(...card)).toMatchObject({ expiresAt: false, issuedAt: true })
  })

  test.each(['Valid for 2 years', 'Validity: two (2) years', 'VALIDITY PERIOD - 3 YEARS'])(
    'is surely one if it is valid for some years, though it is called a certificate of completion: “%s”',
    (validity) => {
      const card = [
        'The Heart Rescue School',
        'Certificate of Completion',
        'Basic Life Support',
        'Completed on 03/14/2026',
      ]
      expect(sureIn(...card, validity)).toMatchObject({ kind: true })
      expect(valuesIn(...card, validity)).toMatchObject({ kind: 'certification' })
    },
  )

  test('has the two dates of its period', () => {
    expect(
      valuesIn(
        'AACN Certification Corporation',
        'CCRN (Adult)',
        'Certification Period: 2/1/2025 through 1/31/2028',
      ),
    ).toMatchObject({
      code: 'CCRN',
      issuer: 'AACN Certification Corporation',
      issuedAt: '2025-02-01',
      expiresAt: '2028-01-31',
    })
  })

  test('is not in the name of its instructor', () => {
    const card = [
      'American Heart Association',
      'BLS Provider',
      'Instructor Name: Miguel Patel',
      'Renew By: 06/2027',
    ]
    expect(valuesIn(...card).holderName).toBeUndefined()
  })

  test('with dates that contradict each other is only offered', () => {
    expect(
      sureIn('American Heart Association', 'BLS Provider', 'Issued: 06/12/2027', 'Expires: 06/12/2025'),
    ).toMatchObject({ issuedAt: false, expiresAt: false })
  })
})

describe('a CE certificate', () => {
  test('gives course, provider, approver, hours and the day', () => {
    expect(
      valuesIn(
        'Certificate of Completion',
        'This certifies that',
        'Rosa Delgado, RN, BSN',
        'has successfully completed',
        'Ethics at the Bedside',
        'on March 14, 2026',
        'Contact Hours: 2.5',
        'Provider: Lakeside Nursing Education',
        'Provider approved by the California Board of Registered Nursing, Provider Number CEP 15567',
      ),
    ).toEqual({
      kind: 'ce_certificate',
      title: 'Ethics at the Bedside',
      provider: 'Lakeside Nursing Education',
      approvedBy: 'California Board of Registered Nursing',
      providerNumber: 'CEP 15567',
      amount: '2.5',
      unit: 'contact_hour',
      holderName: 'Rosa Delgado',
      completedAt: '2026-03-14',
    })
  })

  test.each([
    ['CEUs: 0.3', '0.3', 'ceu'],
    ['Awarded 1.5 AMA PRA Category 1 Credits', '1.5', 'cme_credit'],
    ['Total contact hours: 4 (of which 0.5 pharmacotherapeutic hours)', '4', 'contact_hour'],
  ])('reads the amount of "%s"', (line, amount, unit) => {
    expect(valuesIn('Certificate of Attendance', 'Continuing education', line)).toMatchObject({
      amount,
      unit,
    })
  })

  test('is not sure of one of several days', () => {
    const lines = ['Certificate of Attendance', 'Contact Hours: 2', 'Dates of attendance: 03/10/2026']
    expect(valuesIn(...lines)).toMatchObject({ completedAt: '2026-03-10' })
    expect(sureIn(...lines)).toMatchObject({ completedAt: false })
    expect(sureIn(...lines.slice(0, 2), 'Dates of attendance: 03/10/2026 - 03/12/2026')).toMatchObject({
      completedAt: true,
    })
  })

  test('does not take the day on which its approval ends', () => {
    expect(
      valuesIn(
        'Certificate of Completion',
        'Contact Hours: 2',
        'Completion Date: 02/03/2026',
        'Approval expires 12/31/2027',
      ),
    ).toMatchObject({ completedAt: '2026-02-03' })
  })
})

/** The dates of a document, a "?" behind what is only offered. */
const datesOf = (...lines: string[]) =>
  read(...lines)
    .filter(({ field }) => field.endsWith('At'))
    .map(({ field, value, confidence }) => `${field} ${value}${confidence === 'confident' ? '' : '?'}`)

describe('of several dates', () => {
  const license = (...lines: string[]) => datesOf('Ohio Board of Nursing', 'License type: RN', ...lines)

  test.each([
    [['Completed: 01/05/2025', 'Issued: 02/06/2025'], ['issuedAt 2025-02-06']],
    [['Issued: 02/2025', 'Issued: 02/06/2025'], ['issuedAt 2025-02-06']],
    [['Expires: 03/31/2027', 'Expires: 03/31/2027'], ['expiresAt 2027-03-31']],
    [['Expires: 03/31/2027', 'Expires: 03/31/2028'], ['expiresAt 2027-03-31?']],
    [['Expires: 3/10/27'], ['expiresAt 2027-03-10?']],
    [['Expires: 3/31/27'], ['expiresAt 2027-03-31']],
    [['Expires: 03/31/2027', 'Renew by: 04/2027'], ['expiresAt 2027-03-31?']],
    [['Date: 03/31/2025'], []],
    [['Date: 02/01/2025', 'Issued: 02/06/2025'], ['issuedAt 2025-02-06']],
    // The second may be the end of a period.
    [['Issued: 02/06/2025 02/07/2025'], ['issuedAt 2025-02-06?']],
    [['Issued: 02/06/2025', '02/07/2025'], ['issuedAt 2025-02-06']],
    [['Issued: 02/2025'], ['issuedAt 2025-02-01?']],
    // "Expires" belongs to the first only if labels stand below.
    [
      ['04/30/2027', 'Expires', 'Issued', '02/06/2025', 'Renew by: 03/31/2027'],
      ['issuedAt 2025-02-06', 'expiresAt 2027-03-31?'],
    ],
    [['06/01/2025 - 05/31/2027'], ['issuedAt 2025-06-01?', 'expiresAt 2027-05-31?']],
  ])('of a license in %j: %j', (lines, dates) => {
    expect(license(...lines)).toEqual(dates)
  })

  test.each([
    [
      ['Issued: 03/31/2027', 'Expires: 03/31/2027'],
      ['issuedAt 2027-03-31?', 'expiresAt 2027-03-31?'],
    ],
    [
      ['Issued: 11/23/2026', 'Expires: 11/24/2026'],
      ['issuedAt 2026-11-23', 'expiresAt 2026-11-24'],
    ],
    [
      ['Issued: 11/24/2026', 'Expires: 11/30/2026'],
      ['issuedAt 2026-11-24?', 'expiresAt 2026-11-30'],
    ],
    [
      ['Issued: 12/31/2025', 'Expires: 01/01/2036'],
      ['issuedAt 2025-12-31', 'expiresAt 2036-01-01'],
    ],
    [
      ['Issued: 01/01/2025', 'Expires: 01/01/2038'],
      ['issuedAt 2025-01-01', 'expiresAt 2038-01-01?'],
    ],
    [['Expires: 12/31/2037'], ['expiresAt 2037-12-31']],
    [['Expires: 01/01/2038'], ['expiresAt 2038-01-01?']],
    [
      ['Issued: 03/22/2004', 'Expires: 07/14/2027'],
      ['issuedAt 2004-03-22', 'expiresAt 2027-07-14'],
    ],
    [
      ['Issued: 03/22/1960', 'Expires: 07/14/2027'],
      ['issuedAt 1960-03-22?', 'expiresAt 2027-07-14'],
    ],
    [['Renew by: 07/01/2027', 'Expires: 07/14/2027'], ['expiresAt 2027-07-14']],
    [
      ['It was issued to you on March 4, 2026,', 'and will expire on April 30, 2028 unless it is renewed.'],
      ['issuedAt 2026-03-04', 'expiresAt 2028-04-30'],
    ],
    [['Expired: 01/01/2003'], ['expiresAt 2003-01-01']],
    [['Issued: 01/01/2003'], ['issuedAt 2003-01-01']],
  ])('those that no license can have are offered: %j', (lines, dates) => {
    expect(license(...lines)).toEqual(dates)
  })

  const certificate = (...lines: string[]) =>
    datesOf('Continuing nursing education', 'Contact hours: 2', ...lines)

  test.each([
    [['Issued: 03/20/2026', 'Completed: 03/14/2026'], ['completedAt 2026-03-14']],
    [['Issued: 03/20/2026'], ['completedAt 2026-03-20?']],
    [['Date: 03/20/2026', 'Completion date: 03/14/2026'], ['completedAt 2026-03-14']],
    [['Date: 03/20/2026'], ['completedAt 2026-03-20']],
    [['Completed: 03/14/2026', 'Expires: 03/14/2028'], ['completedAt 2026-03-14']],
    [['Completed: 03/14/2026', '03/20/2026'], ['completedAt 2026-03-14']],
    [['Expires: 03/14/2028'], []],
    [['Completed: 11/24/2026'], ['completedAt 2026-11-24?']],
    [['Completed: 03/2026'], ['completedAt 2026-03-01?']],
    // A date that nothing names is probably its day.
    [['Austin, 03/14/2026'], ['completedAt 2026-03-14?']],
    [['Austin, 11/23/2026'], ['completedAt 2026-11-23?']],
    [['Austin, 03/14/2026', 'Dallas, 03/14/2026'], ['completedAt 2026-03-14?']],
    [['Austin, 03/14/2026', 'Dallas, 03/15/2026'], []],
    [['Austin, 11/24/2026'], []],
    [['Austin, 11/24/2026', 'Dallas, 03/14/2026'], ['completedAt 2026-03-14?']],
    [['Austin, 03/14/2026', 'Date of birth: 04/05/1980'], ['completedAt 2026-03-14?']],
    [['Date of birth: 04/05/1980'], []],
  ])('of a certificate in %j: %j', (lines, dates) => {
    expect(certificate(...lines)).toEqual(dates)
  })

  test('the others are not kept where only one stands', () => {
    expect(license('Austin, 03/14/2026')).toEqual([])
  })

  test('each says where it stands', () => {
    const [expiry] = read('Ohio Board of Nursing', 'License type: RN', 'Expires: 03/31/2027 or sooner').slice(
      -1,
    )
    expect(expiry).toMatchObject({ printed: '03/31/2027', where: [{ page: 1, box: { x: 72, width: 80 } }] })
    const [day] = read('Continuing nursing education', 'Contact hours: 2', 'Austin, 03/14/2026').slice(-1)
    expect(day).toMatchObject({ printed: '03/14/2026', where: [{ page: 1, box: { x: 64, width: 80 } }] })
  })

  test('a label that was hardly read makes its date doubtful', () => {
    const page = readPage(['Ohio Board of Nursing', 'License type: RN', 'Expires: 03/31/2027'])
    const words = page.words.map((word) => (word.text === 'Expires:' ? { ...word, confidence: 60 } : word))
    expect(suggestionsIn([{ ...page, words }], today).at(-1)).toMatchObject({
      field: 'expiresAt',
      value: '2027-03-31',
      confidence: 'doubtful',
    })
  })
})

test('of a document of no known kind, name and dates are read', () => {
  const lines = ['Name: Rosa Delgado', 'Completed: 03/14/2026', 'Issued: 03/20/2026', 'Expires: 03/31/2027']
  expect(valuesIn(...lines)).toEqual({
    holderName: 'Rosa Delgado',
    completedAt: '2026-03-14',
    issuedAt: '2026-03-20',
    expiresAt: '2027-03-31',
  })
})

test('its kind stands nowhere in a document', () => {
  expect(read('Ohio Board of Nursing', 'License type: RN')[0]).toEqual({
    field: 'kind',
    value: 'license',
    confidence: 'confident',
    printed: '',
    where: [],
  })
})

test('words that were read with little confidence are never certain', () => {
  const page = readPage(['Texas Board of Nursing', 'License No.: 884213', 'Expiration Date: 03/31/2027'], 60)
  expect(
    suggestionsIn([page], today).filter(
      ({ field, confidence }) => field !== 'kind' && confidence === 'confident',
    ),
  ).toEqual([])
})

describe('whatever was read', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'Expires',
      'Issued:',
      'Name',
      'License No.',
      '03/31/2027',
      '02/30/2026',
      '13/2027',
      'through',
      '-',
      'RN',
      'Contact Hours:',
      '2.5',
      'CEU',
      'completed',
      'approved by',
      'March',
      '31,',
      '2027',
      'Board of Nursing',
      'Texas',
      '#',
    ),
    fc.string({ maxLength: 12 }),
  )
  const lines = fc.array(
    fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(' ')),
    { maxLength: 25 },
  )

  test('has only fields that are there once and dates that the calendar has', () => {
    fc.assert(
      fc.property(lines, (text) => {
        const found = read(...text)
        expect(new Set(found.map(({ field }) => field)).size).toBe(found.length)
        for (const { field, value } of found)
          if (field.endsWith('At')) expect(isCalendarDate(value)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  test('is no page that is not one', () => {
    const box = { x: Number.NaN, y: 0, width: 1, height: 1 }
    const page: ReadPage = {
      number: 1,
      width: 0,
      height: 0,
      words: [{ text: 'Expires', page: 1, box, confidence: 1 }],
    }
    expect(suggestionsIn([page], today)).toEqual([])
    expect(suggestionsIn([], today)).toEqual([])
  })
})

test('the date of the next class is not the end of a card', () => {
  const lines = ['Basic Life Support', 'Renew By 07/31/2028', 'Next renewal class of this center: 12/05/2026']
  expect(valuesIn(...lines).expiresAt).toBe('2028-07-31')
})
