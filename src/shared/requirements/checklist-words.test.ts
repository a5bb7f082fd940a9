import { expect, test } from 'vitest'
import { ageIn, validThroughIn } from './checklist-dates.ts'
import { ceIn, certificationIn, healthIn, isForm, licenseIn } from './checklist-words.ts'

test.each([
  ['Mask fit', 'fit_test'],
  ['Fit-test', 'fit_test'],
  ['Respirator clearance', 'fit_test'],
  ['N-95', 'fit_test'],
  ['N95', 'fit_test'],
  ['Fittest', 'fit_test'],
  ['2-step TB', 'tb_test'],
  ['Tuberculosis screen', 'tb_test'],
  ['QuantiFERON Gold', 'tb_test'],
  ['Quantferon', 'tb_test'],
  ['QFT', 'tb_test'],
  ['T-Spot', 'tb_test'],
  ['Tspot', 'tb_test'],
  ['IGRA', 'tb_test'],
  ['Tuberculin test', 'tb_test'],
  ['Chest Xray', 'tb_test'],
  ['CXR', 'tb_test'],
  ['Measles', 'mmr'],
  ['Rubeola IgG', 'mmr'],
  ['Chickenpox', 'varicella'],
  ['Chicken pox', 'varicella'],
  ['VZV IgG', 'varicella'],
  ['Hep B', 'hepatitis_b'],
  ['Hepatitis-B surface', 'hepatitis_b'],
  ['Hep. B', 'hepatitis_b'],
  ['HepB', 'hepatitis_b'],
  ['HBV', 'hepatitis_b'],
  ['HBsAb', 'hepatitis_b'],
  ['T-dap', 'tdap'],
  ['DTaP', 'tdap'],
  ['Tetanus', 'tdap'],
  ['Pertussis', 'tdap'],
  ['Flu shot', 'influenza'],
  ['Covid-19', 'covid_19'],
  ['SARS-CoV-2', 'covid_19'],
  ['Drug screen', 'drug_screen'],
  ['12 panel', 'drug_screen'],
  ['UDS', 'drug_screen'],
  ['Urine screen', 'drug_screen'],
  ['Toxicology', 'drug_screen'],
  ['Fingerprints', 'background_check'],
  ['OIG', 'background_check'],
  ['Sanction check', 'background_check'],
  ['Criminal history', 'background_check'],
  ['Livescan', 'background_check'],
  ['Skill checklist', 'skills_checklist'],
  ['Skills inventory', 'skills_checklist'],
  ['Self assessment', 'skills_checklist'],
  ['1 reference', 'references'],
  ['Malpractice', 'insurance'],
  ['I9', 'identity'],
  ['SS card', 'identity'],
  ['Photo ID', 'identity'],
  ['Government issued ID', 'identity'],
  ['Birth certificate', 'identity'],
  ['Drivers license', 'drivers_license'],
  ['Driver’s license', 'drivers_license'],
  ['Driver licence', 'drivers_license'],
  ['H&P', 'physical'],
  ['Health clearance', 'physical'],
  ['Fit for duty', 'physical'],
  ['Outfit testing', null],
  ['Influx', null],
  ['Budsman', null],
  ['References', 'references'],
  ['Preferences', null],
])('“%s” is about %s', (line, record) => {
  expect(healthIn(line)).toBe(record)
})

test.each([
  ['Healthcare Provider CPR', 'BLS'],
  ['Basic Life Support', 'BLS'],
  ['Advanced Cardiovascular Life Support', 'ACLS'],
  ['Pediatric Advanced Life Support', 'PALS'],
  ['Neonatal Resuscitation', 'NRP'],
  ['Trauma Nursing Core', 'TNCC'],
  ['Emergency Nurse Pediatric', 'ENPC'],
  ['NIH Stroke Scale', 'NIHSS'],
  ['Nonviolent crisis', 'CPI'],
  ['Non-violent crisis', 'CPI'],
  ['Mandt', 'CPI'],
  ['Heartsaver', 'CPR'],
  ['CCRN-K', 'CCRN-K'],
  ['CCRN', 'CCRN'],
  ['CEN', 'CEN'],
  ['cen', null],
  ['CENT', null],
  ['X-CEN', null],
  ['Other', null],
])('“%s” names the certification %s', (line, code) => {
  expect(certificationIn(line)).toBe(code)
})

test.each([
  ['RN license', 'RN', null, false],
  ['Nurse practitioner license - Ohio', 'APRN', 'OH', false],
  ['CRNA license', 'CRNA', null, false],
  ['LVN, TX', 'LPN', 'TX', false],
  ['Vocational nurse license', 'LPN', null, false],
  ['Nursing assistant license', 'CNA', null, false],
  ['Nursing licence', 'RN', null, false],
  ['Active state license', null, null, false],
  ['Current licensure', null, null, false],
  ['License of Texas', null, 'TX', false],
  ['eNLC license', null, null, true],
  ['RN multi-state', 'RN', null, true],
  ['RN license, compact preferred', 'RN', null, false],
  ['RN LICENSE, OREGON', 'RN', 'OR', false],
  ['RN LICENSE CA OR AZ', 'RN', 'CA', false],
  ['RN license: OR', 'RN', 'OR', false],
  ['RN LICENSE OR COMPACT', 'RN', null, true],
  ['RN multistate', 'RN', null, true],
  ['ENLC license', null, null, true],
])('“%s” asks for a license', (line, type, state, orCompact) => {
  expect(licenseIn(line)).toEqual({ type, state, orCompact })
})

