import { expect, test } from 'vitest'
import { placedPage, readPage } from '#testing/read-pages.ts'
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

test('a board’s certificate to practice is a license, in Spanish, too', () => {
  expect(
    read(
      'credential',
      'ARIZONA STATE BOARD OF NURSING',
      'having met the requirements of law is hereby certified to practice as a',
      'Certified Registered Nurse Anesthetist',
      'Certificate Number: AP228104',
      'This certificate is valid until April 1, 2027',
    ),
  ).toMatchObject({ kind: 'license', state: 'AZ', number: 'AP228104', expiresAt: '2027-04-01' })
  expect(
    read(
      'credential',
      'GOBIERNO DE PUERTO RICO',
      'JUNTA EXAMINADORA DE ENFERMERÍA',
      'queda autorizada para ejercer la profesión de',
      'ENFERMERA GENERALISTA',
      'Núm. de licencia: 058213',
      'Fecha de expedicién original: 14 de junio de 2013',
      'Fecha de vencimiento: 22 de febrero de 2029',
    ),
  ).toMatchObject({
    kind: 'license',
    type: 'RN',
    number: '058213',
    issuedAt: '2013-06-14',
    expiresAt: '2029-02-22',
  })
})

test('a Spanish certificate of participation is one on the page of a course', () => {
  const page = read(
    'course',
    'Colegio de la Enfermería de Borinquen',
    'Certificado de Participación',
    'Otorgado a',
    'Yaritza Camacho de la Rosa',
    'por haber participado en el taller',
    '«Manejo del dolor en el adulto mayor»',
    'celebrado el 12 de septiembre de 2026 con un valor de 4.5 horas contacto',
    'Proveedor aprobado por la Junta Examinadora de Enfermería de Puerto Rico',
  )
  expect(page).toMatchObject({
    kind: 'ce_certificate',
    title: 'Manejo del dolor en el adulto mayor',
    provider: 'Colegio de la Enfermería de Borinquen',
    holderName: 'Yaritza Camacho de la Rosa',
    completedAt: '2026-09-12',
    amount: '4.5',
  })
})

test('what ends is a credential, even if nothing says which one', () => {
  const page = read(
    'credential',
    'Lakeside Medical Center',
    'Date of test: 10/05/2026',
    'Next test due: 10/05/2027',
  )
  expect(page).toMatchObject({
    kind: 'certification?',
    issuer: 'Lakeside Medical Center?',
    issuedAt: '2026-10-05',
    expiresAt: '2027-10-05',
  })
})

test('a number with the letters of a profession is that of its license', () => {
  const card = ['STATE OF CALIFORNIA', 'BOARD OF REGISTERED NURSING', 'REGISTERED NURSE']
  expect(read('credential', ...card, 'RN 95311846').number).toBe('RN 95311846')
  expect(read('credential', ...card, 'RN 95311846', 'RN 95311847').number).toBe('RN 95311846?')
})

test('a month and a year of two digits is an end only behind a word that says so', () => {
  const page = ['New York Board of Nursing', 'License No: 741209']
  expect(read('credential', ...page, 'Registered through last day of : 08/28').expiresAt).toBe('2028-08-31?')
  expect(read('credential', ...page, 'Form 08/28').expiresAt).toBeUndefined()
})

test('the only state is that of the license, unless it ends an address', () => {
  const page = ['Nurse Aide Registry', 'License No: 741209']
  expect(read('credential', ...page, 'Kansas Department for Aging').state).toBe('KS')
  expect(read('credential', ...page, 'Topeka, Kansas 66603').state).toBe('KS?')
})

test('initials in a sentence are offered, unless it certifies', () => {
  const card = ['American Heart Association', 'Renew by: 03/31/2028']
  expect(read('credential', ...card, 'according to the 2025 Guidelines for CPR and ECC').code).toBe('CPR?')
  expect(read('credential', ...card, 'is CCRN® certified in Adult Critical Care').code).toBe('CCRN')
})

test('much the largest print is the title, and a line of wide spaces is one', () => {
  const page = placedPage([
    ['CERTIFICATE OF SUCCESSFUL COMPLETION', 20, 20],
    ['Understanding Vasoactive Infusions', 20, 60, 34],
    ['Awarded to', 20, 100],
    ['Rosa Delgado', 20, 124, 20],
    ['2.5 contact hours', 20, 160],
  ])
  const titleIn = (pages: Parameters<typeof suggestionsIn>[0]) =>
    suggestionsIn(pages, today, 'course').find(({ field }) => field === 'title')
  expect(titleIn([page])).toMatchObject({
    value: 'Understanding Vasoactive Infusions',
    confidence: 'confident',
  })
  const words = ['Comfort', 'Without', 'Delay', 'at', 'Home'].map((text, at) => ({
    text,
    page: 1,
    confidence: 96,
    box: { x: 20 + at * 110, y: 100, width: 90, height: 20 },
  }))
  const typed = placedPage([
    ['Contact hours: 2', 20, 20],
    ['Course title:', 20, 70, 20],
  ])
  expect(titleIn([{ ...typed, words: [...typed.words, ...words] }])?.value).toBe(
    'Comfort Without Delay at Home',
  )
})

