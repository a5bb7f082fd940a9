import { describe, expect, test } from 'vitest'
import type { TopicAnswer } from './answers.ts'
import { possibleEnds } from './period.ts'
import { requirementsOf } from './requirements.ts'
import { embeddedRules } from './rules.ts'

/**
 * The requirements of statutes, rules, boards and certifying bodies, taken from the source named in each row and not
 * from the data file. If sources disagree, the row has the stricter one.
 */

type Facts = {
  /** The last day of the period. By default, a date on which all the rules of the table are in effect. */
  end?: string
  issued?: string
  /** This is the first renewal, and the rule's exception for it applies. */
  first?: boolean
  way?: string
  done?: string[]
  exempt?: string[]
}
type Row = [title: string, facts: Facts, required: string]

function ruleOf(id: string, end = '2028-06-30') {
  const rule = embeddedRules.find(id, end)
  if (!rule) throw new Error(`No rule ${id} for ${end}`)
  return rule
}

/** Hours, topics by name and other needs: `30, child-abuse 2 | practice_hours 400 in 4 years`. */
function required(id: string, { end = '2028-06-30', issued, first, way, done = [], exempt = [] }: Facts) {
  const answering = (topics: string[], answer: TopicAnswer) => topics.map((topic) => ({ topic, answer }))
  const topics = [...answering(done, 'done'), ...answering(exempt, 'exempt')]
  const asked = requirementsOf(ruleOf(id, end), {
    answers: { firstRenewal: first ?? false, topics },
    wayId: way ?? null,
    cycleEnd: end,
    issuedAt: issued ?? null,
  })
  const ce = [
    asked.requiredHours ?? 'none',
    ...asked.topics.map(({ key, hours }) => `${key} ${hours ?? 'course'}`).toSorted(),
  ]
  const needs = asked.needs.map(({ kind, amount, years }) =>
    [kind, amount, years && `in ${years} years`].filter((part) => part !== null).join(' '),
  )
  return [ce.join(', '), ...needs].join(' | ')
}

const illinois = [
  'sexual-harassment',
  'implicit-bias',
  'dementia',
  'cultural-competency',
  'mandated-reporter',
]
const kentucky = ['suicide-prevention', 'dementia', 'abusive-head-trauma', 'domestic-violence']
const oftenIn = { florida: { exempt: ['impairment', 'domestic-violence'] } }

