import { describe, expect, test } from 'vitest'
import { readPage } from '#testing/read-pages.ts'
import {
  bestMatch,
  certificationsIn,
  issuersIn,
  issuersOf,
  type Match,
  rolesIn,
  statesIn,
} from './catalog.ts'
import { type Cell, cellsOf } from './cells.ts'

const cells = (...lines: string[]) => cellsOf([readPage(lines)])

/** The most probable value, a "?" behind it if another is as probable. */
function best(matchesIn: (cells: readonly Cell[]) => Match[], ...lines: string[]): string {
  const found = bestMatch(matchesIn(cells(...lines)))
  return found ? `${found.match.value}${found.isSole ? '' : '?'}` : ''
}

/** Each match as the document writes it. */
const printed = (matches: readonly Match[]) =>
  matches.map(({ value, cell, start, end }) => `${value}: ${cell.text.slice(start, end)}`)

describe('the certification', () => {
  test.each([
    ['Basic Life Support', 'BLS'],
    ['BASIC LIFE SUPPORT PROVIDER', 'BLS'],
    ['BLS', 'BLS'],
    ['Pediatric Advanced Life Support (PALS)', 'PALS'],
    ['Advanced Cardiovascular Life Support', 'ACLS'],
    ['Heartsaver CPR AED', 'CPR'],
    ['S.T.A.B.L.E. Learner', 'STABLE'],
    ['The S.T.A.B.L.E. Program', 'STABLE'],
    ['Psychiatric-Mental Health Nursing', 'PMH-BC'],
    ['Psychiatric Mental Health Nursing', 'PMH-BC'],
    ['Medical‑Surgical Nursing, Board Certified', 'MEDSURG-BC'],
    ['Adult–Gerontology Clinical Nurse Specialist', 'AGCNS-BC'],
    ["Women's Health Care Nurse Practitioner", 'WHNP-BC'],
    ['Women’s Health Care Nurse Practitioner', 'WHNP-BC'],
    ['Certified Dialysis Licensed Practical Nurse', 'CD-LPN'],
    ['Critical Care Registered Nurse', 'CCRN'],
    ['Rosa Delgado, CCRN-K', 'CCRN-K'],
    ['Rosa Delgado, PMHNP‑BC', 'PMHNP-BC'],
    ['Sexual Assault Nurse Examiner: SANE-P', 'SANE-A'],
    ['Certification: CNOR', 'CNOR'],
    ['Certified Nurse-Midwife', 'CNM'],
    ['Low Risk Neonatal Nursing', 'RNC-LRN'],
    ['Nurse Executive, Advanced, Board Certified', 'NEA-BC'],
    ['Nurse Executive', 'NE-BC?'],
    ['Emergency Nurse Practitioner', 'ENP-BC?'],
    ['CCRN and PCCN', 'CCRN?'],
    ['CCRN, Progressive Care Certified Nurse', 'PCCN'],
    ['Progressive Care Certified Nurse, CCRN', 'PCCN'],
  ])('in “%s” is %s', (line, code) => {
    expect(best(certificationsIn, line)).toBe(code)
  })

  test.each([
    'The patient remained stable',
    'bls',
    'Notable',
    'BLSX',
    'Re-BLS',
    'BLS-2',
    'OTHER',
    'Other/Custom',
    'Acute Care of the Older Adult',
    'ONS',
    'Board Certified',
    'Basic Life Supporters',
    'Microneonatal resuscitation',
    'Basic Lice Support',
    'rn-bc gerontologic',
    'www.medsurg-bc.example',
    'www.inf-bc.example',
    'mail to cde@hospital.example',
  ])('is not in “%s”', (line) => {
    expect(certificationsIn(cells(line))).toEqual([])
  })

  test('is found once under each of its names, where the document has them', () => {
    expect(
      printed(certificationsIn(cells('BLS Provider', 'Basic  Life Support, Basic Life Support'))),
    ).toEqual(['BLS: BLS Provider', 'BLS: BLS', 'BLS: Basic Life Support'])
    expect(printed(certificationsIn(cells('NURSE EXECUTIVE, BOARD CERTIFIED')))).toEqual([
      'NE-BC: NURSE EXECUTIVE, BOARD CERTIFIED',
      'NE-BC: NURSE EXECUTIVE',
    ])
  })

  test('is looked for fifty times at most', () => {
    expect(certificationsIn(cells(...Array.from({ length: 50 }, () => 'BLS')))).toHaveLength(50)
    expect(certificationsIn(cells(...Array.from({ length: 60 }, () => 'BLS')))).toHaveLength(50)
  })

  test('has its own issuers', () => {
    expect(issuersOf('BLS')).toEqual(['American Heart Association', 'American Red Cross'])
    expect(issuersOf('CEN')).toEqual(['Board of Certification for Emergency Nursing'])
    expect(issuersOf('XYZ')).toEqual([])
  })
})

