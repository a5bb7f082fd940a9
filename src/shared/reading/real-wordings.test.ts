import { expect, test } from 'vitest'
import { readPage } from '#testing/read-pages.ts'
import type { Purpose } from './page.ts'
import { suggestionsIn } from './suggestions.ts'
import { coursesIn } from './transcript.ts'

const today = '2026-11-26'
/** What a page in the wording of an issuer says, a "?" behind what is only offered. */
function read(purpose: Purpose, ...lines: string[]): Record<string, string> {
  const found = suggestionsIn([readPage(lines)], today, purpose)
  return Object.fromEntries(
    found.map(({ field, value, confidence }) => [field, confidence === 'confident' ? value : `${value}?`]),
  )
}

test('the name of a body is no certification, and a legend names none of the holder', () => {
  const read1 = read(
    'credential',
    'Pediatric Nursing Certification Board',
    'Name   Rosa Delgado, BSN, RN',
    'Credential   Certified Pediatric Nurse (CPN)',
    'PNCB ID   10418827',
    'Certification Expires   02/28/2027',
  )
  expect(read1).toMatchObject({
    code: 'CPN',
    issuer: 'Pediatric Nursing Certification Board',
    number: '10418827',
    expiresAt: '2027-02-28',
  })
  const read2 = read(
    'credential',
    'American Academy of Nurse Practitioners Certification Board',
    'Credential:   FNP-C',
    'Current certification expires:   08/18/2031',
    'The credential A-GNP-C denotes Adult-Gerontology Primary Care Nurse Practitioner, Certified.',
    'The program is accredited by the Accreditation Board (ABSNC) through January 31, 2029.',
  )
  expect(read2).toMatchObject({ code: 'FNP-C', expiresAt: '2031-08-18' })
})

test('of two bodies of one program the first of the catalog issues it', () => {
  const card = read(
    'credential',
    'Neonatal Resuscitation Program Provider',
    'American Academy of Pediatrics   American Heart Association',
    'Issue date: 06/03/2026',
  )
  expect(card.issuer).toBe('American Academy of Pediatrics')
})

test('the last renewal is no end of a license', () => {
  const page = read(
    'credential',
    'Texas Board of Nursing',
    'Registered Nurse',
    'Original issue   02/11/2014',
    'Last renewal   03/02/2026',
    'Expiration date   03/31/2028',
  )
  expect(page).toMatchObject({ issuedAt: '2014-02-11', expiresAt: '2028-03-31' })
})

const course = ['Certificate of Attendance', 'Contact hours: 5.5']

test.each([
  ['Program Sponsor:', 'Tallgrass Care Association'],
  ['Sponsoring agency:', 'Tallgrass Care Association'],
  ['Educational provider:', 'Tallgrass Care Association'],
])('“%s %s” names the provider', (label, name) => {
  expect(read('course', ...course, `${label} ${name}`).provider).toBe(name)
})

test('a title does not go on in the next field of a list', () => {
  const list = read(
    'course',
    ...course,
    'Event   Trauma-Informed Care Across the Lifespan',
    'Sponsoring agency   Three Rivers Network',
    'Approved by   Ohio Nurses Association (OBN-001-91)',
    'The Ohio Nurses Association is accredited as an approver of nursing education by the ANCC.',
  )
  expect(list).toMatchObject({
    title: 'Trauma-Informed Care Across the Lifespan',
    provider: 'Three Rivers Network',
    approvedBy: 'Ohio Nurses Association',
  })
})

test('initials are the provider by the name that they stand for', () => {
  const accredited = 'LPD is accredited as a provider of nursing education by the ANCC.'
  expect(read('course', ...course, 'Lakeside Professional Development', accredited).provider).toBe(
    'Lakeside Professional Development',
  )
  expect(read('course', ...course, accredited).provider).toBe('LPD?')
})

test('a body below the head of a page is offered, and a board that is only named', () => {
  const page = read(
    'course',
    ...course,
    'awarded to',
    'Rosa Delgado',
    'Lakeside Technical College',
    'Content meets criteria of the Minnesota Board of Nursing.',
  )
  expect(page).toMatchObject({
    provider: 'Lakeside Technical College?',
    approvedBy: 'Minnesota Board of Nursing?',
  })
})

test('the holder stands above what was done, with an address between', () => {
  const page = read(
    'course',
    'Certificate of Completion',
    'Rosa Delgado',
    '71 Cutter Street, Gloucester, MA 01930',
    'has successfully completed the following course:',
    'Herbal Medications',
    'on 08/19/2026 for 10 contact hours, 5 of which are pharmacotherapeutic hours.',
  )
  expect(page).toMatchObject({ holderName: 'Rosa Delgado', completedAt: '2026-08-19', amount: '10' })
})

test('the only date of a sentence about attending is the day of the course', () => {
  const mail = 'Thank you for attending our live webinar “Managing Agitation” today, September 24, 2026.'
  const next = 'Our next webinar is on October 22, 2026.'
  expect(read('course', mail, 'You have earned 1.0 contact hour.', next).completedAt).toBe('2026-09-24')
})

test('the column of an educational provider is that of providers, and a title is no name', () => {
  const page = readPage([
    'Course History',
    'Ottavia Brannigan   RN 9381204',
    'Completed    Course Name               Educational Provider    Hours',
    '01/11/2026   Medical Errors            Gulfstream Partners     2',
    '01/18/2026   Trafficking Awareness     Nightingale Academy     2',
  ])
  const providers = coursesIn([page], today).map(
    (one) => one.find(({ field }) => field === 'provider')?.value,
  )
  expect(providers).toEqual(['Gulfstream Partners', 'Nightingale Academy'])
  const head = suggestionsIn([page], today, 'course')
  expect(head.find(({ field }) => field === 'holderName')?.value).toBe('Ottavia Brannigan')
})