const licenses: [id: string, source: string, ...rows: Row[]][] = [
  [
    'AK-RN',
    'https://www.commerce.alaska.gov/web/cbpl/ProfessionalLicensing/BoardofNursing/ApplicantInformation/ContinuedCompetencyInformation.aspx',
    ['by CE and work', {}, '30 | practice_hours 320'],
    ['by work and activities', { way: 'employment-activities' }, 'none | practice_hours 320 | other'],
    ['a first in the last twelve months', { first: true }, 'none'],
  ],
  [
    'AL-RN',
    'https://casetext.com/regulation/alabama-administrative-code/title-610-alabama-board-of-nursing/chapter-610-x-4-licensure/section-610-x-4-08-renewal-of-license',
    ['a later renewal', {}, '24'],
    // 4 hours of the Board, and 1 for each month from June 2025 to December 2026: 4 + 19.
    ['a first', { first: true, issued: '2025-06-15', end: '2026-12-31' }, '23, alabama-board-course 4'],
    ['a short first', { first: true, issued: '2026-10-01', end: '2026-12-31' }, '7, alabama-board-course 4'],
    ['a full first', { first: true, issued: '2025-01-10', end: '2026-12-31' }, '24, alabama-board-course 4'],
  ],
  [
    'AR-RN',
    'http://www.arsbn.org/continuing-education-faqs',
    ['a later renewal', {}, '15'],
    ['a first within 24 months', { first: true }, 'none'],
    ['by certification', { way: 'certification' }, 'none | certification'],
  ],
  [
    'AZ-RN',
    'https://www.law.cornell.edu/regulations/arizona/Ariz-Admin-Code-SS-R4-19-312',
    ['practice, not CE', {}, 'none | practice_hours 960 in 5 years'],
  ],
  [
    'CA-RN',
    'https://leginfo.legislature.ca.gov/faces/codes_displaySection.xhtml?lawCode=BPC&sectionNum=2811.5',
    ['a later renewal', {}, '30'],
    ['within two years of the first license anywhere', { first: true }, 'none, implicit-bias 1'],
    ['by endorsement after years elsewhere', { issued: '2027-03-01' }, '30'],
  ],
  ['CO-RN', 'https://dpo.colorado.gov/Nursing/FAQ', ['no CE', {}, 'none']],
  [
    'CT-RN',
    'https://portal.ct.gov/dph/practitioner-licensing--investigations/registered-nurse/continuing-education',
    ['no hours but a course every six years', {}, 'none, mental-health-suicide 2'],
  ],
  [
    'DC-RN',
    'https://dchealth.dc.gov/service/board-nursing',
    ['a later renewal', {}, '24, lgbtq 2, public-health-priorities 3'],
    ['a first', { first: true }, 'none'],
  ],
  [
    'DE-LPN',
    'https://regulations.justia.com/states/delaware/title-24/department-of-state/division-of-professional-regulation/1900/section-1900-9-0',
    [
      'a later renewal',
      {},
      '24, abuse-exploitation-reporting 1, dementia 1, substance-abuse 3 | practice_hours 400',
    ],
  ],
  [
    'FL-RN',
    'https://floridasnursing.gov/frequently-asked-questions/?term_id=47',
    ['most periods', oftenIn.florida, '24, human-trafficking 2, medical-errors 2, nursing-law 2'],
    [
      'every third period',
      { exempt: ['impairment'] },
      '26, domestic-violence 2, human-trafficking 2, medical-errors 2, nursing-law 2',
    ],
    ['by certification', { way: 'certification' }, '2, human-trafficking 2 | certification'],
    // By endorsement: an hour for each month from December 2027 to July 2028, 8.
    [
      'a first after endorsement',
      { issued: '2027-12-15', end: '2028-07-31', ...oftenIn.florida },
      '8, human-trafficking 2, medical-errors 2, nursing-law 2',
    ],
    [
      'a first after the examination',
      { first: true, ...oftenIn.florida },
      'none, hiv-aids 1, human-trafficking 2, medical-errors 2, nursing-law 2',
    ],
  ],
  [
    'GA-RN',
    'http://rules.sos.state.ga.us/gac/410-13',
    ['by CE', {}, '30'],
    ['by practice', { way: 'practice' }, 'none | practice_hours 500'],
    ['a first of six months or less', { first: true }, 'none'],
  ],
  [
    'HI-RN',
    'https://www.capitol.hawaii.gov/hrscurrent/Vol10_Ch0436-0471/HRS0457/HRS_0457-0009_0002.htm',
    ['by CE', {}, '30'],
    ['by study', { way: 'academic' }, 'none | academic_credits 2'],
    ['a first within a year of graduation', { first: true }, 'none'],
  ],
  [
    'IA-RN',
    'https://law.cornell.edu/regulations/iowa/Iowa-Admin-Code-r-655-5-2',
    [
      'of three years, with children and dependent adults',
      {},
      '36, child-abuse-reporter 2, dependent-adult-abuse-reporter 2',
    ],
    ['with neither', { exempt: ['child-abuse-reporter', 'dependent-adult-abuse-reporter'] }, '36'],
  ],
  [
    'IL-RN',
    'https://regulations.justia.com/states/illinois/title-68/part-1300/subpart-a/section-1300-130',
    ['with the topics of three periods behind', { done: illinois }, '20'],
    [
      'with all of them open',
      {},
      '20, cultural-competency 1, dementia 1, implicit-bias 1, mandated-reporter 1, sexual-harassment 1',
    ],
    ['a first', { first: true, exempt: ['mandated-reporter'] }, 'none'],
  ],
  [
    'IL-APRN',
    'https://regulations.justia.com/states/illinois/title-68/part-1300/subpart-a/section-1300-130',
    [
      'a later renewal',
      { done: illinois },
      '80, opioid-prescribing 3, opioid-substance 10, pharmacotherapeutics 20',
    ],
  ],
  [
    'IN-APRN',
    'http://www.in.gov/pla/2492.htm',
    ['with prescriptive authority', { exempt: ['opioid-prescribing'] }, '30, pharmacology 8 | certification'],
  ],
  [
    'KS-RN',
    'http://laws9.com/statutes/kansas/chapter65/article11/statutes_25644',
    ['a later renewal', {}, '30'],
    ['a first within 30 months of the examination', { first: true }, 'none'],
    ['by endorsement more than nine months before', { issued: '2027-03-01' }, '30'],
  ],
  [
    'ID-APRN',
    'https://files.dfm.idaho.gov/dfm-admin-website/rules/current/24/243401.pdf',
    ['certification and peer review, without hours', {}, 'none | certification | other'],
  ],
  [
    'KY-RN',
    'https://regulations.justia.com/states/kentucky/title-201/chapter-20/215',
    ['a later year', { done: kentucky, exempt: ['sane-forensic'] }, '14'],
    ['of a sexual assault nurse examiner', { done: kentucky }, '14, sane-forensic 5'],
    ['by evaluation', { way: 'evaluation', done: kentucky, exempt: ['sane-forensic'] }, '7 | other'],
    [
      'by certification',
      { way: 'certification', done: kentucky, exempt: ['sane-forensic'] },
      'none | certification',
    ],
    [
      'with everything of the first three years open',
      { exempt: ['sane-forensic'] },
      '14, abusive-head-trauma 1.5, dementia 1, domestic-violence 3, suicide-prevention 2',
    ],
  ],
  [
    'LA-RN',
    'https://www.lsbn.state.la.us/wp-content/uploads/nora/noticeofrulemakingactivity3333333506242020.htm',
    ['by CE', {}, '30'],
    ['by practice', { way: 'practice' }, 'none | practice_hours 900'],
    ['a first license of the year before', { first: true }, 'none'],
  ],
  [
    'LA-APRN',
    'https://www.bswllp.com/?an=145032&format=xml&t=40',
    [
      'in family medicine, after Act 463',
      { done: ['controlled-substances'], exempt: ['pharmacology'] },
      'none, nutrition-metabolic-health 1 | certification',
    ],
  ],
  [
    'MA-RN',
    'https://www.mass.gov/info-details/mandatory-continuing-education-for-nurses',
    ['a later renewal', { done: ['domestic-sexual-violence', 'dementia'] }, '15'],
    ['a first', { first: true }, 'none, dementia course, domestic-sexual-violence course'],
  ],
  [
    'MD-RN',
    'https://mgaleg.maryland.gov/mgawebsite/Legislation/Details/hb0783?ys=2025RS',
    ['by practice', { done: ['implicit-bias-structural-racism'] }, 'none | practice_hours 1000 in 5 years'],
    ['by CE', { way: 'ce', done: ['implicit-bias-structural-racism'] }, '30'],
    ['before the law', { way: 'ce', end: '2026-03-28' }, '30, implicit-bias course'],
    [
      'after it, for those who had done the earlier course',
      { way: 'ce', end: '2026-04-28', done: ['implicit-bias'] },
      '30, implicit-bias-structural-racism course',
    ],
  ],
  [
    'MI-RN',
    'https://regulations.justia.com/states/michigan/licensing-and-regulatory-affairs/bureau-of-professional-licensing/public-health-code/public-health-code-general-rules/section-r-338-7004',
    ['a later renewal', { done: ['human-trafficking'] }, '25, implicit-bias 2, pain 2'],
    ['before the one-time training', {}, '25, human-trafficking course, implicit-bias 2, pain 2'],
  ],
  ['MN-RN', 'https://www.revisor.mn.gov/rules/6310.2800/', ['24 for registered nurses', {}, '24']],
  ['MN-LPN', 'https://www.revisor.mn.gov/rules/6310.2800/', ['12 for practical nurses', {}, '12']],
  ['MO-RN', 'https://pr.mo.gov/nursing-faq-education.asp', ['no CE', {}, 'none']],
  [
    'NC-RN',
    'http://ncrules.elaws.us/code/21ncac36.0232',
    ['by CE', {}, '30'],
    ['by practice', { way: 'practice' }, '15 | practice_hours 640'],
    ['by study', { way: 'academic' }, 'none | academic_credits 2'],
    ['by an article', { way: 'publication' }, '15 | publication'],
    ['by certification', { way: 'certification' }, 'none | certification'],
  ],
  [
    'ND-RN',
    'https://www.ndbon.org/FAQ/Renewal-ApprovedCE.asp',
    ['a later renewal', {}, '12 | practice_hours 400 in 4 years'],
    ['a first after the examination', { first: true }, 'none | practice_hours 400 in 4 years'],
  ],
  [
    'NE-RN',
    'https://dhhs.ne.gov/licensure/Pages/Nurse-Licensing.aspx',
    ['by CE and practice', {}, '20 | practice_hours 500 in 5 years'],
    ['by certification', { way: 'certification' }, 'none | certification'],
  ],
  [
    'NH-RN',
    'https://www.oplc.nh.gov/board-nurses-education-and-training',
    ['CE and practice', {}, '30 | practice_hours 400 in 4 years'],
  ],
  [
    'NJ-RN',
    'https://law.cornell.edu/regulations/new-jersey/N-J-A-C-13-37-5-3',
    ['a later renewal', { exempt: ['perinatal-bias'], done: ['organ-donation'] }, '30, opioids 1'],
    ['with pregnant patients', { done: ['organ-donation'] }, '30, opioids 1, perinatal-bias 1'],
  ],
  [
    'NM-RN',
    'https://casetext.com/regulation/new-mexico-administrative-code/title-16-occupational-and-professional-licensing/chapter-12-nursing-and-health-care-related-providers/part-2-nurse-licensure/section-1612210-continuing-education',
    ['a later renewal', {}, '30'],
    // The board's table for a short first license was not found.
    ['a short first', { first: true, issued: '2026-01-15', end: '2027-01-31' }, '30'],
  ],
  [
    'NE-APRN',
    'https://dhhs.ne.gov/licensure/Pages/Nurse-Licensing-Renewal-and-Continuing-Education.aspx',
    ['by CE and practice', {}, '20, opioids 3 | practice_hours 500 in 5 years'],
    ['by certification', { way: 'certification', exempt: ['opioids'] }, 'none | certification'],
  ],
  [
    'NV-RN',
    'https://nevadanursingboard.org/continuing-education/',
    ['a second renewal', { done: ['bioterrorism'], exempt: ['hiv-stigma'] }, '30, cultural-competency 4'],
    [
      'a first after graduation',
      { first: true, exempt: ['hiv-stigma'] },
      'none, bioterrorism 4, cultural-competency 4',
    ],
  ],
  [
    'NY-RN',
    'https://www.nysenate.gov/legislation/laws/SOS/413',
    ['before the law of 2024', { end: '2024-01-31' }, 'none, child-abuse-2025 2, infection-control course'],
    [
      'after it, for those who had done the earlier course',
      { done: ['child-abuse-2025'] },
      'none, child-abuse-2026 2, infection-control course',
    ],
  ],
  [
    'OH-RN',
    'http://ohrules.elaws.us/oac/4723-14-03',
    ['a later renewal', {}, '24, ohio-nursing-law 1'],
    ['a first after the examination', { first: true }, 'none'],
    ['by endorsement', { issued: '2026-03-01', end: '2027-10-31' }, '24, ohio-nursing-law 1'],
  ],
  [
    'OK-RN',
    'http://okrules.elaws.us/oac/485:10-7-3',
    ['by work', {}, 'none | practice_hours 520'],
    ['by CE', { way: 'ce' }, '24'],
    ['by study', { way: 'academic' }, 'none | academic_credits 6'],
  ],
  [
    'OR-RN',
    'https://secure.sos.state.or.us/oard/view.action?ruleNumber=851-031-0008',
    ['before 2028', { end: '2027-06-30' }, 'none, cultural-competency 2, pain-management 1'],
    ['from 2028', { end: '2028-06-30' }, '20, cultural-competency 2, pain-management 1'],
  ],
  [
    'PA-RN',
    'https://www.law.cornell.edu/regulations/pennsylvania/49-Pa-Code-SS-21-131',
    ['after April 2026', { end: '2026-10-31' }, '30, child-abuse 2, organ-donation 2'],
    ['before May 2026', { end: '2026-04-30' }, '30, child-abuse 2'],
    ['a first', { first: true }, 'none, child-abuse 2'],
  ],
  [
    'RI-RN',
    'https://health.ri.gov/nursing',
    ['a later renewal', { done: ['dementia'] }, '10, substance-use 2'],
  ],
  [
    'SC-RN',
    'https://www.scstatehouse.gov/code/t40c033.php',
    ['by CE', {}, '30'],
    ['by certification', { way: 'certification' }, 'none | certification'],
  ],
  [
    'TN-RN',
    'https://casetext.com/regulation/tennessee-administrative-code/title-1000-nursing/chapter-1000-01-general-rules-and-regulations-governing-nursing/section-1000-01-18-standards-of-nursing-competence',
    ['by 5 hours and one item', {}, '5 | other'],
    ['by two items', { way: 'two-items' }, 'none | other | other'],
  ],
  [
    'TX-RN',
    'https://www.law.cornell.edu/regulations/texas/22-Tex-Admin-Code-SS-216-3',
    [
      'all targeted courses at once',
      {},
      '20, forensic-evidence 2, human-trafficking course, jurisprudence-ethics 2, older-adult 2',
    ],
    [
      'with direct patient care only',
      { done: ['jurisprudence-ethics', 'forensic-evidence'], exempt: ['older-adult'] },
      '20, human-trafficking course',
    ],
    [
      'by certification, which replaces the hours and no course',
      { way: 'certification', done: ['jurisprudence-ethics', 'forensic-evidence'] },
      'none, human-trafficking course, older-adult 2 | certification',
    ],
    ['a first', { first: true, exempt: ['forensic-evidence'] }, 'none, human-trafficking course'],
  ],
  [
    'TX-APRN',
    'https://www.law.cornell.edu/regulations/texas/22-Tex-Admin-Code-SS-216-3',
    [
      'a prescriber of opioids: 20 and 5',
      {
        done: ['jurisprudence-ethics', 'forensic-evidence', 'controlled-substances'],
        exempt: ['older-adult'],
      },
      '25, human-trafficking course, opioids 4, pharmacotherapeutics 5',
    ],
  ],
  [
    'UT-RN',
    'https://www.law.cornell.edu/regulations/utah/Utah-Admin-Code-R156-31b-303',
    ['by practice', {}, 'none | practice_hours 400'],
    ['by some of both', { way: 'mixed' }, '15 | practice_hours 200'],
    ['by CE', { way: 'ce' }, '30'],
  ],
  [
    'VA-RN',
    'https://www.dhp.virginia.gov/boards/nursing/practitionerresources/continuedcompetency/rnlpn/',
    ['by CE', {}, '30'],
    ['by practice', { way: 'practice' }, '15 | practice_hours 640'],
    ['by study', { way: 'academic' }, 'none | academic_credits 3'],
    ['a first', { first: true }, 'none'],
  ],
  [
    'VT-RN',
    'https://law.cornell.edu/regulations/vermont/04-170-Code-Vt-R-04-030-170-X',
    ['by recent practice', {}, 'none | practice_hours 400'],
    ['by older practice', { way: 'practice-960' }, 'none | practice_hours 960 in 5 years'],
  ],
  [
    'WA-RN',
    'https://apps.leg.wa.gov/WAC/default.aspx?cite=246-840-220',
    ['a later year', { done: ['suicide-prevention'] }, '8, health-equity 2 | practice_hours 96'],
    ['before the training', {}, '8, health-equity 2, suicide-prevention 6 | practice_hours 96'],
  ],
  [
    'WI-RN',
    'https://www.law.cornell.edu/regulations/wisconsin/Wis-Admin-Code-SS-N-2-40',
    ['no CE', {}, 'none'],
  ],
  [
    'WV-RN',
    'https://wvrnboard.wv.gov/education/Pages/default.aspx',
    ['a later renewal', {}, '12'],
    ['a first', { first: true }, '3, drug-diversion 3'],
  ],
  [
    'WY-RN',
    'https://wsbn.wyo.gov/licensing',
    ['by practice', {}, 'none | practice_hours 400'],
    ['by some of both', { way: 'mixed' }, '15 | practice_hours 200'],
    ['by CE', { way: 'ce' }, '30 | practice_hours 200 in 5 years'],
  ],
]

