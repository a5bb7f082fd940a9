import { describe, expect, test } from 'vitest'
import { placedPage, readPage } from '#testing/read-pages.ts'
import type { ReadPage, SuggestedField } from './page.ts'
import { suggestionsIn } from './suggestions.ts'

/** What a certificate says with these lines, a "?" behind what is only offered. */
function read(fields: readonly SuggestedField[], ...lines: string[]): string {
  const page = readPage(['Certificate of Completion', 'Continuing education', ...lines])
  const found = suggestionsIn([page], '2026-11-23')
  return fields
    .flatMap((field) => found.filter((each) => each.field === field))
    .map(({ value, confidence }) => (confidence === 'confident' ? value : `${value}?`))
    .join(' ')
}

describe('the amount', () => {
  test.each([
    ['3.5 contact hours', '3.5 contact_hour'],
    ['3 Contact Hours (CE)', '3 contact_hour'],
    ['Contact Hours: 3.50', '3.5 contact_hour'],
    ['Total contact hours awarded: 4', '4 contact_hour'],
    ['Number of contact hours: 6', '6 contact_hour'],
    ['Clock hours: 8', '8 contact_hour'],
    ['1.5 ANCC contact hours', '1.5 contact_hour'],
    ['Contact hours   2.5', '2.5 contact_hour'],
    ['Contact hours   2.25', '2.25 contact_hour'],
    ['Contact hours   500', '500 contact_hour'],
    ['500 contact hours', '500 contact_hour'],
    ['Hours = 2', '2? contact_hour?'],
    ['1.25 CE credits', '1.25? contact_hour?'],
    ['Credits: 2', '2? contact_hour?'],
    ['1 hr', '1? contact_hour?'],
    ['2 hrs.', '2? contact_hour?'],
    ['2.0 nursing continuing professional development hours', '2? contact_hour?'],
    ['0.3 CEUs', '0.3 ceu'],
    ['0.3 IACET CEU', '0.3 ceu'],
    ['CEUs awarded: 0.25', '0.25 ceu'],
    ['CEUs   0.3', '0.3 ceu'],
    ['60 contact minutes', '60 minute'],
    ['90 minutes', '90? minute?'],
    ['Minutes   90', '90? minute?'],
    ['AMA PRA Category 1 Credits™ awarded: 1.5', '1.5 cme_credit'],
    ['1 AMA PRA Category 1 Credit™', '1? cme_credit?'],
    ['2 CME credits', '2? cme_credit?'],
    ['AMA PRA Category 1 Credits awarded   1.5', '1.5 cme_credit'],
    ['CME credits   1.5', '1.5? cme_credit?'],
    ['CME for nurses, contact hours   2', '2 contact_hour'],
    ['Hours awarded   1.5', '1.5 contact_hour'],
    ['Total credit   1.5', '1.5 contact_hour'],
    ['Credits earned   1.5', '1.5 contact_hour'],
    ['Credits   1.5', '1.5? contact_hour?'],
    ['and grants three and one-half contact hours', '3.5 contact_hour'],
    ['Three-quarters of one contact hour (0.75) of nursing education', '0.75 contact_hour'],
    ['One-quarter of an hour', '0.25? contact_hour?'],
    ['Fall quarter hours', ''],
    ['Total earned   6.5 nursing contact hours', '6.5 contact_hour'],
    ['Awarded   6.5 CRCE hours / 6.5 contact hours   Approved for 7.5 contact hours', '6.5 contact_hour'],
    ['one (1) contact hour', '1 contact_hour'],
    ['con una duración de seis (6) horas contacto', '6 contact_hour'],
    ['minutes = 1 contact hour', ''],
    ['twenty-four contact hours', '24 contact_hour'],
    ['one-half contact hour', '0.5 contact_hour'],
    ['Length   45 minutes (0.75 hr)', '0.75 contact_hour'],
    ['Horas contacto / Contact hours   6.0', '6 contact_hour'],
    ['2.5   Contact Hours', '2.5 contact_hour'],
  ])('“%s” is %s', (line, amount) => {
    expect(read(['amount', 'unit'], line)).toBe(amount)
  })

  test.each([
    ...[
      '$25 contact hours',
      '10/20 hours',
      'Contact hours: 12/31/2026',
      '600 contact hours',
      '0 contact hours',
    ],
    ...[
      'AMA PRA Category 1 Credit™',
      'Pharmacology contact hours   1.5',
      'Contact hours   0',
      'Contact hours   501',
      '1234 contact hours',
      '2 hourses',
      'Hours',
    ],
  ])('is not in “%s”', (line) => {
    expect(read(['amount', 'unit'], line)).toBe('')
  })

  test.each([
    ['Maximum contact hours: 4; contact hours claimed: 3', '3 contact_hour'],
    ['Approved for up to 4 contact hours. Awarded: 3.5 contact hours', '3.5 contact_hour'],
    ['1.5 contact hours, based on 60 minutes; a 60-minute hour', '1.5 contact_hour'],
    ['2 contact hours 0.2 CEUs', '2? contact_hour?'],
    ['2 hours and 3 hours', '2? contact_hour?'],
    ['2 hours, 3 contact hours', '3 contact_hour'],
    ['90 minutes, 1.5 contact hours', '1.5 contact_hour'],
    ['4 contact hours, of which 1 pharmacology hour', '4 contact_hour'],
    ['4 contact hours, 1 hour in advanced pharmacology', '4 contact_hour'],
    ['4 contact hours including 1 of pharmacotherapeutic hours: 1', '4 contact_hour'],
    ['4 contact hours, of which 1 contact hour is pharmacology', '4 contact_hour'],
    ['4 contact hours, of which one is pharmacology', '4 contact_hour'],
    ['4 contact hours including pharmacology', '4 contact_hour'],
    ['4 contact hours (includes 1 hour pharmacology)', '4 contact_hour'],
    ['4 contact hours, 1 hour pharmacology', '4 contact_hour'],
    ['4 contact hours, including a minimum of 1 contact hour of law', '4 contact_hour'],
    ['1.5 contact hours of pharmacology. Total contact hours: 4', '4 contact_hour'],
    ['1.5 contact hours (pharmacology), 4 contact hours', '4 contact_hour'],
    ['1.5 contact hours are in advanced pharmacology; 4 contact hours', '4 contact_hour'],
    ['Pharmacology contact hours: 1.5; contact hours: 4', '4 contact_hour'],
    ['Pharmacology Update. 4 contact hours', '4 contact_hour'],
    ['Pharmacology Update; 4 contact hours', '4 contact_hour'],
    ['Contact hours: 2, or 3 contact hours with the exam', '2? contact_hour?'],
    ['180 contact minutes, 0.3 CEUs', '0.3 ceu'],
    ['0.3 CEUs, 180 contact minutes', '0.3 ceu'],
    ['AMA PRA Category 1 Credits awarded: 1.5; contact hours: 2', '2 contact_hour'],
    ['CME credits: 1.5, contact hours: 2', '2 contact_hour'],
    ['90 contact minutes, 1.5 contact hours', '1.5 contact_hour'],
  ])('of several in “%s” is %s', (line, amount) => {
    expect(read(['amount', 'unit'], line)).toBe(amount)
  })
})

