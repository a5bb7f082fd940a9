import { describe, expect, test } from 'vitest'
import { readPage } from '#testing/read-pages.ts'
import type { Purpose, SuggestedField } from './page.ts'
import { suggestionsIn } from './suggestions.ts'

/** What the page says of a field, a "?" behind what is only offered. */
const reader =
  (purpose: Purpose, ...head: string[]) =>
  (field: SuggestedField, ...lines: string[]): string => {
    const found = suggestionsIn([readPage([...head, ...lines])], '2026-11-23', purpose).find(
      (each) => each.field === field,
    )
    return found ? found.value + (found.confidence === 'confident' ? '' : '?') : ''
  }
const course = reader('course', 'Certificate of Completion', 'Continuing education')
const license = reader('credential', 'Ohio Board of Nursing', 'Registered Nurse')

describe('a title', () => {
  test.each([
    ['Safety at the Triage Window', 'Safety at the Triage Window'],
    ['Safety at the Triage Window (new and', 'Safety at the Triage Window (new?'],
    ['Safety at the “Triage', 'Safety at the “Triage?'],
    ['Safety (Part 2)', 'Safety (Part 2)'],
    ['Evaluation GNA-2071 Form', 'Evaluation GNA-2071 Form?'],
    ['2026 Trauma Symposium', '2026 Trauma Symposium'],
    ['Moral Distress on Monday, September', 'Moral Distress on Monday, September?'],
    ['Everything went well during this exam', 'Everything went well during this exam?'],
    ['Triage and the Law', 'Triage and the Law'],
    ['Rapid Compliance: Clinical |', 'Rapid Compliance: Clinical |?'],
    ['Harbor Hotel, Mobile, Alabama', 'Harbor Hotel, Mobile, Alabama?'],
    ['Quiet Rooms on Ward 3 South', 'Quiet Rooms?'],
    ['Stroke', 'Stroke'],
  ])('“%s” is read as “%s”', (title, read) => {
    expect(course('title', `Title: ${title}`)).toBe(read)
  })

  test('of one word in a line of its own may be the head of another part', () => {
    expect(course('title', 'Course', 'Overview')).toBe('Overview?')
    expect(course('title', 'Course title', 'Stroke')).toBe('Stroke')
  })

  test('is neither the holder nor the provider', () => {
    expect(course('title', 'Participant: Rosa Delgado', 'Title: Rosa Delgado')).toBe('Rosa Delgado?')
    expect(course('title', 'Provider: Lakeside Academy', 'Title: Lakeside Academy')).toBe('Lakeside Academy?')
  })

  test('may go on where the next line has its size and nothing of its own', () => {
    expect(course('title', 'Title: Sepsis Before Midnight', '4 contact hours')).toBe('Sepsis Before Midnight')
  })
})

test.each([
  ['Lakeside Nurse Institute', 'Lakeside Nurse Institute'],
  ['Lakeside Nurse Institute and', 'Lakeside Nurse Institute and?'],
  ['Lakeside institute for better nursing', 'Lakeside institute for better nursing?'],
  ['Online CE library', 'Online CE library?'],
  ['Nursing Education Center', 'Nursing Education Center?'],
  ['University of Ohio', 'University of Ohio'],
])('the provider “%s” is read as “%s”', (provider, read) => {
  expect(course('provider', `Provider: ${provider}`)).toBe(read)
})

test('a provider whose name may begin before it is offered', () => {
  expect(course('provider', 'Pr. Lakeside Academy is accredited as a provider')).toBe('Lakeside Academy?')
})

test.each([
  [['Contact hours: 3.5'], '3.5'],
  [['Contact hours: 3.5', 'Claimed  2.25'], '3.5?'],
  [['Contact hours: 3.5', 'Version 1.2'], '3.5'],
  [['Contact hours: 3.5', 'Pharmacology contact hours: 1.0'], '3.5'],
  [['Contact hours: 2.0', '1.5 AMA PRA Category 1 Credits'], '2'],
])('hours in %j: %s', (lines, hours) => {
  expect(course('amount', ...lines)).toBe(hours)
})

test.each([
  [['Presented on 06/20/2026', '06/18/2026'], '2026-06-20'],
  [['On 06/20/2026', '06/18/2026'], '2026-06-20?'],
  [['Completed on: 06/20/2026', '06/18/2026'], '2026-06-20'],
  [['Completed on: 06/20/2026', '01/05/2026'], '2026-06-20'],
  [['Completed on: 06/20/2026', 'Released: 06/18/2026'], '2026-06-20'],
  [['Completed on: 06/20/2026', 'Issued: 06/25/2026'], '2026-06-20'],
])('the day of a course in %j: %s', (lines, day) => {
  expect(course('completedAt', ...lines)).toBe(day)
})

test.each([
  [['Expires: 06/30/2027'], '2027-06-30'],
  [['Expires: 06/30/2027', '06/30/2028'], '2027-06-30?'],
  [['Expires: 06/30/2027', 'Issued: 06/30/2025'], '2027-06-30'],
  [['Expires: 06/30/2027', 'CE due: 06/30/2028'], '2027-06-30'],
])('the end of a license in %j: %s', (lines, end) => {
  expect(license('expiresAt', ...lines)).toBe(end)
})