const certifications: [id: string, source: string, ...rows: Row[]][] = [
  [
    'CERT-BLS',
    'https://cpr.heart.org/en/resources/course-card-information',
    ['a course', {}, 'none | course'],
  ],
  [
    'CERT-CCRN',
    'https://www.aacn.org/certification/certification-renewal/ccrn-adult',
    ['by CERPs', {}, '100, category-a 60, category-b 10, category-c 10 | practice_hours 432'],
    ['by exam', { way: 'exam' }, 'none | exam | practice_hours 432'],
  ],
  [
    'CERT-CEN',
    'https://bcen.org/recertify/',
    ['by attestation', {}, '100, category-accredited 50, category-clinical 75'],
  ],
  [
    'CERT-FNP-C',
    'http://www.aanpcert.org/recert/ce',
    ['by hours', {}, '100, category-pharmacology 25 | practice_hours 1000'],
  ],
  [
    'CERT-CRRN',
    'https://rehabnurse.org/crrn-certification/renewal/crrn-requirements',
    ['by points', {}, '60 | practice_hours 1000'],
  ],
  [
    'CERT-CGRN',
    'https://www.abcgn.org/Recertification/Recertification-Handbook',
    [
      'by contact hours',
      {},
      '75, category-category-1 30, category-gastroenterology 60 | practice_hours 4000',
    ],
  ],
  [
    'CERT-CRNFA',
    'https://nascertification.com/crnfa/recertification/',
    ['by contact hours', {}, '200, category-related 150 | practice_hours 1000'],
  ],
  [
    'CERT-CNE',
    'http://staging.nln.org/Certification-for-Nurse-Educators/cne/recertification/information-for-meeting-requirements',
    ['by credits', {}, '75'],
    ['by exam', { way: 'exam' }, 'none | exam'],
  ],
  [
    'CERT-PMHS',
    'https://www.pncb.org/pmhs-recert-faqs',
    [
      'each year, with the psychopharmacology of seven',
      {},
      '15, pediatric-psychopharmacology 30 | certification',
    ],
  ],
  [
    'CERT-ONC',
    'https://www.oncb.org/recertification/onc-recertification/eligible-activities-ce-credit-onc/',
    ['by contact hours', {}, '75 | practice_hours 1000'],
  ],
  [
    'CERT-CPHQ',
    'https://nahq.org/individuals/cphq-certification/recertify/',
    ['by hours, 8 of them from NAHQ', {}, '30, category-nahq-approved 8, category-quality 30 | assessment'],
  ],
  [
    'CERT-AOCNS',
    'https://www.oncc.org/certification-renewal-guide',
    ['by points', {}, '50 | practice_hours 1000 in 2.5 years'],
  ],
  [
    'CERT-IBCLC',
    'https://iblce.org/step-1-prepare-for-ibclc-recertification/',
    ['by CERPs', {}, '75, category-e 5, category-l 50 | assessment | practice_hours 250 | course'],
  ],
  [
    'CERT-OCN',
    'https://www.oncc.org/renew-certifications',
    ['by points', {}, '100 | practice_hours 1000 in 2.5 years'],
  ],
]