test('an amount in a picture that may lack its decimal point is only offered', () => {
  const amount = (line: string, confidence: number) =>
    suggestionsIn([readPage(['Continuing education', line], confidence)], '2026-11-23').find(
      ({ field }) => field === 'amount',
    )?.confidence
  expect(amount('15 contact hours', 95)).toBe('doubtful')
  expect(amount('Contact hours   15', 95)).toBe('doubtful')
  expect(amount('1.5 contact hours', 95)).toBe('confident')
  expect(amount('2 contact hours', 95)).toBe('confident')
  expect(amount('15 contact hours', 100)).toBe('confident')
})

test('the column of what was claimed counts, not that of the maximum', () => {
  const rows = ['Maximum credits   Credits claimed', '4.0                     3.5']
  expect(read(['amount', 'unit'], ...rows)).toBe('3.5 contact_hour')
})

describe('of a table of sessions with a column of what was claimed', () => {
  const table = (...rows: [string, string, string][]) => {
    const lines = rows.flatMap(([name, most, own], at) =>
      [
        [name, 20, 260 + at * 30],
        [most, 420, 260 + at * 30],
        [own, 560, 260 + at * 30],
      ].filter(([text]) => text !== ''),
    )
    const page = placedPage([
      ['Certificate of Attendance', 20, 20],
      ['Continuing education for nurses. Pharmacists: ACPE 0000-26-011, 0.8 CEU.', 20, 60],
      ['Session', 20, 200],
      ['Available', 400, 200],
      ['Awarded', 550, 200],
      ['hours', 420, 224],
      ['hours', 560, 224],
      ...(lines as [string, number, number][]),
    ])
    return suggestionsIn([page], '2026-11-23', 'course')
      .filter(({ field }) => field === 'amount' || field === 'unit')
      .map(({ value, confidence }) => (confidence === 'confident' ? value : `${value}?`))
      .join(' ')
  }
  const sessions: [string, string, string][] = [
    ['Burns of the Hand', '2.00', '2.00'],
    ['Grafts at Home', '1.50', '0.00'],
    ['Pain of Children', '1.25', '1.25'],
    ['Scars', '2.00', '2.00'],
  ]

  test('its total counts', () => {
    expect(table(...sessions, ['Total', '6.75', '5.25'])).toBe('5.25 contact_hour')
  })
  test('a total that is not the sum is offered', () => {
    expect(table(...sessions, ['Total', '6.75', '5.75'])).toBe('5.75? contact_hour?')
  })
})

test.each([
  'Credit is given at 60 minutes to the contact hour. Length of the webinar: 75 minutes',
  'Webinar of 75 minutes. 60 minutes is one contact hour.',
  'Webinar of 75 minutes. One contact hour is 60 minutes of instruction.',
  'Webinar of 75 minutes. A contact hour represents 50 minutes.',
  'Webinar of 75 minutes. 60 minutes equal one contact hour.',
  'Webinar of 75 minutes. For each 60 minutes, one contact hour is given.',
])('what an hour is in “%s” is no amount', (line) => {
  expect(read(['amount', 'unit'], line)).toBe('75? minute?')
})

test('what other professions earn is not what a nurse does', () => {
  const line = 'Physicians: 4.0 AMA PRA Category 1 Credits. Pharmacists: 0.4 CEU. Nurses: 3.5 contact hours.'
  expect(read(['amount', 'unit'], line)).toBe('3.5 contact_hour')
  expect(read(['amount', 'unit'], 'Pharmacists: 0.4 CEU')).toBe('')
})

test('a part of the hours in brackets does not hide them', () => {
  expect(read(['amount'], 'Contact hours   3.0 (includes 1.5 pharmacology hours)')).toBe('3')
})

test.each([
  ['12 contact hours (of a possible 14.0)', '12 contact_hour'],
  ['1.3 CH of nursing development. CH = contact hour of 60 minutes', '1.3? contact_hour?'],
  ['2.5 contact hours granted by Lakeside Education', '2.5 contact_hour'],
])('what was earned in “%s” is %s', (line, amount) => {
  expect(read(['amount', 'unit'], line)).toBe(amount)
})