test.each(['Driver license', 'License', 'RN resume - TX', 'RN, 2 years experience in TX', 'RN', 'Texas'])(
  '“%s” asks for no nursing license',
  (line) => {
    expect(licenseIn(line)).toBeNull()
  },
)

test.each([
  ['3 hours of sepsis training', 3, 'sepsis'],
  ['Implicit bias CE - 2 hours', 2, 'Implicit bias'],
  ['2.5 contact hours in Pain management, required', 2.5, 'Pain management'],
  ['30 CE hours', 30, null],
  ['1 hr HIV course', 1, 'HIV'],
  ['Mandatory training (4 hours)', 4, null],
  ['6 hours continuing education on Ethics within 2 years', 6, 'Ethics'],
  ['500 hours training', 500, null],
  ['2.25 hours of ethics education', 2.25, 'ethics education'],
  ['2 hours of training in ethics', 2, 'ethics'],
  ['2 hours of education on wound care', 2, 'wound care'],
  ['3-hour course in ethics', 3, 'ethics'],
  ['4hrs CEUs on wound care, online', 4, 'wound care'],
  ['2 ce hours of continuing education in pain & opioids', 2, 'pain & opioids'],
  ['1 contact hour: human  trafficking', 1, 'human trafficking'],
  ['Training (2 hours): child-abuse', 2, 'child-abuse'],
  [`2 hours of training in ${'x'.repeat(120)}`, 2, 'x'.repeat(100)],
])('“%s” asks for CE', (line, hours, topic) => {
  expect(ceIn(line)).toEqual({ hours, topic })
})

test.each(['501 hours training', '0 hours training', '3 hours', 'Sepsis training', 'Office hours: 3'])(
  '“%s” asks for no CE',
  (line) => {
    expect(ceIn(line)).toBeNull()
  },
)

test('recognizes forms as items to sign or fill in', () => {
  for (const line of ['Signed offer', 'W4', 'W-9', 'Direct deposit', 'HIPAA acknowledgment', 'Release'])
    expect(isForm(line), line).toBe(true)
  for (const line of ['Uniform', 'Designed', 'Resume', 'Policyholder']) expect(isForm(line), line).toBe(false)
})

const months = (amount: number) => ({ amount, unit: 'months' })
const days = (amount: number) => ({ amount, unit: 'days' })
test.each([
  ['within 12 months', months(12)],
  ['in the past two years', months(24)],
  ['during last 6 mo', months(6)],
  ['last 3 weeks', days(21)],
  ['prior year', null],
  ['within the past year', months(12)],
  ['in the last month', months(1)],
  ['within  the  last  year', months(12)],
  ['WITHIN LAST 2 WEEKS', days(14)],
  ['(30-DAY)', days(30)],
  ['PAST 2 YEARS', months(24)],
  ['NOT OLDER THAN 1 YEAR', months(12)],
  ['within 1000 days', null],
  ['less than 90 days', days(90)],
  ['no more than a year', months(12)],
  ['not older than 6 months', months(6)],
  ['at most one year', months(12)],
  ['< 12 months', months(12)],
  ['<30 days', days(30)],
  ['TB (12 months)', months(12)],
  ['within twelve (12) months', months(12)],
  ['within 12-month', months(12)],
  ['Annual TB', months(12)],
  ['yearly', months(12)],
  ['annually renewed yearly', null],
  ['within 0 days', null],
  ['within 50 years', months(600)],
  ['within 51 years', null],
  ['5 years of experience', null],
  ['semiannual', null],
])('“%s” limits the age to %j', (line, limit) => {
  expect(ageIn(line)).toEqual(limit)
})

test.each([
  ['through the end of the assignment', 'last_day'],
  ['for the entire contract', 'last_day'],
  ['until the last day of your placement', 'last_day'],
  ['throughout the school year', 'last_day'],
  ['for duration of contract', 'last_day'],
  ['valid through 12/31/2027', '2027-12-31'],
  ['until 2027-12-31', '2027-12-31'],
  ['good thru Mar 3, 2027', '2027-03-03'],
  ['current to 3-31-27', '2027-03-31'],
  ['for  the  full length of the contract', 'last_day'],
  ['THROUGH THE WHOLE ASSIGNMENT', 'last_day'],
  ['until completion of assignment', 'last_day'],
  ['through your placement', 'last_day'],
  ['active until Dec. 31 2027', '2027-12-31'],
  ['effective through 12.31.2027', '2027-12-31'],
  ['through 13/45/2027 of the contract', null],
  ['through 13/45/2027, for the contract', 'last_day'],
  ['contract', null],
])('“%s” asks that it lasts until %s', (line, until) => {
  expect(validThroughIn(line)).toBe(until)
})
