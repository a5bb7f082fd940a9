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

  test('never takes a birthday or the original issue date for its own', () => {
    const values = valuesIn(
      'Ohio Board of Nursing',
      'License Number: 412345',
      'Date of Birth: 04/05/1980',
      'Original Issue Date: 05/06/2011',
    )
    expect(values.issuedAt).toBeUndefined()
    expect(values.expiresAt).toBeUndefined()
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