test('the hours of one board are not those of the course', () => {
  const california = 'Approved by the California BRN, Provider Number CEP 12345, for 3.3 contact hours'
  const florida = 'Florida Board of Nursing, Provider # 50-1234, for 2.75 contact hours'
  expect(read(['amount'], california, 'Contact hours: 2.75')).toBe('2.75')
  expect(read(['amount'], 'Contact hours: 2.75', california)).toBe('2.75')
  expect(read(['amount'], california)).toBe('3.3')
  expect(read(['amount'], california, florida)).toBe('3.3?')
})

describe('who approved it', () => {
  test.each([
    [
      'Approved by the California Board of Registered Nursing, Provider Number CEP 15567',
      'California Board of Registered Nursing CEP 15567',
    ],
    ['Provider approved by the Texas Nurses Association for 2 hours', 'Texas Nurses Association'],
    ['Approved through the New Jersey State Nurses Association.', 'New Jersey State Nurses Association'],
    ['accredited for 2 hours by the Ohio Board of Nursing', 'Ohio Board of Nursing'],
    ['approved by the Lakeside Nursing Council (LNC)', 'Lakeside Nursing Council'],
    ['Approved by Lakeside Nursing Council, an accredited approver', 'Lakeside Nursing Council'],
    ['Approved by St. Luke’s Health System as a provider', 'St. Luke’s Health System'],
    ['Approved by Lakeside Nursing Council to offer this course', 'Lakeside Nursing Council'],
    ['Approved by Lakeside Nursing Council; keep this certificate', 'Lakeside Nursing Council'],
    ['APPROVED BY THE LAKESIDE NURSING COUNCIL', 'LAKESIDE NURSING COUNCIL'],
    ['Approved by ANCC', 'American Nurses Credentialing Center'],
    ['Approved for nursing education by the Kansas State Board of Nursing.', 'Kansas State Board of Nursing'],
    ['Lakeside is a Florida Board of Nursing approved provider, # 50-1187', 'Florida Board of Nursing'],
    [
      'Proveedor autorizado por la Junta Examinadora de Enfermería de Puerto Rico · hasta 2027',
      'Junta Examinadora de Enfermería de Puerto Rico',
    ],
    ['Accredited by the CA BRN', 'California Board of Registered Nursing'],
    ['Accredited: California BRN', 'California Board of Registered Nursing'],
    ['Accreditation: California State Board of Registered Nursing', 'California Board of Registered Nursing'],
    [
      'accreditation: American Association of Critical Care Nurses',
      'American Association of Critical-Care Nurses',
    ],
    ['It has to be approved by your own board', ''],
    ['accredited as a provider by the Texas Board of Nursing', 'Texas Board of Nursing'],
    ['Accredited by ACCME', 'Accreditation Council for Continuing Medical Education'],
    [
      'This activity is accredited by IACET',
      'International Association for Continuing Education and Training',
    ],
    ['Accreditation: American Nurses Credentialing Center', 'American Nurses Credentialing Center'],
    [
      'approved through American Association of Critical-Care Nurses.',
      'American Association of Critical-Care Nurses',
    ],
    ['Approved by: Ohio Board of Nursing', 'Ohio Board of Nursing'],
    ['Approver: Florida Board', 'Florida Board'],
    ['Approver: no', ''],
    ['Approver: see the Back', ''],
    [`Approver: Florida ${'Board '.repeat(20)}`, ''],
    ['ANCC', 'American Nurses Credentialing Center?'],
    ['California Board of Registered Nursing', 'California Board of Registered Nursing?'],
    ['accredited for 2 hours by the North Dakota Board of Nursing', 'North Dakota Board of Nursing'],
    [
      'accredited for 2 hours by the New Jersey State Nurses Association',
      'New Jersey State Nurses Association',
    ],
    ['It has to be approved by your State Board', ''],
    ['CA BRN Provider #1234', 'California Board of Registered Nursing? 1234'],
    ['Provider number: 50-1234', '50-1234'],
    ['Provider number   50-1234', '50-1234'],
    ['CE Broker Provider # 50-1234', '50-1234'],
    ['CEP 12345', 'California Board of Registered Nursing CEP 12345'],
    ['Provider number: CEP 12345', 'California Board of Registered Nursing CEP 12345'],
    ['Provider number: CEP-12345', 'CEP-12345'],
    ['Provider number: P0217', 'P0217'],
    ['Approval number 7-302.45. It ends in 2028', '7-302.45'],
    ['Approval number 7-302/45', '7-302?'],
    [
      'Approved for 2 contact hours by the American Association of Nurse Practitioners®. Activity ID# 25091177.',
      'American Association of Nurse Practitioners 25091177',
    ],
    [
      'Proveedor certificado por la Oficina de Reglamentación y Certificación de los Profesionales de la Salud, número de proveedor 00544',
      'Oficina de Reglamentación y Certificación de los Profesionales de la Salud 00544',
    ],
    ['Provider number: 6L0012, expires 2027', '6L0012'],
    ['Provider number: ABNP 1234 of Alabama', 'ABNP 1234'],
    ['Provider number: pending', ''],
    ['Commission on Accreditation. Provider unit 153-3-A-24, approved through 2027', ''],
    ['Commission on Accreditation.   Provider unit 153-3-A-24, approved through 2027', ''],
    ['Commission on Accreditation.', ''],
    ['Approved by Region 1234 of the State', ''],
  ])('“%s”: %s', (line, approver) => {
    expect(read(['approvedBy', 'providerNumber'], line)).toBe(approver)
  })

  test('has its number, which may stand in the next line', () => {
    expect(read(['providerNumber'], 'Approved by the Ohio Board of Nursing, Provider', '#15567')).toBe(
      '15567',
    )
    expect(
      read(['providerNumber'], 'Approved by the Ohio Board of Nursing, Provider', 'No. 15567 for 2 hours'),
    ).toBe('15567')
    expect(
      read(['providerNumber'], 'Approved by the Ohio Board of Nursing, License', 'No. 15567 for 2 hours'),
    ).toBe('')
  })

  test('is highlighted where it stands', () => {
    const line = 'This course is approved by the Ohio Board of Nursing, Provider Number 15567, for 2 hours'
    const places = suggestionsIn([readPage(['Continuing education', 'Contact hours: 2', line])], '2026-11-23')
      .filter(({ field }) => field === 'approvedBy' || field === 'providerNumber')
      .map(({ printed, where }) => [printed, where[0]?.box.x, where[0]?.box.width])
    expect(places).toEqual([
      ['Ohio Board of Nursing', 31 * 8, 21 * 8],
      ['15567', 70 * 8, 5 * 8],
    ])
    const page = readPage(['Continuing education', 'Contact hours: 2', 'An activity of ANCC nurses'])
    expect(suggestionsIn([page], '2026-11-23').find(({ field }) => field === 'approvedBy')).toMatchObject({
      printed: 'ANCC',
    })
  })

  test('may stand in the line after the one that says so', () => {
    const ancc = 'American Nurses Credentialing Center'
    expect(read(['approvedBy'], 'Lakeside is accredited', 'with distinction by the', ancc)).toBe(ancc)
    expect(read(['approvedBy'], 'Lakeside is accredited', 'with', 'distinction', 'by', ancc)).toBe(`${ancc}?`)
  })
})