describe('the issuer', () => {
  test.each([
    ['American Heart Association', 'American Heart Association'],
    ['AMERICAN HEART ASSOCIATION', 'American Heart Association'],
    ['AHA', 'American Heart Association'],
    ['ANCC', 'American Nurses Credentialing Center'],
    ['AACN', 'AACN Certification Corporation'],
    ['BCEN', 'Board of Certification for Emergency Nursing'],
    ['ENA', 'Emergency Nurses Association'],
    ['AAP', 'American Academy of Pediatrics'],
    ['ONCC', 'Oncology Nursing Certification Corporation'],
    ['Red Cross', 'American Red Cross'],
    ['AACN Certification Corporation', 'AACN Certification Corporation'],
    [
      'ENA and the Board of Certification for Emergency Nursing',
      'Board of Certification for Emergency Nursing',
    ],
    ['ANCC, AACN', 'American Nurses Credentialing Center?'],
    ['Medical Surgical Nursing Certification Board', 'Medical-Surgical Nursing Certification Board'],
    ['aha! That is the red cross', ''],
  ])('in “%s” is “%s”', (line, issuer) => {
    expect(best(issuersIn, line)).toBe(issuer)
  })

  test('of many certifications is found once', () => {
    expect(printed(issuersIn(cells('American Red Cross')))).toEqual([
      'American Red Cross: American Red Cross',
      'American Red Cross: Red Cross',
    ])
  })
})

describe('the state', () => {
  test.each([
    ['Texas Board of Nursing', 'TX'],
    ['TEXAS BOARD OF NURSING', 'TX'],
    ['State of Ohio', 'OH'],
    ['Arizona State Board of Nursing', 'AZ'],
    ['Arizona Board of Nursing', 'AZ'],
    ['Arkansas State Board of Nursing', 'AR'],
    ['West Virginia Board of Nursing', 'WV'],
    ['West Virginia State Board of Examiners for Licensed Practical Nurses', 'WV'],
    ['California Board of Vocational Nursing and Psychiatric Technicians', 'CA'],
    ['Louisiana State Board of Practical Nurse Examiners', 'LA'],
    ['Austin, Texas', 'TX'],
    ['West Virginia', 'WV'],
    ['Iowa and Ohio', 'IA?'],
    ['Ohio Board of Nursing, Massachusetts', 'OH'],
    ['Massachusetts, State of Ohio', 'OH'],
    ['State of Iowa, Ohio Board of Nursing', 'OH'],
    ['Board of Nursing', ''],
    ['Junta Examinadora de Enfermería · San Juan', 'Puerto Rico'],
    ['Gobierno de Puerto Rico', 'Puerto Rico'],
    ['Guam Board of Nurse Examiners', 'Guam'],
    ['Government of the Virgin Islands', 'US Virgin Islands'],
    ['Texasville', ''],
    ['Undefined', ''],
  ])('in “%s” is “%s”', (line, state) => {
    expect(best(statesIn, line)).toBe(state)
  })

  test('is found once under each of its names', () => {
    expect(printed(statesIn(cells('State of Utah', 'Utah Board of Nursing')))).toEqual([
      'UT: State of Utah',
      'UT: Utah',
      'UT: Utah Board of Nursing',
      'UT: Utah',
    ])
  })
})

describe('the type of license', () => {
  test.each([
    ['Registered Nurse', 'RN'],
    ['REGISTERED NURSE', 'RN'],
    ['RN', 'RN'],
    ['Registered Professional Nurse', 'RN'],
    ['Licensed Professional Nurse', 'RN'],
    ['Licensed Practical Nurse', 'LPN'],
    ['Licenced Practical Nurse', 'LPN'],
    ['Practical Nurse', 'LPN'],
    ['Vocational Nurse', 'LVN'],
    ['Advanced Practice Nurse', 'APRN'],
    ['Advanced Practice Registered Nurse', 'APRN'],
    ['Advanced Registered Nurse Practitioner', 'APRN'],
    ['Psychiatric Mental Health Nurse Practitioner', 'PMHNP'],
    ['Psychiatric-Mental Health Nurse Practitioner', 'PMHNP'],
    ['Adult Gerontology Primary Care Nurse Practitioner', 'AGPCNP'],
    ['Women’s Health Nurse Practitioner', 'WHNP'],
    ['Certified Nurse Midwife', 'CNM'],
    ['RN, APRN', 'APRN'],
    ['APRN: Registered Nurse', 'RN'],
    ['RESPIRATORY THERAPIST LICENSE', 'Respiratory Therapist'],
    ['Registered Nurse and Paramedic', 'RN'],
    ['RN-BC', ''],
    ['rn', ''],
    ['Registered Nurses', ''],
    ['Practical Nursery', ''],
  ])('in “%s” is “%s”', (line, type) => {
    expect(best(rolesIn, line)).toBe(type)
  })
})

test('no match is best of none', () => {
  expect(bestMatch([])).toBeNull()
})
