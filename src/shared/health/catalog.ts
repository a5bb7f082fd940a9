import type { HealthField, HealthKind, HealthKindFacts, HealthSource } from './kinds.ts'

const acip: HealthSource = {
  name: 'CDC, Immunization of Health-Care Personnel',
  url: 'https://www.cdc.gov/mmwr/preview/mmwrhtml/rr6007a1.htm',
}

const shown = (key: string, label: string): HealthField => ({ key, label, sharing: 'shown' })
const number = (key: string, label: string): HealthField => ({ key, label, sharing: 'number' })
const choice = (key: string, label: string, options: Record<string, string>): HealthField => ({
  ...shown(key, label),
  options: Object.entries(options).map(([id, name]) => ({ id, label: name })),
})
const result = (options: Record<string, string>): HealthField => ({
  ...choice('result', 'Result', options),
  sharing: 'result',
})

const provider = shown('provider', 'Where')
const lot = number('lot', 'Lot number')
const once = { series: null, isReplacedByNewer: false, interval: null, dueLabel: 'Next due' }
const repeated = { ...once, isReplacedByNewer: true }
const expiring = { ...once, performedLabel: 'Issued on', dueLabel: 'Expires on' }
const vaccine = { ...once, performedLabel: 'Latest dose' }
const series = { antigens: [], hasTiters: true }

