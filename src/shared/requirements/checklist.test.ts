import { expect, test } from 'vitest'
import { cpuTimeOf } from '#testing/cpu-time.ts'
import { readChecklist } from './checklist.ts'
import type { ItemInput } from './item.ts'
import { requirementItem } from './item.ts'

/** "license RN CA/compact last_day", "health tb_test 12 months": an item in short. */
function short(item: ItemInput): string {
  const { kind, issuedWithin, validThrough, needsCheck } = requirementItem.parse(item)
  const what =
    item.kind === 'license'
      ? [item.type, [item.state, item.orCompact && 'compact'].filter(Boolean).join('/')]
      : item.kind === 'certification'
        ? [item.code]
        : item.kind === 'ce'
          ? [item.hours, item.topic]
          : item.kind === 'health'
            ? [item.record]
            : []
  const rules = [
    issuedWithin && `${issuedWithin.amount} ${issuedWithin.unit}`,
    validThrough,
    needsCheck && 'check',
  ]
  return [kind, ...what, ...rules].filter(Boolean).join(' ')
}
const read = (text: string) => readChecklist(text).items.map(short)

test.each([
  [
    'a travel agency’s bullets',
    `Travel RN - Required Documents
• Active RN license - CA or compact
• BLS (AHA)
• ACLS & PALS
• TB within 12 months
• Physical exam within last year
• MMR titer
• Hep B series or declination
• 10-panel drug screen within 30 days of start
• Resume with 7 years work history`,
    [
      'license RN CA/compact last_day',
      'certification BLS last_day',
      'certification ACLS last_day',
      'certification PALS last_day',
      'health tb_test 12 months',
      'health physical 12 months',
      'health mmr',
      'health hepatitis_b',
      'health drug_screen 30 days',
      'document check',
    ],
  ],
  [
    'a numbered list',
    `1. RN License (Texas) - active, unencumbered
2) BLS - American Heart Association - must be valid through end of assignment
3. 2 professional references (within last 2 years)
4. Skills checklist - ICU
5. I-9 with 2 forms of ID
6. W-4
7. Direct deposit form`,
    [
      'license RN TX last_day',
      'certification BLS last_day',
      'health references 24 months',
      'health skills_checklist',
      'health identity',
      'form',
      'form',
    ],
  ],
  [
    'boxes under headings in capitals',
    `LICENSURE
[ ] Copy of RN license, multistate preferred
[x] Driver's license
CERTIFICATIONS
[ ] CPR/BLS
[ ] CCRN preferred
MEDICAL
[ ] PPD or QuantiFERON (annual)
[ ] H&P not older than 12 months
[ ] Rubella, Rubeola, Mumps`,
    [
      'license RN last_day check',
      'health drivers_license',
      'certification BLS last_day',
      'certification CCRN last_day check',
      'health tb_test 12 months',
      'health physical 12 months',
      'health mmr',
    ],
  ],
  [
    'a hospital in Florida, with CE',
    `Please submit the following:
- State of Florida LPN license
- CPR for Healthcare Providers
- 2 hours of domestic violence CE
- HIV/AIDS CEU - 1 hour
- Level 2 background screening/fingerprints
- Signed job description
- Proof of liability insurance`,
    [
      'license LPN FL last_day',
      'certification BLS last_day',
      'ce 2 domestic violence',
      'ce 1 HIV/AIDS',
      'health background_check',
      'form',
      'health insurance',
    ],
  ],
  [
    'a table that was copied',
    'Item\tAge\n☐ Nursing license\n☐ TB test\t< 12 months\n☐ Physical\t< 1 year\n☐ Color blindness test\n☐ Latex allergy questionnaire',
    [
      'document check',
      'license RN last_day',
      'health tb_test 12 months',
      'health physical 12 months',
      'document check',
      'form',
    ],
  ],
  [
    'letters, and names of courses',
    `a) RN, NY
b) TNCC and ENPC
c) Chest X-ray if positive TB
d) Infection control training 4 hours
e) Flu vaccine or signed declination form
f) Respirator (N95) mask fit, dated within 6 months`,
    [
      'license RN NY last_day',
      'certification TNCC last_day',
      'certification ENPC last_day',
      'health tb_test',
      'ce 4 Infection control',
      'health influenza',
      'health fit_test 6 months',
    ],
  ],
  [
    'a school district in capitals',
    `SCHOOL NURSE HIRE PACKET
RN LICENSE, PENNSYLVANIA
CPR/AED CERTIFICATION - CURRENT
TB TEST WITHIN 3 MONTHS
ACT 34 CLEARANCE
FBI FINGERPRINTS
PDE-6004 FORM`,
    [
      'license RN PA last_day',
      'certification CPR last_day',
      'health tb_test 3 months',
      'document check',
      'health background_check',
      'form',
    ],
  ],
  [
    'a recruiter’s mail with dates',
    `We need:
* RN license valid through 12/31/2027
* BLS exp. 06/2027
* TB: two-step PPD in past 12 mos
* MMR (2 doses) / titers
* COVID vaccine + booster
* drug test (10 panel) < 90 days
* Core Measures exam`,
    [
      'license RN 2027-12-31',
      'certification BLS last_day',
      'health tb_test 12 months',
      'health mmr',
      'health covid_19',
      'health drug_screen 90 days',
      'document check',
    ],
  ],
  [
    'dashes and sentences of a staffing platform',
    `— Multistate (compact) RN license required
— Advanced Cardiovascular Life Support
— Neonatal Resuscitation Program, good through 3/31/2027
— Vaccination records: varicella
— Tdap in the last 10 years
— Sign and return the confidentiality agreement ________`,
    [
      'license RN compact last_day',
      'certification ACLS last_day',
      'certification NRP 2027-03-31',
      'health varicella',
      'health tdap 120 months',
      'form',
    ],
  ],
])('%s', (_style, text, expected) => {
  expect(read(text)).toEqual(expected)
})