describe('whose it is', () => {
  test.each([
    ['This certifies that Rosa Delgado', 'Rosa Delgado'],
    ['Name: Rosa Delgado, RN, BSN', 'Rosa Delgado'],
    ['Awarded to: ROSA M. DELGADO', 'ROSA M. DELGADO'],
    ['Licensee Name   Rosa Delgado', 'Rosa Delgado'],
    ['Rosa Delgado', 'Rosa Delgado?'],
    ['Participant: rosa delgado', ''],
    ['Name: Texas Board of Nursing', ''],
    ['Name: 1234', ''],
    ['Name: Rosa Delgado 123456', ''],
    ['Name: Rosa Delgado , RN', 'Rosa Delgado'],
    ['Name: Rosa Delgado RN', 'Rosa Delgado'],
    ['Name: Rosa Delgado, FNP-BC', 'Rosa Delgado'],
    ['Name: Rosa Delgado, AGACNP-BC, CCRN', 'Rosa Delgado'],
    ['Name: Rosa Delgado, PA-C', 'Rosa Delgado'],
    ['Name: Linh Tran, DO', 'Linh Tran'],
    ['Name: LINH DO', 'LINH DO'],
    ['Name: ROSA KOVAC', 'ROSA KOVAC'],
    ['Name: Anne-Marie O’Brien', 'Anne-Marie O’Brien'],
    ['Name: DELGADO, ROSA', 'DELGADO, ROSA'],
    ['Name: José Núñez', 'José Núñez'],
    ['Otorgado a: María del Carmen Ríos Echevarría', 'María del Carmen Ríos Echevarría'],
    ['Name: Ana de la Cruz, RN', 'Ana de la Cruz'],
    ['Otorga el presente certificado a María Ríos', 'María Ríos'],
    ['Attendee: Bartholomew “Bart” Nowak, RN, CNOR', 'Bartholomew “Bart” Nowak'],
    ['Name: Jan van der Berg', 'Jan van der Berg'],
    ['Staff member   Rosa Delgado, LPN', 'Rosa Delgado'],
    ['Member   Rosa Delgado, RN, OCN', 'Rosa Delgado'],
    ['Member   Rosa Delgado, RN   Member no.   018233', 'Rosa Delgado'],
    ['Dayton, Ohio', ''],
    ['Name: DELGADO, VIRGINIA', 'DELGADO, VIRGINIA'],
    ['It is hereby recorded that Rosa Delgado, Registered Nurse,', 'Rosa Delgado'],
    ['The Guild confirms the attendance of Rosa Delgado', 'Rosa Delgado'],
    ['Prepared for Rosa Delgado, RN · Kansas license 13-114402-091', 'Rosa Delgado'],
    ['Take pleasure in recognizing Rosa Delgado', 'Rosa Delgado'],
    ['Rosa Delgado, RN attended the webinar', 'Rosa Delgado'],
    ['This certifies that Rosa Delgado, RN, has', 'Rosa Delgado'],
    ['School Nurse', ''],
    ['Trauma Seminar', ''],
    ['Every Hour', ''],
    ['Name: Rosa', ''],
    [`Name: Rosa ${'D'.repeat(60)}`, ''],
  ])('“%s”: %s', (line, name) => {
    expect(read(['holderName'], line)).toBe(name)
  })

  test.each([
    ['Participant: Rosa Delgado-lyer', 'Rosa Delgado-Iyer?', 'Rosa Delgado-lyer'],
    ['Participant: Rosa lyer, RN', 'Rosa Iyer?', 'Rosa lyer'],
    ['Participant: Rosa la Porte', 'Rosa la Porte', 'Rosa la Porte'],
  ])('has a capital where a picture of “%s” shows one', (line, inPicture, inPdf) => {
    const named = (confidence: number) =>
      suggestionsIn([readPage(['Continuing education', line], confidence)], '2026-11-23', 'course')
        .filter(({ field }) => field === 'holderName')
        .map((one) => (one.confidence === 'confident' ? one.value : `${one.value}?`))
        .join()
    expect(named(95)).toBe(inPicture)
    expect(named(100)).toBe(inPdf)
  })

  test('is highlighted without what follows it', () => {
    const page = readPage(['Continuing education', 'Contact hours: 2', 'Participant: Rosa Delgado, RN, BSN'])
    expect(suggestionsIn([page], '2026-11-23').find(({ field }) => field === 'holderName')).toMatchObject({
      printed: 'Rosa Delgado',
      where: [{ page: 1, box: { x: 13 * 8, width: 12 * 8 } }],
    })
  })

  test('stands before the words that it was completed', () => {
    expect(read(['holderName'], 'Ann Becker', 'Each nurse has completed this')).toBe('Ann Becker?')
    expect(read(['holderName'], 'Rosa Delgado, RN', 'for having attended')).toBe('Rosa Delgado')
    expect(read(['holderName'], 'Rosa Delgado', 'has successfully completed', 'Ann Becker')).toBe(
      'Rosa Delgado',
    )
    expect(read(['holderName'], 'Rosa Delgado', 'Ann Becker')).toBe('')
    expect(read(['holderName'], 'Rosa Delgado', 'TOTAL EARNED')).toBe('Rosa Delgado?')
  })
})