describe.each([...licenses, ...certifications])('%s (%s)', (id, _source, ...rows) => {
  test.each(rows)('%s', (_title, facts, expected) => {
    expect(required(id, facts)).toBe(expected)
  })
})

/** Today in an even and in an odd year, and the days on which the current period can end. */
const ends: [id: string, birthMonth: number | null, from2026: string[], from2027: string[]][] = [
  ['AK-RN', null, ['2026-11-30'], ['2028-11-30']],
  ['AL-RN', null, ['2026-12-31', '2027-12-31'], ['2027-12-31', '2028-12-31']],
  ['AL-LPN', null, ['2027-12-31'], ['2027-12-31']],
  ['CA-RN', 12, ['2027-01-31', '2028-01-31'], ['2028-01-31', '2029-01-31']],
  ['FL-LPN', null, ['2027-07-31'], ['2029-07-31']],
  ['GA-LPN', null, ['2027-03-31'], ['2029-03-31']],
  ['IA-RN', 5, ['2027-05-15', '2028-05-15', '2029-05-15'], ['2028-05-15', '2029-05-15', '2030-05-15']],
  ['IA-RN', null, [], []],
  ['MD-RN', 2, ['2027-02-28', '2028-02-28'], ['2028-02-28', '2029-02-28']],
  ['ID-RN', null, ['2027-08-31'], ['2029-08-31']],
  ['IL-RN', null, ['2028-05-31'], ['2028-05-31']],
  ['IL-LPN', null, ['2027-01-31'], ['2029-01-31']],
  ['KY-RN', null, ['2027-10-31'], ['2028-10-31']],
  ['OH-RN', null, ['2027-10-31'], ['2029-10-31']],
  ['OH-LPN', null, ['2028-10-31'], ['2028-10-31']],
  ['PA-LPN', null, ['2028-06-30'], ['2028-06-30']],
  ['SC-RN', null, ['2028-04-30'], ['2028-04-30']],
  ['TX-RN', 2, ['2027-02-28', '2028-02-29'], ['2028-02-29', '2029-02-28']],
  ['UT-RN', null, ['2027-01-31'], ['2029-01-31']],
  ['WV-LPN', null, ['2028-06-30'], ['2028-06-30']],
  ['WY-RN', null, ['2026-12-31'], ['2028-12-31']],
]

