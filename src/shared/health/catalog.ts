import { msg } from '#shared/i18n/translate.ts'
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
  ...choice('result', msg`Result`, options),
  sharing: 'result',
})

const provider = shown('provider', msg`Where`)
const lot = number('lot', msg`Lot number`)
const once = { series: null, isReplacedByNewer: false, interval: null, dueLabel: msg`Next due` }
const repeated = { ...once, isReplacedByNewer: true }
const expiring = { ...once, performedLabel: msg`Issued on`, dueLabel: msg`Expires on` }
const vaccine = { ...once, performedLabel: msg`Latest dose` }
const series = { antigens: [], hasTiters: true }

/** The fields of each kind, the meaning of its dates, and how often many employers require it. */
export const healthCatalog: Record<HealthKind, HealthKindFacts> = {
  tb_test: {
    ...repeated,
    label: msg`TB test`,
    performedLabel: msg`Date of the test`,
    interval: {
      months: 12,
      note: msg`Many employers ask for one within 12 months. CDC does not recommend testing everyone every year.`,
      source: {
        name: 'CDC, TB Screening of U.S. Health Care Personnel (2019)',
        url: 'https://www.cdc.gov/mmwr/volumes/68/wr/mm6819a3.htm',
      },
    },
    fields: [
      choice('testType', msg`Type of test`, {
        tst: msg`Skin test (TST)`,
        igra: msg`Blood test (IGRA)`,
        chest_xray: msg`Chest X-ray`,
        questionnaire: msg`Symptom questionnaire`,
      }),
      result({
        negative: msg`negative`,
        positive: msg`positive`,
        indeterminate: msg`indeterminate`,
        pending: msg`pending`,
      }),
      { ...shown('induration', msg`Induration in mm`), sharing: 'result' },
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
        { id: 'measles', label: msg`Measles` },
        { id: 'mumps', label: msg`Mumps` },
        { id: 'rubella', label: msg`Rubella` },
      ],
    },
    fields: [provider],
  },
  varicella: {
    ...vaccine,
    label: msg`Varicella`,
    series: { ...series, usualDoses: 2 },
    fields: [
      {
        ...choice('history', msg`History of the disease`, {
          documented: msg`documented by a provider`,
          none: msg`none`,
        }),
        sharing: 'result',
      },
      provider,
    ],
  },
  hepatitis_b: {
    ...vaccine,
    label: msg`Hepatitis B`,
    series: { ...series, usualDoses: 3 },
    fields: [
      choice('schedule', msg`Doses in this series`, { '2': '2 (Heplisav-B)', '3': '3', '4': '4' }),
      provider,
    ],
  },
  tdap: {
    ...vaccine,
    label: 'Tdap',
    series: { ...series, usualDoses: null, hasTiters: false },
    interval: {
      months: 120,
      note: msg`A booster (Td or Tdap) is usually given every 10 years.`,
      source: {
        name: 'CDC, Use of Tdap Vaccines (2020)',
        url: 'https://www.cdc.gov/mmwr/volumes/69/wr/mm6903a5.htm',
      },
    },
    fields: [provider],
  },
  influenza: {
    ...repeated,
    label: msg`Flu vaccine`,
    performedLabel: msg`Date of the vaccination`,
    interval: {
      months: 'season',
      note: msg`Given every season. Many employers ask for it in the fall, and CDC recommends it for all health care personnel.`,
      source: acip,
    },
    fields: [shown('product', msg`Vaccine`), lot, provider],
  },
  covid_19: {
    ...vaccine,
    label: 'COVID-19',
    series: { ...series, usualDoses: null, hasTiters: false },
    fields: [provider],
  },
  physical: {
    ...repeated,
    label: msg`Physical`,
    performedLabel: msg`Date of the exam`,
    interval: {
      months: 12,
      note: msg`Many employers and agencies ask for one within 12 months.`,
      source: null,
    },
    fields: [
      result({
        cleared: msg`cleared to work`,
        limits: msg`cleared with limits`,
        not_cleared: msg`not cleared`,
        pending: msg`pending`,
      }),
      shown('examiner', msg`Examiner`),
    ],
  },
  fit_test: {
    ...repeated,
    label: msg`Fit test`,
    performedLabel: msg`Date of the test`,
    interval: {
      months: 12,
      note: msg`Employers usually repeat it every 12 months, and for another mask.`,
      source: {
        name: 'OSHA, Respiratory Protection (29 CFR 1910.134)',
        url: 'https://www.osha.gov/laws-regs/regulations/standardnumber/1910/1910.134',
      },
    },
    fields: [
      shown('mask', msg`Mask model`),
      shown('size', msg`Size`),
      choice('method', msg`Method`, { qualitative: msg`Qualitative`, quantitative: msg`Quantitative` }),
      result({ passed: msg`passed`, failed: msg`failed` }),
      provider,
    ],
  },
  drug_screen: {
    ...repeated,
    label: msg`Drug screen`,
    performedLabel: msg`Date of the sample`,
    fields: [
      shown('panel', msg`Panel`),
      result({ negative: msg`negative`, positive: msg`positive`, pending: msg`pending` }),
      shown('lab', msg`Lab`),
    ],
  },
  background_check: {
    ...repeated,
    label: msg`Background check`,
    performedLabel: msg`Date of the report`,
    fields: [
      shown('scope', msg`What was checked`),
      result({ nothing: msg`nothing found`, records: msg`records found`, pending: msg`pending` }),
      provider,
    ],
  },
  skills_checklist: {
    ...once,
    label: msg`Skills checklist`,
    performedLabel: msg`Signed on`,
    interval: { months: 12, note: msg`Many agencies ask for one within 12 months.`, source: null },
    fields: [shown('specialty', msg`Specialty`), shown('agency', msg`Agency or facility`)],
  },
  references: {
    ...once,
    label: msg`Reference`,
    performedLabel: msg`Given on`,
    fields: [
      shown('name', msg`Name`),
      shown('role', msg`Role`),
      shown('organization', msg`Organization`),
      number('contact', msg`Phone or email`),
    ],
  },
  identity: {
    ...expiring,
    label: msg`Identity document`,
    fields: [
      choice('document', msg`Document`, {
        passport: msg`Passport`,
        social_security: msg`Social Security card`,
        birth_certificate: msg`Birth certificate`,
        resident_card: msg`Permanent resident card`,
        work_authorization: msg`Work authorization`,
        state_id: msg`State ID`,
        other: msg`Another document`,
      }),
      number('number', msg`Number`),
      shown('issuer', msg`Issued by`),
    ],
  },
  insurance: {
    ...expiring,
    label: msg`Insurance`,
    performedLabel: msg`Valid from`,
    fields: [
      choice('coverage', msg`Kind`, {
        liability: msg`Professional liability`,
        health: msg`Health`,
        auto: msg`Auto`,
        other: msg`Another kind`,
      }),
      shown('insurer', msg`Insurer`),
      number('policyNumber', msg`Policy number`),
      shown('perClaim', msg`Amount per claim`),
      shown('perYear', msg`Amount per year`),
    ],
  },
  drivers_license: {
    ...expiring,
    label: msg`Driver’s license`,
    fields: [shown('state', msg`State`), number('number', msg`Number`), shown('class', msg`Class`)],
  },
  other: {
    ...expiring,
    label: msg`Other record`,
    performedLabel: msg`Date`,
    dueLabel: msg`Due or expires on`,
    fields: [
      { ...shown('name', msg`What is it?`), isRequired: true },
      number('number', msg`Number`),
      { ...shown('result', msg`Result`), sharing: 'result' },
      provider,
    ],
  },
}

/** Older records of these kinds are not reminded of. The view `watched` in the database names the same. */
export const replacedKinds: readonly string[] = Object.entries(healthCatalog)
  .filter(([, { isReplacedByNewer }]) => isReplacedByNewer)
  .map(([kind]) => kind)