test.each([
  [['Topic: Cultural Humility', 'Employee name: Rosa Delgado   Title: RN Case Manager'], 'Cultural Humility'],
  [['Course   Compassion Fatigue and Self-Care', 'Format   Self-study'], 'Compassion Fatigue and Self-Care'],
  [
    ['Subject: Your CE certificate', 'You completed “Kidney Care at Home” on 04/02/2026'],
    'Kidney Care at Home',
  ],
])('the title in %j', (lines, title) => {
  expect(read('course', ...course, ...lines).title?.replace('?', '')).toBe(title)
})

test('the last row of a list does not go on in that of the total', () => {
  const page = readPage([
    'Activity               Date earned   Contact hours',
    'Stroke Alert Response  05/10/2026    1.5',
    'Pediatric Pain Scales  08/21/2026    0.75',
    'Total                                2.25',
  ])
  const titles = coursesIn([page], today).map((one) => one.find(({ field }) => field === 'title')?.value)
  expect(titles).toEqual(['Stroke Alert Response', 'Pediatric Pain Scales'])
})

test('a provider is named without “The”', () => {
  const accredited =
    'The University of Cascadia is accredited as a provider of nursing education by the ANCC.'
  expect(read('course', ...course, accredited).provider).toBe('University of Cascadia')
})

test('each approver has its own number, and a CEP number is one of California', () => {
  const both = [
    'Accredited by the American Nurses Credentialing Center, Provider Number P0675.',
    'Elite is approved by the California Board of Registered Nursing, Provider Number CEP15022.',
  ].join(' ')
  const page = read('course', ...course, both)
  expect([page.approvedBy, page.providerNumber]).toEqual([
    'California Board of Registered Nursing',
    'CEP 15022',
  ])
  expect(read('course', ...course, 'Provider no. CEP 18220').approvedBy).toBe(
    'California Board of Registered Nursing',
  )
})

test('the day of a sentence counts more than that of its mail, and a greeting names the owner', () => {
  const mail = read(
    'course',
    'Date: April 4, 2026',
    'Dear Thaddeus Moonan,',
    'On April 2, 2026 you completed our course and earned 2.0 contact hours.',
  )
  expect(mail).toMatchObject({ holderName: 'Thaddeus Moonan', completedAt: '2026-04-02' })
  expect(
    read('course', ...course, 'Dear Ann Becker,', 'This certifies that Rosa Delgado attended.').holderName,
  ).toBe('Rosa Delgado')
})

test('a date with a time of day is that of the print', () => {
  const page = read(
    'credential',
    'Ohio Board of Nursing',
    'License No. RN.398214',
    'Expires 10/31/2027',
    '11/20/28 10:02 AM',
  )
  expect(page.expiresAt).toBe('2027-10-31')
})

test('a name of a program that other bodies use is known, and no part of a longer one', () => {
  const card = ['American Red Cross', 'Expires: 02/28/2028']
  expect(read('credential', ...card, 'Advanced Life Support').code).toBe('ACLS')
  expect(read('credential', ...card, 'Pediatric Advanced Life Support').code).toBe('PALS')
})

test('a date at the beginning of a line belongs to the label at the end of the line before', () => {
  const card = ['American Red Cross', 'BLS Provider', 'On file. Issued: 09/03/2025 Expires:', '07/16/2027']
  expect(read('credential', ...card)).toMatchObject({ issuedAt: '2025-09-03', expiresAt: '2027-07-16' })
})

test('a body whose name begins like an event is one', () => {
  expect(read('course', 'Summit CE', ...course).provider).toBe('Summit CE')
  expect(read('course', 'Nursing Education Summit 2026', ...course).provider).toBeUndefined()
})

test('rows of a list are no lines of one title, and “CEs” are hours', () => {
  const page = readPage([
    'Training Record',
    'Course title              Completion date      CEs      Status',
    'HIPAA Refresher           01/05/2026           0.5      Passed',
    'Bloodborne Pathogens      01/06/2026           1.0      Passed',
  ])
  const valuesOfRow = coursesIn([page], today).map((one) => one.map(({ value }) => value).slice(0, 3))
  expect(valuesOfRow).toEqual([
    ['HIPAA Refresher', '2026-01-05', '0.5'],
    ['Bloodborne Pathogens', '2026-01-06', '1'],
  ])
})

test.each([
  ['4 contact hours (all in pharmacology)', '4'],
  ['45 minutes = 0.75 contact hour', '0.75'],
  ['2 contact hours, 60 minutes = 1 contact hour', '2'],
])('the hours in “%s” are %s', (line, amount) => {
  expect(read('course', 'Certificate of Attendance', line).amount?.replace('?', '')).toBe(amount)
})

test('who presents a course provides it, and “for” names the owner of its certificate', () => {
  const page = read(
    'course',
    'Certificate of completion for Isadora Quintero',
    'Wildflower Nurse Academy presents',
    'For 2.0 contact hours of continuing education in Nurse Practice Act and Ethics on June 21, 2026',
    'approved by: Midwest Multistate Division',
  )
  expect(page).toMatchObject({
    provider: 'Wildflower Nurse Academy',
    holderName: 'Isadora Quintero',
    title: 'Nurse Practice Act and Ethics',
    approvedBy: 'Midwest Multistate Division',
  })
})
