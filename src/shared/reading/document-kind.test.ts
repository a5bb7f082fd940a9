import { describe, expect, test } from 'vitest'
import { readPage } from '#testing/read-pages.ts'
import type { Purpose, ReadPage } from './page.ts'
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
  const rows = [
    'Ethics   03/14/2026   2 contact hours',
    'Sepsis   03/15/2026   1 contact hour',
    'Stroke   03/16/2026',
  ]
  test('says so in its heading', () => {
    expect(read('Transcript')).toBe('ce_transcript')
    expect(read('Course history')).toBe('ce_transcript')
    expect(read('2 contact hours', 'A transcript of all your courses is in your account.')).toBe(
      'ce_certificate',
    )
  })

  test('has two rows with title, date and hours', () => {
    expect(read(...rows)).toBe('ce_transcript')
    expect(read(...rows.slice(1))).toBe('ce_certificate')
    expect(read('Certificate of Attendance', ...rows)).toBe('ce_certificate')
  })
})

describe('the page decides between kinds:', () => {
  const kindOn = (purpose: Purpose, ...lines: string[]) =>
    suggestionsIn([readPage(lines)], '2026-11-23', purpose).find(({ field }) => field === 'kind')?.value
  const course = [
    'Certificate of Successful Completion',
    'License No. / State   RN9377214 / FL',
    'Course Name   Fall Prevention Without Alarms',
    'Number of Hours   2.0',
    'Release date   06/01/2024',
    'Expiration date of the course   06/01/2027',
    'Date of Completion   07/09/2026',
    'Date of Issue   07/10/2026',
    'A Florida Board of Nursing approved provider',
  ]
  test('a course with the license of its owner is a course, and its values are read', () => {
    const read = suggestionsIn([readPage(course)], '2026-11-23', 'course')
    expect(Object.fromEntries(read.map(({ field, value }) => [field, value]))).toMatchObject({
      kind: 'ce_certificate',
      title: 'Fall Prevention Without Alarms',
      completedAt: '2026-07-09',
      amount: '2',
    })
  })

  test('a certification whose footer states hours is a certification', () => {
    const card = [
      'Certificate of Completion',
      'Basic Life Support',
      'Learners may claim 2.5 contact hours from an accredited provider of continuing education.',
    ]
    expect(kindOn('credential', ...card)).toBe('certification')
    expect(kindOn('course', ...card)).toBe('ce_certificate')
  })

  test('what is nothing of the page is named, and only offered', () => {
    const license = ['Texas Board of Nursing', 'License No.: 884213', 'Issued: 03/31/2025']
    const read = suggestionsIn([readPage(license)], '2026-11-23', 'course')
    expect(read.map(({ field, confidence }) => [field, confidence])).toEqual([
      ['kind', 'confident'],
      ['completedAt', 'doubtful'],
    ])
    expect(kindOn('credential', '2 contact hours', 'Continuing education')).toBe('ce_certificate')
  })
})