test('keeps the typed text as the title, without its bullet', () => {
  expect(readChecklist(' 1. ☐ Resume: two pages ____').items).toEqual([
    { kind: 'document', title: 'Resume: two pages', needsCheck: true },
  ])
})

test.each([
  ...[
    'Requirements',
    'Required documents',
    'Required item list',
    'Document',
    'Credential',
    'Licenses',
    'Licensure',
  ],
  ...['Certification', 'Immunization', 'Vaccination records', 'Misc', 'Preemployment', 'Education:'],
  ...[
    'Travel RN checklist',
    'New hire onboarding packet 2027 requirements',
    'Please provide a BLS card:',
    'Anything:',
  ],
])('“%s” is a heading', (line) => {
  expect(read(line)).toEqual([])
})

test.each([
  ...[
    'Documents of 2020',
    'Certification copy',
    'Education 2020',
    'Immunization card',
    'Non-medical records',
  ],
  ...[
    'Other letters that your last employer has written',
    'Requirements of Pennsylvania-Massachusetts-Connecticut',
  ],
  ...['The requirements are long', 'All of the nursing school letters and documents'],
])('“%s” asks for a document', (line) => {
  expect(read(line)).toEqual(['document check'])
})

test.each([
  ['BLS:', ['certification BLS last_day']],
  ['Bring what you have: ACLS', ['certification ACLS last_day']],
  [
    'BLS; ACLS + PALS',
    ['certification BLS last_day', 'certification ACLS last_day', 'certification PALS last_day'],
  ],
  [
    'BLS, ACLS (within 2 years, if applicable)',
    ['certification BLS 24 months last_day check', 'certification ACLS 24 months last_day check'],
  ],
  ['ACLS and Flu shot', ['certification ACLS last_day', 'health influenza']],
  ['BLS and something else', ['certification BLS last_day']],
  ['RN license, BLS', ['license RN last_day']],
  ['2 hours of HIV/AIDS training and ethics', ['ce 2 HIV/AIDS and ethics']],
  ['Transcripts, diplomas', ['document check']],
])('“%s” asks for each', (line, items) => {
  expect(read(line)).toEqual(items)
})

test.each([
  ['Resume ....', 'Resume'],
  ['Resume: ______  ', 'Resume'],
  ['Resume;|', 'Resume'],
  ['> - (2) Resume', 'Resume'],
  ['(b) Resume', 'Resume'],
  ['12.Resume', 'Resume'],
  ['__ Resume', 'Resume'],
  ['401(k) form', '401(k) form'],
  ['x'.repeat(250), 'x'.repeat(200)],
])('the title of “%s” is “%s”', (line, title) => {
  expect(readChecklist(line).items.map((item) => item.title)).toEqual([title])
})

test('is limited, and every item is valid', () => {
  const hostile = [
    '<script>alert(1)</script>',
    'x'.repeat(30_000),
    '('.repeat(5000),
    ...Array(150).fill('BLS'),
  ]
  const { items, leftOut } = readChecklist(hostile.join('\n'))
  expect(items.length).toBeLessThanOrEqual(100)
  expect(leftOut).toBeGreaterThan(0)
  for (const item of items) expect(requirementItem.safeParse(item).success).toBe(true)
  expect(JSON.stringify(items)).not.toContain('<script')
})

test('a line of any length is read at once', () => {
  for (const mark of ['_', ' ', ',', '.', ' and ', 'a']) {
    const read = () => expect(readChecklist(mark.repeat(40_000)).items.length).toBeLessThanOrEqual(100)
    expect(cpuTimeOf(read)).toBeLessThan(1000)
  }
})