describe('what it was', () => {
  test.each([
    ['Course title: Ethics at the Bedside', 'Ethics at the Bedside'],
    ['Has successfully completed Sepsis Update on', 'Sepsis Update'],
    ['Title: ethics', ''],
    ['Title: ethics for Nurses', ''],
    ['Title: Stroke', 'Stroke'],
    ['Title: A-1 B-2 C-3', ''],
    [`Title: ${'Ethics '.repeat(28)}Care`, `${'Ethics '.repeat(28)}Care`],
    ['Has completed Update on Sepsis', 'Update on Sepsis'],
    ['Has completed Sepsis Update and', 'Sepsis Update'],
    ['Title: Pain', ''],
    [`Title: ${'Nightingale '.repeat(18)}`, ''],
    ['Title: 2026 Ethics', '2026 Ethics'],
    ['Title: #98834 Ethics at Home', 'Ethics at Home'],
    ['attended the webinar “Safe Handling of Drugs” and earned 1 contact hour', 'Safe Handling of Drugs'],
    ['Has completed Fall Prevention on August 3, 2026', 'Fall Prevention'],
    ['Has completed Fall Prevention on 3 August 2026', 'Fall Prevention'],
    ['Has completed The New Lifts on 2 South', 'The New Lifts on 2 South'],
    ['Has fulfilled all requirements of Fall Prevention held at Austin', 'Fall Prevention'],
    ['For your participation in Fall Prevention, 2.5 contact hours', 'Fall Prevention'],
    ['Topic: Fall Prevention', 'Fall Prevention'],
    ['You have earned a credit for “Falls at Home and Abroad”.', 'Falls at Home and Abroad'],
    ['Title: Participant was approved', ''],
  ])('“%s”: %s', (line, title) => {
    expect(read(['title'], line)).toBe(title)
  })

  test.each([
    [['Course: Wound Care Update', 'Course title: Ethics Today'], 'Ethics Today'],
    [['Event: Spring Conference', 'Name of course: Ethics Today'], 'Ethics Today'],
    [['Course: Wound Care Update', 'Has completed Ethics Today'], 'Ethics Today'],
    [['Program: Spring Conference', 'For attending Ethics Today'], 'Ethics Today'],
    [['Has completed Wound Care Update', 'entitled Ethics Today'], 'Ethics Today'],
    [['Course: Ethics Today', 'Program: Spring Conference'], 'Ethics Today'],
  ])('is named best in %j', (lines, title) => {
    expect(read(['title'], ...lines)).toBe(title)
  })

  test('may go on in the next line, where the first is open or full', () => {
    expect(read(['title'], 'Title: Sepsis:', 'The First Hour')).toBe('Sepsis: The First Hour')
    expect(read(['title'], 'Title: Assessing Pain,', 'Delirium and Falls on')).toBe(
      'Assessing Pain, Delirium and Falls',
    )
    expect(read(['title'], 'Title: Ethics of Sponsor: Lakeside', 'Care')).toBe('Ethics of?')
    expect(read(['title'], 'Title: Ethics of', 'care at home')).toBe('Ethics of?')
    expect(read(['title'], 'Title: Ethics of', 'Room 12')).toBe('Ethics of?')
    expect(read(['title'], 'Title: Caring for Older Adults and', 'Their Families')).toBe(
      'Caring for Older Adults and Their Families',
    )
    expect(read(['title'], 'Title: Ethics Today', 'Lakeside')).toBe('Ethics Today?')
    const wide = 'An activity for nurses in hospitals and in homes'
    expect(read(['title'], 'Has completed Update on', 'Diabetes Care', wide)).toBe('Update on Diabetes Care')
    expect(read(['title'], 'Has completed Sepsis and', 'Lakeside', wide)).toBe('Sepsis and Lakeside')
    expect(read(['title'], 'Title: Ethics of', 'Name: Rosa Delgado')).toBe('Ethics of?')
    expect(read(['title'], 'Title: Grand Rounds –', 'Long-Acting Injectables')).toBe(
      'Grand Rounds – Long-Acting Injectables',
    )
  })
})