test('of two roles in lines of their own, either may be the license’s', () => {
  expect(
    license('type', 'Graduates work beside a nurse practitioner who supervises every one of them daily'),
  ).toBe('RN')
  expect(license('type', 'Advanced Practice Registered Nurse')).toMatch(/\?$/)
  const advanced = reader('credential', 'Ohio Board of Nursing', 'The Advanced Practice Registered Nurse')
  expect(advanced('type', 'License No.: 123456')).toBe('APRN')
})

test('the license of another profession is offered', () => {
  const other = reader('credential', 'Ohio Medical Board', 'License No.: 5401008', 'Expires: 06/30/2027')
  expect(other('type', 'RESPIRATORY THERAPIST LICENSE')).toBe('Respiratory Therapist?')
})

test.each([
  ['Approved by the Iowa Board of Nursing, provider number 78.', '78'],
  [
    'Approved by the Iowa Board of Nursing, number 4471, and the American Nurses Credentialing Center, provider number 78.',
    '78?',
  ],
  ['Approved by the California Board of Registered Nursing, CEP 12345; also by the ANCC.', 'CEP 12345'],
])('the number of the approver in “%s”: %s', (line, number) => {
  expect(course('providerNumber', line)).toBe(number)
})

test('a Spanish title in a picture is offered, for its accents may be lost', () => {
  const title = (text: string, confidence: number) =>
    suggestionsIn(
      [readPage([`Título: ${text}`, 'Contact hours: 2'], confidence)],
      '2026-11-23',
      'course',
    ).find(({ field }) => field === 'title')?.confidence
  expect(title('Manejo de las Ulceras por Presién', 96)).toBe('doubtful')
  expect(title('Manejo de las Úlceras por Presión', 100)).toBe('confident')
  expect(title('Care of Pressure Ulcers', 96)).toBe('confident')
})

test('a number in a picture is filled in only if every character was read with much confidence', () => {
  const number = (confidence: number) =>
    suggestionsIn(
      [readPage(['Ohio Board of Nursing', 'Registered Nurse', 'License No.: RN.123456'], confidence)],
      '2026-11-23',
    ).find(({ field }) => field === 'number')?.confidence
  expect(number(87)).toBe('doubtful')
  expect(number(88)).toBe('confident')
})

test('another number beside one that only “ID” names may be that of the license', () => {
  expect(license('number', 'ID: 21554087')).toBe('21554087')
  expect(license('number', 'ID: 21554087', 'Active   RN.1673390')).toBe('21554087?')
  expect(license('number', 'License No.: RN.1673390', 'Active   21554087')).toBe('RN.1673390')
})

describe('a certification', () => {
  const card = reader('credential', 'American Heart Association', 'Certification expires 06/30/2028')

  test('is one of several that a letter lists', () => {
    expect(card('code', 'Basic Life Support')).toBe('BLS')
    expect(card('code', 'Basic Life Support', 'Trauma Nursing Core Course')).toMatch(/\?$/)
    expect(card('issuer', 'Basic Life Support', 'Trauma Nursing Core Course')).toMatch(/\?$/)
  })

  test('that a sentence names by its initials may be another one', () => {
    const sentence = 'Met all objectives of the program under the latest guidelines for BLS'
    expect(card('code', sentence)).toBe('BLS?')
    expect(card('code', 'BLS® Provider', sentence)).toBe('BLS')
  })

  test('does not end when an offer ends', () => {
    const dated = reader(
      'credential',
      'American Heart Association',
      'Basic Life Support',
      'eCard code 123456789',
    )
    expect(
      dated('expiresAt', 'Credit for nurses may be claimed on the platform until December 31, 2026.'),
    ).toBe('2026-12-31?')
    expect(
      dated('expiresAt', 'This card is valid for its holder, as everybody can see, until December 31, 2026.'),
    ).toBe('2026-12-31')
  })
})

test.each([
  [['Examination passed on 08/12/2025', 'Certification period: 10/01/2025 - 09/30/2030'], '2025-10-01'],
  [['Certified from 10/01/2025 to 09/30/2030', 'Exam date: 08/12/2025'], '2025-10-01'],
  [['Date of certification: 10/01/2025', 'Date tested: 08/12/2025'], '2025-10-01'],
  [['Date tested: 08/12/2025', 'Effective 10/01/2025', 'Expires 09/30/2030'], '2025-10-01'],
  [['Exam date: 08/12/2025', 'Certification expires 09/30/2030'], '2025-08-12?'],
  [['Date of the examination: 08/12/2025', 'Certification expires 09/30/2030'], '2025-08-12?'],
])('a nurse is certified later than the exam in %j: %s', (lines, day) => {
  expect(
    reader('credential', 'Wound Care Certification Board', 'Rosa Delgado, RN')('issuedAt', ...lines),
  ).toBe(day)
})

test('a receipt fills in nothing', () => {
  const receipt = reader('course')
  const hours = ['Continuing education', '3 contact hours']
  expect(receipt('amount', ...hours, 'Completed on 06/01/2026')).toBe('3')
  expect(receipt('amount', ...hours, 'Thank you. Please bring this receipt.')).toBe('3?')
  expect(receipt('amount', ...hours, 'Receipt 4471', 'Completed on 06/01/2026')).toBe('3')
})

test('the name of a field is no value', () => {
  expect(course('provider', 'Provider: Institution')).not.toBe('Institution')
})
