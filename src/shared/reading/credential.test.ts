import { describe, expect, test } from 'vitest'
import { readPage } from '#testing/read-pages.ts'
import type { SuggestedField } from './page.ts'
import { suggestionsIn } from './suggestions.ts'

function read(field: SuggestedField, ...lines: string[]): string {
  const found = suggestionsIn([readPage(lines)], '2026-11-23').find((each) => each.field === field)
  return found ? found.value + (found.confidence === 'confident' ? '' : '?') : ''
}

const board = ['Ohio Board of Nursing', 'Registered Nurse']

test.each([
  ['License No.: RN.123456', 'RN.123456'],
  ['License number: RN 123456', 'RN 123456'],
  ['License No. VN123456.', 'VN123456'],
  ['License # 12-34-5678', ''],
  ['License # 1-2-34', ''],
  ['License # 123-45-6789', '123-45-6789'],
  ['License # 12-34-56789', '12-34-56789'],
  ['License # 123', '123'],
  ['License # RN-12', ''],
  ['License # A1B2C3', 'A1B2C3'],
  ['License No. RN. 123456', 'RN. 123456'],
  ['License No. RN-123456', 'RN-123456'],
  ['License No. 123 456 789', '123 456 789'],
  ['License No. 123456 active', '123456'],
  ['License No. 123456..', '123456'],
  ['License No.: pending', ''],
  ['License No.: N/A 123456', ''],
  ['License: 03-04-2026', ''],
  ['License number: 12', ''],
  ['Number: 123456', '123456'],
  ['ID Number: 123456', '123456'],
])('the number of the license in “%s” is “%s”', (line, number) => {
  expect(read('number', ...board, line)).toBe(number)
})

test('what stands in two cells of the line is one number and other text', () => {
  expect(read('number', ...board, 'License No.   123456   Active')).toBe('123456')
})

test('the number that is named as the license’s comes before others; two of them are only offered', () => {
  expect(read('number', ...board, 'ID Number: 999888', 'Number: 123456')).toBe('123456')
  expect(read('number', ...board, 'Candidate ID: 999888, see license', 'License number: 123456')).toBe(
    '123456',
  )
  expect(read('number', ...board, 'Certificate number: 999888', 'License number: 123456')).toBe('123456')
  expect(read('number', ...board, 'License number: 123456', 'License number: 123456')).toBe('123456')
  expect(read('number', ...board, 'ID Number: 999888', 'License number: 123456')).toBe('123456')
  expect(read('number', ...board, 'Number: 999888', 'Registration number: 123456')).toBe('123456')
  expect(read('number', ...board, 'License number: 123456', 'License number: 999888')).toBe('123456?')
  expect(read('number', ...board, 'License number: 123456', 'Licensee number: 123456')).toBe('123456')
})

test.each([
  [['Texas Board of Nursing', 'RN license'], 'license'],
  [['American Heart Association', 'BLS Provider', 'Renew by 06/2027'], 'certification'],
  [['Certificate of Completion', '2 contact hours'], 'ce_certificate'],
  [['CE Transcript', 'A 1/1/2026', 'B 1/2/2026', 'C 1/3/2026'], 'ce_transcript'],
  [['Course completion card', 'Skills evaluation'], 'certification'],
  [['Valid for two (2) years', 'Instructor'], 'certification'],
  [['Licensee: Rosa', 'License status: active'], 'license'],
  [['Grocery list', 'Milk'], ''],
])('%j is a %s', (lines, kind) => {
  expect(read('kind', ...lines).replace('?', '')).toBe(kind)
})

test.each([
  [['American Heart Association', 'BLS Provider', 'eCard Code: 225512345678'], 'BLS', '225512345678'],
  [['AACN Certification Corporation', 'CCRN', 'Certification number: 1234-A'], 'CCRN', '1234-A'],
])('%j is a certification: %s, %s', (lines, code, number) => {
  expect([read('code', ...lines), read('number', ...lines)]).toEqual([code, number])
})

test.each([
  [['State of Ohio', 'License type: RN'], 'OH'],
  [['Ohio', 'License type: RN'], 'OH'],
  [['Columbus, Ohio', 'License type: RN'], 'OH?'],
  [['Ohio Board of Nursing', 'License type: RN', 'Mail: Columbus, Texas'], 'OH'],
  [['Ohio Board of Nursing', 'License type: RN', 'Iowa Board of Nursing'], 'OH?'],
])('the state of %j is %s', (lines, state) => {
  expect(read('state', ...lines)).toBe(state)
})

test.each([
  [['Ohio Board of Nursing', 'Licensed Practical Nurse', 'License #1'], 'LPN'],
  [['Ohio Board of Nursing', 'License type: RN'], 'RN?'],
])('the type of %j is %s', (lines, type) => {
  expect(read('type', ...lines)).toBe(type)
})

