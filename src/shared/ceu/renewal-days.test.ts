import { describe, expect, it, test } from 'vitest'
import { ceRuleOf, renewalOf } from '#testing/ce-rule.ts'
import { datedDuties, renewalDaysOf } from './renewal-days.ts'
import { embeddedRules } from './rules.ts'

function ruleOf(id: string, end: string) {
  const rule = embeddedRules.find(id, end)
  if (!rule) throw new Error(`No rule ${id} for ${end}`)
  return rule
}

/** Days from the statute, the rule or the board named in each row: it opens, apply by, late until. */
const windows: [id: string, source: string, end: string, days: (string | null)[]][] = [
  ['OH-RN', 'ORC 4723.24', '2027-10-31', ['2027-07-01', '2027-09-15', '2027-10-31']],
  ['OH-LPN', 'ORC 4723.24', '2028-10-31', ['2028-07-01', '2028-09-15', '2028-10-31']],
  ['OH-APRN', 'ORC 4723.42', '2027-10-31', ['2027-07-01', '2027-09-15', '2027-10-31']],
  ['LA-RN', 'LAC 46:XLVII.3333', '2027-01-31', ['2026-10-01', '2026-12-31', '2027-01-31']],
  ['GA-RN', 'sos.ga.gov', '2028-01-31', ['2027-11-01', null, '2028-02-28']],
  ['RI-RN', '216-RICR-40-05-3', '2027-03-01', [null, '2027-02-15', null]],
  ['AZ-RN', 'A.R.S. 32-1642', '2027-04-01', ['2026-10-01', null, '2027-08-01']],
  ['KY-RN', '201 KAR 20:085', '2027-10-31', ['2027-09-15', null, null]],
  ['AL-RN', 'Ala. Admin. Code 610-X-4-.08', '2026-12-31', ['2026-09-01', null, null]],
  ['NY-RN', 'op.nysed.gov', '2027-05-31', ['2027-01-01', null, '2027-09-28']],
  ['CO-RN', 'C.R.S. 12-20-202', '2027-09-30', ['2027-08-19', null, '2027-11-29']],
  ['MI-RN', 'MCL 333.16201', '2028-03-31', ['2028-01-01', null, '2028-05-30']],
  ['IA-RN', '655 IAC 3', '2027-05-15', ['2027-03-16', null, '2027-06-14']],
  ['WV-RN', '19 CSR 12', '2028-10-31', ['2028-09-01', null, null]],
  ['NJ-RN', 'N.J.A.C. 13:37-5', '2027-05-31', [null, null, '2027-06-30']],
  ['CERT-OCN', 'oncc.org', '2028-12-31', [null, '2028-10-15', '2029-03-31']],
  ['CERT-CPN', 'pncb.org', '2028-02-29', ['2027-11-01', '2028-01-31', '2028-02-29']],
  ['CERT-CPN', 'pncb.org', '2027-02-28', ['2026-11-01', '2027-01-31', '2027-02-28']],
  ['CERT-ONC', 'oncb.org', '2027-06-30', ['2027-01-01', null, '2027-09-30']],
  ['CERT-CNE', 'nln.org', '2027-12-31', [null, '2027-09-30', null]],
  ['CERT-CWCN', 'wocncb.org', '2027-06-30', ['2026-06-30', '2027-04-01', null]],
]

test.each(windows)('%s (%s), to %s: %j', (id, _source, end, [opens, applyBy, lateUntil]) => {
  expect(renewalDaysOf(ruleOf(id, end), end)).toEqual({ opens, applyBy, lateUntil })
})

it('names no day of the calendar if the license ends on another day than the rule says', () => {
  expect(renewalDaysOf(ruleOf('OH-RN', '2027-12-31'), '2027-12-31')).toEqual({
    ...{ opens: null, applyBy: null, lateUntil: null },
  })
})

describe('duties', () => {
  it('are due on the last day to apply', () => {
    const duties = datedDuties(ruleOf('GA-RN', '2028-01-31'), '2028-01-31')
    expect(duties).toMatchObject([
      { key: 'report-to-ce-broker', dueOn: '2028-01-31', isStanding: false },
      { key: 'workforce-survey' },
    ])
  })

  it('are due on a day of their own, in a term that has it', () => {
    const by = { month: 6, day: 30, years: 'odd' as const }
    const duty = { key: 'csr', what: 'Renew it', when: 'by June 30', by, onlyIf: null, isStanding: false }
    const dates = [{ month: 9, day: 30, years: 'every' as const }]
    const yearly = ceRuleOf({ duties: [duty], renewal: renewalOf({ basis: 'fixed', years: 1, dates }) })
    expect(datedDuties(yearly, '2027-09-30')).toMatchObject([{ dueOn: '2027-06-30' }])
    expect(datedDuties(yearly, '2028-09-30')).toEqual([])
  })
})