test.each([
  ['Provider: Lakeside Education', 'Lakeside Education'],
  ['Presented by: Lakeside CE, an approved provider', 'Lakeside CE'],
  ['Lakeside CE is accredited as a provider of nursing education', 'Lakeside CE'],
  ['Sponsored by NetCE', 'NetCE'],
  ['Sponsored by ENA', 'ENA'],
  ['Sponsored by 3M', ''],
  ['Sponsored by 3M Health', '3M Health'],
  ['Provider: Lakeside CE is approved by a board', 'Lakeside CE'],
  ['Provider: Lakeside CE, is approved by a board', 'Lakeside CE'],
  ['Provider: Lakeside CE Approved', 'Lakeside CE'],
  ['Provider: Lakeside CE, a nonprofit', 'Lakeside CE'],
  ['Provider: Lakeside Island Nurses', 'Lakeside Island Nurses'],
  ['Provider: Harbor Approved Group', 'Harbor'],
  ['Provider: Number Nine Nursing', ''],
  ['Provider: the Lakeside School', 'Lakeside School'],
  [`Provider: ${'Lakeside '.repeat(13)}CE`, `${'Lakeside '.repeat(13)}CE`],
  [`Provider: ${'Lakeside '.repeat(13)}CE 4`, ''],
  ['Lakeside CE, is approved by a board', 'Lakeside CE'],
  ['Lakeside CE is an accredited provider', 'Lakeside CE'],
  ['To whoever reads: Lakeside CE is approved', 'Lakeside CE'],
  ['In support of improving patient care, Lakeside CE is jointly accredited by ACCME', 'Lakeside CE'],
  ['Lakeside CE is a Florida Board of Nursing approved provider', 'Lakeside CE'],
  ['Lakeside CE is a provider approved by the Florida Board of Nursing', 'Lakeside CE'],
  ['Lakeside CE, Provider Number 50-1187', 'Lakeside CE'],
  ['St. Ambrose Hospital is approved as a provider of nursing education', 'St. Ambrose Hospital'],
  ['Keep this page. Mt. Hope Academy is accredited as a provider', 'Mt. Hope Academy'],
  ['St. Ambrose Academy presents', 'St. Ambrose Academy'],
  ['Harbor Learning, Inc. is accredited as a provider', 'Harbor Learning, Inc.'],
  ['Provider: 50-1187', ''],
  ['This activity is approved for 2 hours', ''],
  ['Provider: approved', ''],
  ['Provider: lakeside', ''],
  ['Commission on Accreditation. Provider', ''],
  ['Provider: Commission on Accreditation', ''],
  ['Provider   Rosa Delgado, LPN', ''],
  ['Provider: Rosa Delgado, RN', 'Rosa Delgado, RN'],
])('who gave it, in “%s”: %s', (line, provider) => {
  expect(read(['provider'], line)).toBe(provider)
})

test.each([
  ['Lakeside Seminar', 'Lakeside Seminar'],
  ['Lakeside Seminars', 'Lakeside Seminars'],
  ['Lakeside Office of Education', ''],
  ['lakeside education', ''],
  ['Name: Lakeside Education', ''],
  ['On a date of Lakeside Education', 'On a date of Lakeside Education'],
  ['Lakeside', ''],
])('the letterhead “%s”: %s', (line, provider) => {
  const at = (...lines: string[]) =>
    suggestionsIn([readPage([...lines, 'Continuing education', 'Contact hours: 2'])], '2026-11-23')
      .filter(({ field }) => field === 'provider')
      .map(({ value, confidence }) => (confidence === 'confident' ? value : `${value}?`))
      .join('')
  expect(at('Certificate', '2026', line)).toBe(provider)
  // Further down, the name of a body is offered.
  const offered = line === 'Lakeside Seminars' ? `${provider}?` : ''
  expect(at('Certificate', '2026', 'Austin', line)).toBe(offered)
})

test('with a number of California, that state is the approver', () => {
  const lines = [
    'Lakeside is accredited by the American Nurses Credentialing Center.',
    'California BRN   CEP 15033',
  ]
  expect(read(['approvedBy', 'providerNumber'], ...lines)).toBe(
    'California Board of Registered Nursing CEP 15033',
  )
})

describe('a title without a label', () => {
  const at = (...lines: Parameters<typeof placedPage>[0]) =>
    suggestionsIn(
      [placedPage([...lines, ['Continuing education', 20, 400], ['2 contact hours', 20, 440]])],
      '2026-11-23',
    )
      .filter(({ field }) => field === 'title')
      .map(({ value, confidence }) => (confidence === 'confident' ? value : `${value}?`))
      .join('')

  test('is the event at the top', () => {
    expect(
      at(['31st Annual Trauma Symposium', 20, 20], ['Session', 20, 100], ['Frostbite Care', 20, 124]),
    ).toBe('31st Annual Trauma Symposium')
  })
  test('is not the place of an event, with how many there have been', () => {
    expect(
      at(
        ['14th yearly meeting · Lakeside Convention Center · Austin, Texas', 20, 20],
        ['Burn Nursing Congress 2026', 20, 60, 24],
        ['Session', 20, 140],
        ['Frostbite Care', 20, 164],
      ),
    ).toBe('Burn Nursing Congress 2026')
  })
  test('follows a sentence that ends with the name of its kind', () => {
    const name = ['Name: Rosa Delgado', 20, 40] as const
    expect(
      at(name, ['For passing the quiz (9 of 10 right) of the article', 20, 100], ['Grafts at Home', 20, 150]),
    ).toBe('Grafts at Home')
  })
  test('is offered in the largest print', () => {
    expect(
      at(
        ['Statement of Completion', 20, 20, 30],
        ['Infections in Catheters', 20, 80, 26],
        ['Ann Becker, RN', 20, 140],
      ),
    ).toBe('Infections in Catheters?')
  })
  test('is only offered beside the name of a field, or where its print is hardly larger', () => {
    const names = [
      ['Name:', 20, 20],
      ['Rosa Delgado', 140, 20],
      ['Emp. no.', 20, 300],
      ['3321', 140, 300],
    ] as const
    expect(at(...names, ['Ward', 20, 84, 16], ['Third Floor Oncology', 140, 80, 24])).toBe(
      'Third Floor Oncology?',
    )
    expect(at(['Name: Rosa Delgado', 20, 20], ['Third Floor Oncology', 20, 80, 19])).toBe(
      'Third Floor Oncology?',
    )
    const large = [
      ['Lake', 20, 80, 24],
      ['Third Floor Oncology', 140, 80, 24],
    ] as const
    expect(at(['Name: Rosa Delgado', 20, 20], ...large)).toBe('Third Floor Oncology')
  })
  test('is the event in two lines, and not the first one of a table of sessions', () => {
    const table = [
      ['Session', 20, 140],
      ['Title', 120, 140],
      ['GS-1', 20, 164],
      ['Frostbite Care', 120, 164],
    ] as const
    expect(at(['31st Annual Trauma', 20, 20, 20], ['and Burns Symposium', 20, 46, 20], ...table)).toBe(
      '31st Annual Trauma and Burns Symposium',
    )
    expect(at(...table)).toBe('Frostbite Care?')
  })
  test('is not what a conference had on its agenda', () => {
    expect(at(['Session', 20, 100], ['Frostbite Care', 20, 124])).toBe('Frostbite Care?')
  })
  test('is not a signature, which has the name of the signer below it', () => {
    const signed = [
      ['Ann Becker', 20, 300, 26],
      ['Ann Becker, RN', 20, 340],
    ] as const
    const name = ['Name: Rosa Delgado', 20, 60] as const
    expect(at(name, ['Calm Waters Ahead', 20, 200, 30], ...signed)).toBe('Calm Waters Ahead')
    expect(at(name, ...signed)).toBe('')
  })
})

