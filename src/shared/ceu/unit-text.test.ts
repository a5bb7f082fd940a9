import { expect, test } from 'vitest'
import { english } from '#shared/i18n/translate.ts'
import { ruleAmountText, ruleUnitName, shortUnitName, unitName } from './unit-text.ts'

test.each([
  ['hours', 'hour', 'hours'],
  ['contact hours', 'contact hour', 'contact hours'],
  ['points', 'point', 'points'],
  ['CE points', 'CE point', 'CE points'],
  ['courses', 'course', 'courses'],
  ['credits', 'credit', 'credits'],
  ['tests', 'test', 'tests'],
  ['units', 'unit', 'units'],
  ['recertification units', 'recertification unit', 'recertification units'],
  ['infection prevention units', 'infection prevention unit', 'infection prevention units'],
  ['CERPs', 'CERP', 'CERPs'],
  ['Assessments', 'Assessment', 'Assessments'],
])('the unit %s is called %s for one', (unit, one, several) => {
  expect([ruleUnitName(unit, 1), ruleUnitName(unit), ruleUnitName(unit, 0.5)]).toEqual([
    one,
    several,
    several,
  ])
})

test.each([
  [null, 'hours', 'hours', '20 hours', '1 hour'],
  ['contact hours', 'hours', 'hours', '20 hours', '1 hour'],
  [
    'recertification units',
    'recertification units',
    'units',
    '20 recertification units',
    '1 recertification unit',
  ],
  ['CERPs', 'CERPs', 'CERPs', '20 CERPs', '1 CERP'],
])('a cycle that counts %s has a name for narrow places too', (unit, name, short, twenty, one) => {
  const rule = unit === null ? null : { unit }
  expect([unitName(rule), shortUnitName(rule)]).toEqual([name, short])
  expect([ruleAmountText(20, rule, english), ruleAmountText(1, rule, english)]).toEqual([twenty, one])
})