test.each([
  // Another body that the card mentions did not issue it.
  [
    ['BLS Provider', 'American Heart Association', 'not the American Nurses Credentialing Center'],
    'American Heart Association',
  ],
  [['BLS Provider', 'AHA'], 'American Heart Association'],
  [['BLS Provider', 'AHA', 'American Red Cross'], 'American Red Cross'],
  [['eCard', 'American Heart Association'], 'American Heart Association'],
  [['eCard', 'AHA'], 'American Heart Association?'],
  [['eCard', 'Lakeside'], ''],
])('the issuer of %j is %s', (lines, issuer) => {
  expect(read('issuer', ...lines)).toBe(issuer)
})

test('the number of a certification comes before that of a license', () => {
  const card = ['AACN Certification Corporation', 'CCRN', 'Certification expires 01/31/2028']
  expect(read('number', ...card, 'RN license number: 999888', 'Certification number: 123456')).toBe('123456')
  expect(read('number', ...card, 'RN license number: 999888', 'eCard code: 123456')).toBe('123456')
  expect(read('number', ...card, 'RN license number: 999888', 'E-card code: 123456')).toBe('123456')
  expect(read('number', ...card, 'RN license number: 999888', 'Credential number: 123456')).toBe('123456')
})

test('a body that the catalog lacks is offered from the top of its letter', () => {
  const lines = ['National Wound Care Credentialing Board', 'Certification period: 06/15/2026 - 06/14/2031']
  expect(read('issuer', ...lines)).toBe('National Wound Care Credentialing Board?')
})

test('of two certifications with one name, that of the body on the card is meant', () => {
  const lines = ['is board certified as a', 'Family Nurse Practitioner', 'Expires: 04/21/2031']
  expect(read('code', 'American Nurses', 'Credentialing Center', ...lines)).toBe('FNP-BC')
})

const provider = ['ACLS Provider', 'Rosa Delgado', 'Issued: 05/02/2026', 'Renew By: 05/02/2028']

test.each([
  'Not affiliated with the American Heart Association.',
  'This company is neither endorsed by nor a part of the American Heart Association.',
  'ACLS is no trademark of ours: it is independent of the American Heart Association.',
])('“%s” does not name the issuer', (line) => {
  expect(read('issuer', ...provider, line)).toBe('')
  expect(read('issuer', 'RCA Resuscitation Council of America', ...provider, line)).toBe(
    'Resuscitation Council of America?',
  )
  expect(read('issuer', ...provider, 'American Heart Association')).toBe('American Heart Association')
})

test.each([
  ['Cert ID: B4-118-2207', 'B4-118-2207'],
  ['Código de tarjeta: 260077128834', '260077128834'],
  ['e-Card 260077128834', '260077128834'],
])('“%s” is the number of a card', (line, number) => {
  expect(read('number', ...provider, 'Instructor #20881', line)).toBe(number)
})

test('the number of a body’s member is offered', () => {
  expect(read('number', ...provider, 'ABC ID 440-118-203')).toMatch(/^440-118-203/)
})

describe('of several states and kinds of license', () => {
  const report = [
    'Nurse license verification report',
    'License Type     License State     License Number',
    'LPN     OHIO     PN441208',
    'License Expiration Date',
    '10/31/2027',
    'Where can the nurse work?',
    'Colorado, Ohio, Texas, Utah, Wyoming',
    'RN: Registered Nurse. CNP: Certified Nurse Practitioner.',
  ]

  test('those below their heads are the holder’s', () => {
    expect(read('state', ...report)).toBe('OH')
    expect(read('type', ...report)).toMatch(/^LPN/)
  })

  test('those beside their names are the holder’s', () => {
    const lines = [
      'License Verification',
      'Profession: Practical Nurse',
      'State: Ohio',
      'License No.: PN441208',
    ]
    expect(read('state', ...lines, 'Other boards: Texas, Utah')).toBe('OH')
    expect(read('type', ...lines)).toBe('LPN')
  })

  test('one that is not held leaves the other certain', () => {
    const lines = [...board, 'License No.: RN.441208', 'Expiration: 10/31/2027']
    expect(read('type', ...lines, 'APRN license:     None')).toBe('RN')
    expect(read('type', ...lines, 'APRN license:     Active')).toBe('RN?')
  })

  test('the one in which somebody may practice is no address', () => {
    const lines = ['Registered Professional Nurse', 'License Number: 551208']
    expect(read('state', ...lines, 'is registered to practice in New York State through 06/30/2029')).toBe(
      'NY',
    )
    expect(read('state', ...lines, '12 Elm Street, New York 10001', 'valid through 06/30/2029')).toBe('NY?')
  })
})

test('a letter says until when a certification is in effect', () => {
  const letter =
    'The certification of this nurse remains in effect through May 31, 2029, if nothing changes before then.'
  expect(read('expiresAt', 'Oncology Nursing Certification Corporation', 'OCN', letter)).toBe('2029-05-31')
})

test('a license ends when it expires, and not when its renewal is due or becomes late', () => {
  const end = 'Your license will expire on December 31, 2028.'
  const due = 'You must renew by October 31, 2028. A late fee applies to renewals after January 31, 2029.'
  expect(read('expiresAt', ...board, end, due)).toBe('2028-12-31')
  expect(read('expiresAt', ...board, due, end)).toBe('2028-12-31')
})