test('a title goes on behind a dash', () => {
  const page = (...lines: Parameters<typeof placedPage>[0]) =>
    suggestionsIn(
      [placedPage([['Certificate of Completion', 20, 20], ['Course title', 20, 80], ...lines])],
      '2026-11-23',
      'course',
    )
      .filter(({ field }) => field === 'title')
      .map(({ value, confidence }) => (confidence === 'confident' ? value : `${value}?`))
      .join('')
  expect(page(['Grand Rounds in Psychiatry', 20, 100], ['– Who, When and How', 20, 118])).toBe(
    'Grand Rounds in Psychiatry – Who, When and How',
  )
  expect(page(['Grand Rounds in Psychiatry', 20, 100], ['- Who, When and How', 20, 118])).toBe(
    'Grand Rounds in Psychiatry?',
  )
})

test('a course of several days ends on the last one of its table', () => {
  const completedAt = (...days: string[]) =>
    suggestionsIn(
      [
        placedPage([
          ['Continuing education: certificate of attendance', 20, 20],
          ['Date', 20, 80],
          ['Session', 160, 80],
          ...days.flatMap((day, at): Parameters<typeof placedPage>[0] => [
            [day, 20, 110 + at * 30],
            [`Grafts at Home, Part ${at + 1}`, 160, 110 + at * 30],
          ]),
          ['6 contact hours', 20, 400],
        ]),
      ],
      '2026-11-23',
      'course',
    )
      .filter(({ field }) => field === 'completedAt')
      .map(({ value, confidence }) => (confidence === 'confident' ? value : `${value}?`))
      .join()
  expect(completedAt('03/04/2026', '03/04/2026', '03/05/2026', '03/06/2026')).toBe('2026-03-06?')
  expect(completedAt('03/04/2026', '05/05/2026')).toBe('2026-03-04?')
})

test('the day of a letter is not that of the course', () => {
  const read = (...lines: (readonly [string, number, number])[]) =>
    suggestionsIn([placedPage([...lines, ['Contact hours: 2', 20, 500]])], '2026-11-23', 'course')
      .filter(({ field }) => field === 'completedAt')
      .map(({ value, confidence }) => (confidence === 'confident' ? value : `${value}?`))
      .join('')
  const letter = [
    ['October 9, 2025', 20, 20],
    ['RE: Letter of Completion', 20, 56],
  ] as const
  expect(
    read(...letter, ['Ann Becker, a member of our staff, attended Fall Care on October 3, 2025', 20, 120]),
  ).toBe('2025-10-03')
  expect(
    read(...letter, ['Ann Becker, a member of our staff, was at Fall Care on October 3, 2025', 20, 120]),
  ).toMatch(/^2025-10-03/)
  expect(read(...letter)).toBe('2025-10-09')
})

test('the day of a certificate is not that of its course', () => {
  const read = (...lines: string[]) =>
    suggestionsIn([readPage(['Contact hours: 2', ...lines])], '2026-11-23', 'course')
      .filter(({ field }) => field === 'completedAt')
      .map(({ value, confidence }) => (confidence === 'confident' ? value : `${value}?`))
      .join('')
  expect(read('March 12–13, 2026 · Scottsbluff', 'Date of certificate: April 2, 2026')).toBe('2026-03-13')
  expect(read('Date of certificate: April 2, 2026')).toBe('2026-04-02?')
  const made = 'This statement for all of the nurses who were there was written on November 2, 2026.'
  expect(read(made)).toBe('2026-11-02?')
})

test('a title ends before its length, and a congratulation is no title', () => {
  const titleIn = (...lines: string[]) =>
    suggestionsIn([readPage(['Contact hours: 2', ...lines])], '2026-11-23', 'course').find(
      ({ field }) => field === 'title',
    )?.value
  expect(titleIn('Rosa Delgado attended the live webinar Calm at the Door (75 minutes, with J. Poe)')).toBe(
    'Calm at the Door',
  )
  expect(titleIn('Congratulations on passing the test for this article:')).toBeUndefined()
})