test.each(ends)('the periods of %s end in even or odd years', (id, birthMonth, from2026, from2027) => {
  expect(possibleEnds(ruleOf(id), { birthMonth, issuedAt: null }, '2026-11-22')).toEqual(from2026)
  expect(possibleEnds(ruleOf(id), { birthMonth, issuedAt: null }, '2027-11-22')).toEqual(from2027)
})

const atYearEnd =
  'OCN CPHON BMTCN CBCN AOCNP AOCNS CNOR CSSM CRNFA CIC CNRN CNE CNL IBCLC CDCES CGRN CPHQ'.split(' ')

test.each(atYearEnd)('%s ends on December 31, in a year that its card shows', (code) => {
  const rule = ruleOf(`CERT-${code}`)
  const facts = { birthMonth: null, issuedAt: '2024-03-15' }
  const ends = possibleEnds(rule, facts, '2026-11-22')
  const last = 2024 + rule.renewal.years
  expect(ends.every((end) => end.endsWith('-12-31'))).toBe(true)
  expect(ends).toContain(`${last}-12-31`)
  expect(possibleEnds(rule, { ...facts, issuedAt: null }, '2026-11-22')).toEqual([])
})

const carryOver: [id: string, source: string, allowed: boolean, hours: number | null][] = [
  ['NJ-RN', 'https://law.cornell.edu/regulations/new-jersey/N-J-A-C-13-37-5-3', true, 15],
  ['IA-RN', 'https://law.cornell.edu/regulations/iowa/Iowa-Admin-Code-r-655-5-2', true, 18],
  ['KS-RN', 'https://sos.ks.gov/publications/pubs_kar_Regs.aspx?KAR=60-9-106', false, null],
  ['ND-RN', 'https://www.ndbon.org/FAQ/Renewal-ApprovedCE.asp', false, null],
  [
    'MI-RN',
    'https://regulations.justia.com/states/michigan/licensing-and-regulatory-affairs/bureau-of-professional-licensing/public-health-code/public-health-code-general-rules/section-r-338-7004',
    false,
    null,
  ],
  ['PA-RN', 'https://www.law.cornell.edu/regulations/pennsylvania/49-Pa-Code-SS-21-131', false, null],
]