/** What each kind asks for, what its dates mean, and how often many employers ask for it. */
export const healthCatalog: Record<HealthKind, HealthKindFacts> = {
  tb_test: {
    ...repeated,
    label: 'TB test',
    performedLabel: 'Date of the test',
    interval: {
      months: 12,
      note: 'Many employers ask for one within 12 months. CDC does not recommend testing everybody every year.',
      source: {
        name: 'CDC, TB Screening of U.S. Health Care Personnel (2019)',
        url: 'https://www.cdc.gov/mmwr/volumes/68/wr/mm6819a3.htm',
      },
    },
    fields: [
      choice('testType', 'Type of test', {
        tst: 'Skin test (TST)',
        igra: 'Blood test (IGRA)',
        chest_xray: 'Chest X-ray',
        questionnaire: 'Symptom questionnaire',
      }),
      result({
        negative: 'negative',
        positive: 'positive',
        indeterminate: 'indeterminate',
        pending: 'pending',
      }),
      { ...shown('induration', 'Induration in mm'), sharing: 'result' },
      provider,
    ],
  },
  mmr: {
    ...vaccine,
    label: 'MMR',
    series: {
      usualDoses: 2,
      hasTiters: true,
      antigens: [
        { id: 'measles', label: 'Measles' },
        { id: 'mumps', label: 'Mumps' },
        { id: 'rubella', label: 'Rubella' },
      ],
    },
    fields: [provider],
  },
  varicella: {
    ...vaccine,
    label: 'Varicella',
    series: { ...series, usualDoses: 2 },
    fields: [
      {
        ...choice('history', 'History of the disease', {
          documented: 'documented by a provider',
          none: 'none',
        }),
        sharing: 'result',
      },
      provider,
    ],
  },
  hepatitis_b: {
    ...vaccine,
    label: 'Hepatitis B',
    series: { ...series, usualDoses: 3 },
    fields: [
      choice('schedule', 'Doses in this series', { '2': '2 (Heplisav-B)', '3': '3', '4': '4' }),
      provider,
    ],
  },
  tdap: {
    ...vaccine,
    label: 'Tdap',
    series: { ...series, usualDoses: null, hasTiters: false },
    interval: {
      months: 120,
      note: 'A booster (Td or Tdap) is usually given every 10 years.',
      source: {
        name: 'CDC, Use of Tdap Vaccines (2020)',
        url: 'https://www.cdc.gov/mmwr/volumes/69/wr/mm6903a5.htm',
      },
    },
    fields: [provider],
  },
  influenza: {
    ...repeated,
    label: 'Flu vaccine',
    performedLabel: 'Date of the vaccination',
    interval: {
      months: 'season',
      note: 'Given every season. Many employers ask for it in the fall, and CDC recommends it for all health care personnel.',
      source: acip,
    },
    fields: [shown('product', 'Vaccine'), lot, provider],
  },
  covid_19: {
    ...vaccine,
    label: 'COVID-19',
    series: { ...series, usualDoses: null, hasTiters: false },
    fields: [provider],
  },
  physical: {
    ...repeated,
    label: 'Physical',
    performedLabel: 'Date of the exam',
    interval: {
      months: 12,
      note: 'Many employers and agencies ask for one within 12 months.',
      source: null,
    },
    fields: [
      result({
        cleared: 'cleared to work',
        limits: 'cleared with limits',
        not_cleared: 'not cleared',
        pending: 'pending',
      }),
      shown('examiner', 'Examiner'),
    ],
  },
  fit_test: {
    ...repeated,
    label: 'Fit test',
    performedLabel: 'Date of the test',
    interval: {
      months: 12,
      note: 'Employers usually repeat it every 12 months, and for another mask.',
      source: {
        name: 'OSHA, Respiratory Protection (29 CFR 1910.134)',
        url: 'https://www.osha.gov/laws-regs/regulations/standardnumber/1910/1910.134',
      },
    },
    fields: [
      shown('mask', 'Mask model'),
      shown('size', 'Size'),
      choice('method', 'Method', { qualitative: 'Qualitative', quantitative: 'Quantitative' }),
      result({ passed: 'passed', failed: 'failed' }),
      provider,
    ],
  },
  drug_screen: {
    ...repeated,
    label: 'Drug screen',
    performedLabel: 'Date of the sample',
    fields: [
      shown('panel', 'Panel'),
      result({ negative: 'negative', positive: 'positive', pending: 'pending' }),
      shown('lab', 'Lab'),
    ],
  },
  background_check: {
    ...repeated,
    label: 'Background check',
    performedLabel: 'Date of the report',
    fields: [
      shown('scope', 'What was checked'),
      result({ nothing: 'nothing found', records: 'records found', pending: 'pending' }),
      provider,
    ],
  },
  skills_checklist: {
    ...once,
    label: 'Skills checklist',
    performedLabel: 'Signed on',
    interval: { months: 12, note: 'Many agencies ask for one within 12 months.', source: null },
    fields: [shown('specialty', 'Specialty'), shown('agency', 'Agency or facility')],
  },
  references: {
    ...once,
    label: 'Reference',
    performedLabel: 'Given on',
    fields: [
      shown('name', 'Name'),
      shown('role', 'Role'),
      shown('organization', 'Organization'),
      number('contact', 'Phone or email'),
    ],
  },
  identity: {
    ...expiring,
    label: 'Identity document',
    fields: [
      choice('document', 'Document', {
        passport: 'Passport',
        social_security: 'Social Security card',
        birth_certificate: 'Birth certificate',
        resident_card: 'Permanent resident card',
        work_authorization: 'Work authorization',
        state_id: 'State ID',
        other: 'Another document',
      }),
      number('number', 'Number'),
      shown('issuer', 'Issued by'),
    ],
  },
  insurance: {
    ...expiring,
    label: 'Insurance',
    performedLabel: 'Valid from',
    fields: [
      choice('coverage', 'Kind', {
        liability: 'Professional liability',
        health: 'Health',
        auto: 'Auto',
        other: 'Another kind',
      }),
      shown('insurer', 'Insurer'),
      number('policyNumber', 'Policy number'),
      shown('perClaim', 'Amount per claim'),
      shown('perYear', 'Amount per year'),
    ],
  },
  drivers_license: {
    ...expiring,
    label: 'Driver’s license',
    fields: [shown('state', 'State'), number('number', 'Number'), shown('class', 'Class')],
  },
  other: {
    ...expiring,
    label: 'Other record',
    performedLabel: 'Date',
    dueLabel: 'Due or expires on',
    fields: [
      { ...shown('name', 'What is it?'), isRequired: true },
      number('number', 'Number'),
      { ...shown('result', 'Result'), sharing: 'result' },
      provider,
    ],
  },
}

/** Older records of these kinds are not reminded of. The view `watched` in the database names the same. */
export const replacedKinds: readonly string[] = Object.entries(healthCatalog)
  .filter(([, { isReplacedByNewer }]) => isReplacedByNewer)
  .map(([kind]) => kind)