describe('of the wordings of certificates', () => {
  const valueIn = (field: SuggestedField, page: ReadPage) => {
    const found = suggestionsIn([page], '2026-11-23', 'course').find((each) => each.field === field)
    return found ? found.value + (found.confidence === 'confident' ? '' : '?') : ''
  }
  const lines = (field: SuggestedField, ...own: string[]) =>
    valueIn(field, readPage(['Contact hours: 2', ...own]))

  test('who spoke is not the provider', () => {
    const speaker = 'presented by Ann Becker, MSN, RN, on Monday, May 4, 2026'
    expect(lines('provider', 'Prairie View Hospital', speaker)).toBe('Prairie View Hospital')
    expect(lines('provider', 'presented by Prairie View Hospital')).toBe('Prairie View Hospital')
  })

  test('a course about care at home is not the provider, and a nursing home is', () => {
    expect(lines('provider', 'Wound Care at Home', 'Completed on 05/04/2026')).toBe('')
    expect(lines('provider', 'Cedar Grove Nursing Home', 'Completed on 05/04/2026')).toMatch(
      /^Cedar Grove Nursing Home/,
    )
  })

  test('who keeps track of hours is not the provider', () => {
    const report = 'Quiet Harbor Learning has reported this activity to your board.'
    expect(lines('provider', 'CE Broker Provider # 50-1187', report)).toBe('Quiet Harbor Learning')
    expect(lines('provider', 'Provider: CE Broker')).toBe('')
  })

  test('an article with a capital is a part of the title', () => {
    expect(lines('title', 'you have completed The Quiet Ward: Sleep in Hospitals on May 4, 2026')).toBe(
      'The Quiet Ward: Sleep in Hospitals',
    )
    expect(lines('title', 'you have completed the Quiet Ward on May 4, 2026')).toBe('Quiet Ward')
  })

  test('a title goes on beside another column', () => {
    const table = (...others: Parameters<typeof placedPage>[0]) =>
      placedPage([
        ['Contact hours: 2', 300, 20],
        ['Webinar', 300, 100],
        ['Falls on the Night Shift: Lighting, Footwear and', 420, 100],
        ['Bed Alarms', 420, 118],
        ...others,
      ])
    expect(valueIn('title', table(['Proof of attendance', 20, 118]))).toBe(
      'Falls on the Night Shift: Lighting, Footwear and Bed Alarms',
    )
    expect(valueIn('title', table(['Participant', 300, 118]))).toBe(
      'Falls on the Night Shift: Lighting, Footwear?',
    )
  })

  test('a mail names the course below its head', () => {
    const mail = ['From:   Harbor Learning <ce@harbor.example>', 'To:   Ann Becker', 'Subject:   Your hours']
    expect(lines('title', ...mail, 'Attachments:   Slides.pdf', 'Course: Sepsis at Night')).toBe(
      'Sepsis at Night',
    )
    const [from = '', to = ''] = mail
    expect(lines('title', from, to, 'Subject: Confirmation', 'Course: Sepsis at Night')).toBe(
      'Sepsis at Night',
    )
    expect(lines('title', from, to, 'Subject: Sepsis at Night')).toBe('Sepsis at Night?')
    expect(lines('title', 'Subject: Sepsis at Night')).toBe('Sepsis at Night')
  })

  test('a number of letters and digits is no title', () => {
    expect(lines('title', 'Activity: LNA-26-2071')).toBe('')
    expect(lines('title', 'Course: COVID-19')).toBe('COVID-19')
  })

  test('the title of a congress is in the sentence below its sessions', () => {
    const congress = placedPage([
      ['Session', 20, 20],
      ['Title', 140, 20],
      ['Max CH', 460, 20],
      ['Earned', 560, 20],
      ['A-1', 20, 50],
      ['Sepsis in the Field', 140, 50],
      ['1.5', 460, 50],
      ['1.5', 560, 50],
      ['B-4', 20, 80],
      ['Burns and Blast Injuries', 140, 80],
      ['2.0', 460, 80],
      ['–', 560, 80],
      ['This certifies that Rosa Delgado claimed 1.5 of a possible 3.5 contact hours at the', 20, 120],
      ['Great Plains Flight Nursing Congress 2026.', 20, 138],
    ])
    expect(valueIn('title', congress)).toBe('Great Plains Flight Nursing Congress 2026')
    expect(valueIn('amount', congress)).toBe('1.5')
  })

  test.each([
    ['The nurse attended 120 minutes of approved contact time', '120'],
    ['120 contact minutes. 60 minutes = one contact hour; breaks do not count.', '120'],
    ['Credit earned: 0.25 CEU (1 CEU = 10 contact hours)', '0.25'],
    ['earned 4.5 out of a possible 6.25 contact hours', '4.5'],
  ])('“%s”: %s', (line, amount) => {
    expect(valueIn('amount', readPage(['Certificate of Attendance', line]))).toBe(amount)
  })

  test('who approved the provider gave it the number behind its name', () => {
    const division =
      'Prairie View is approved as a provider of continuing education by the Four Rivers Division, an accredited approver by the ANCC.'
    expect(lines('approvedBy', division)).toBe('Four Rivers Division')
    const association =
      'This activity was approved by the Ohio Nurses Association, an accredited approver by the ANCC (OBN-014-92).'
    expect(lines('providerNumber', association)).toMatch(/^OBN-014-92/)
    const activity = 'Approved by the Texas Nurses Association, activity number 26-0417, for nurses.'
    expect(lines('providerNumber', activity)).toBe('26-0417?')
    const behind = 'Approved by the Ohio Nurses Association for nursing education. (OBN-014-92)'
    expect(lines('providerNumber', behind)).toBe('OBN-014-92')
    expect(
      lines(
        'providerNumber',
        'Approved by the Ohio Nurses Association. Our approver’s activity number is ONA-26-77.',
      ),
    ).toBe('ONA-26-77')
    expect(lines('approvedBy', 'Florida Board of Nursing', 'CE Broker Provider # 50-1187')).toBe(
      'Florida Board of Nursing',
    )
  })

  test('a mail greets the only person whom it names', () => {
    const mail = (greeting: string) =>
      lines(
        'holderName',
        'Ann Becker <ann@example.org>',
        'Confirmation',
        greeting,
        'You earned 2 contact hours',
      )
    expect(mail('Hi Ann,')).toBe('Ann Becker')
    expect(mail('Hi all,')).toBe('Ann Becker?')
  })
})