test.each(carryOver)('%s: how much may be carried over (%s)', (id, _source, allowed, hours) => {
  expect(ruleOf(id).carryOver).toMatchObject({ allowed, hours })
})

const deadlines: [id: string, key: string, issued: string, dueOn: string][] = [
  ['KY-RN', 'suicide-prevention', '2025-02-10', '2028-02-10'],
  ['NV-RN', 'hiv-stigma', '2025-02-10', '2027-02-10'],
  ['NY-RN', 'child-abuse-2026', '2015-06-01', '2026-11-17'],
]

test.each(deadlines)('%s: %s has its own due date', (id, key, issuedAt, dueOn) => {
  const facts = {
    answers: { firstRenewal: false, topics: [] },
    wayId: null,
    cycleEnd: '2028-06-30',
    issuedAt,
  }
  expect(requirementsOf(ruleOf(id), facts).topics.find((topic) => topic.key === key)).toMatchObject({ dueOn })
})

/** Minutes of an hour, and contact hours for a quarter credit. */
const conversions: [ids: string[], field: 'minutesPerHour' | 'quarter_credit', value: number][] = [
  [['AL-RN', 'CT-RN', 'KS-RN', 'KY-RN', 'WV-RN', 'WV-LPN', 'WV-APRN'], 'minutesPerHour', 50],
  [['IL-RN', 'IL-LPN', 'IL-APRN'], 'quarter_credit', 12.5],
  [['KY-RN', 'KY-LPN', 'KY-APRN'], 'quarter_credit', 12],
  [['NC-APRN-NP'], 'quarter_credit', 7.5],
]

test.each(conversions)('%j: %s is %s', (ids, field, value) => {
  expect(ids.map((id) => ruleOf(id).conversions[field])).toEqual(ids.map(() => value))
})
