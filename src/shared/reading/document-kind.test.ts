import { describe, expect, test } from 'vitest'
import { placedPage, readPage } from '#testing/read-pages.ts'
import type { ReadPage } from './page.ts'
import { suggestionsIn } from './suggestions.ts'

/** The kind of the document, a "?" behind it if it may be another one. */
function kindOf(page: ReadPage): string {
  const found = suggestionsIn([page], '2026-11-23').find(({ field }) => field === 'kind')
  return found ? found.value + (found.confidence === 'confident' ? '' : '?') : ''
}
const read = (...lines: string[]) => kindOf(readPage(lines))

describe('a CE certificate', () => {
  test.each([
    '2 contact hours',
    '1 contact hour',
    '2 clock hours',
    'Credit hours: 2',
    'Continuing education',
    'Continuing nursing education',
    'Continuing medical education',
    'Continuing professional development',
    'Continuing competence',
  ])('says “%s”', (line) => {
    expect(read(line)).toBe('ce_certificate')
  })

  test.each([
    'Certificate of Successful Completion',
    'Certificate of Attendance',
    'CERTIFICATE OF ACHIEVEMENT',
    'Certificate of Participation',
    '0.3 CEU',
    '0.3 CEUs',
    '2 CNE',
    '2 NCPD',
    '1 CE credit',
    '2 CE credits',
    'A CME activity',
    'Provider number: 15567',
    'Provider #15567',
    'Provider No. 15567',
    'Provider approved by a board',
    'An approved provider',
    'AMA PRA',
    'An accredited provider',
    'accredited as a provider',
    'Course title: Ethics',
    'Activity title: Ethics',
    'Program title: Ethics',
  ])('says “%s” and when it was completed', (line) => {
    expect(read(line, 'Date completed: 03/14/2026')).toBe('ce_certificate')
    expect(read(line, '03/14/2026')).toBe('')
    expect(read(line, 'Expires: 03/14/2026')).toBe('')
  })

  test.each(['Provider: Lakeside', 'Certificate number: 12', 'cne', 'Course: Ethics'])('not “%s”', (line) => {
    expect(read(line, 'Date completed: 03/14/2026')).toBe('')
  })
})

describe('a license', () => {
  test.each([
    'License #12',
    'License# 12',
    'License No. 12',
    'Licence number 12',
    'License type: RN',
    'LICENSE STATUS: ACTIVE',
    'Licensee number 12',
    'Licensed number 12',
    'Is licensed as a nurse',
    'License to practice',
    'Licensed to practice',
    'Ohio Board of Nursing',
  ])('says “%s”', (line) => {
    expect(read(line)).toBe('license')
  })

  test.each([
    'Licensee',
    'Board of Registered Nursing',
    'Board of Vocational Nursing',
    'Board of Practical Nursing',
    'The Board of Nursing',
    'Multistate',
    'Single State',
    'Compact privilege',
    'License',
  ])('says “%s” and when it expires', (line) => {
    expect(read(line, 'Expires: 05/31/2027').replace('?', '')).toBe('license')
    expect(read(line, '05/31/2027')).toBe('')
  })

  test('is not any document that names a state', () => {
    expect(read('Ohio', 'Licensee')).toBe('')
  })
})

describe('a certification', () => {
  test.each([
    'eCard',
    'E-Card',
    'Certification number 12',
    'Certification No. 12',
    'Certification #12',
    'Certification period',
    'Certification date',
    'Certification expires',
    'Board certified',
    'Board-certified',
    'Recommended renewal',
    'Renew by',
    'Cognitive evaluation',
    'Skills evaluations',
    'Cognitive and skills evaluations',
    'Valid for 1 year',
    'Valid for 2 years',
    'Valid two years',
    'Validity: three (3) years',
    'Validity period: 5 years',
    'Instructor of the American Heart Association',
    'Basic Life Support',
  ])('says “%s”', (line) => {
    expect(read(line)).toBe('certification')
  })

  test.each([
    'Certification Corporation',
    'Certification Board',
    'Credentialing Center',
    'Provider card',
    'Course completion card',
    'Instructor: Ann Becker',
    'Training center: Lakeside',
    'Training site: Lakeside',
    'Certified',
  ])('says “%s” and when it expires', (line) => {
    expect(read(line, 'Expires: 05/31/2027').replace('?', '')).toBe('certification')
    expect(read(line, '05/31/2027')).toBe('')
  })

  test('is not any document with letters behind a name', () => {
    expect(read('Rosa Delgado, RN, CCRN', 'Certified')).toBe('')
  })
})

test('that may be another one is only offered', () => {
  expect(read('2 contact hours', 'Certified')).toBe('ce_certificate')
  expect(read('2 contact hours', 'Instructor: Ann Becker')).toBe('ce_certificate?')
})

describe('a list of courses', () => {
  const head = ['Course history', 'Contact hours']
  const rows = ['Ethics   03/14/2026', 'Sepsis   03/15/2026', 'Stroke   03/16/2026']

  test('has three dates below each other', () => {
    expect(read(...head, ...rows)).toBe('ce_transcript')
    expect(read(...head, ...rows.slice(0, 2))).toBe('ce_certificate?')
    expect(read(...head, '03/14/2026   03/15/2026   03/16/2026')).toBe('ce_certificate?')
    expect(read('Transcript')).toBe('ce_transcript')
  })

  test.each([
    [20, 'ce_transcript'],
    [40, 'ce_certificate?'],
  ])('may be a little skew: %i pixels', (aside, kind) => {
    const page = placedPage([
      ['Course history', 20, 20],
      ['Contact hours', 20, 50],
      ['03/14/2026', 300, 80],
      ['03/15/2026', 300 + aside, 110],
      ['03/16/2026', 300 - aside, 140],
    ])
    expect(kindOf(page)).toBe(kind)
  })
})
