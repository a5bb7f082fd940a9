import { describe, expect, test } from 'vitest'
import { translateIn } from '#server/i18n/translations.ts'
import { caveatText, frequencyText, needName, reasonText } from '#shared/ceu/ceu-text.ts'
import type { CeRule } from '#shared/ceu/rule.ts'
import { firstRenewalLines, firstRenewalText, renewalText, ruleTopicLines } from '#shared/ceu/rule-text.ts'
import { ruleAmountText } from '#shared/ceu/unit-text.ts'
import { guessColumns } from '#shared/imports/course-columns.ts'
import { parseRows, sheetTemplate } from '#shared/imports/course-table.ts'
import { ceRuleOf, topicOf } from '#testing/ce-rule.ts'

const t = translateIn('es')
const rule = ceRuleOf()
const renewing = (renewal: Partial<CeRule['renewal']>) =>
  renewalText(ceRuleOf({ renewal: { ...rule.renewal, ...renewal } }), t)

describe('in Spanish', () => {
  test('amounts have their plural, and names of units stay as their issuer has them', () => {
    expect([0.5, 1, 2].map((hours) => ruleAmountText(hours, null, t))).toEqual([
      '0.5 horas',
      '1 hora',
      '2 horas',
    ])
    expect(ruleAmountText(1, { unit: 'CERPs' }, t)).toBe('1 CERP')
    expect(ruleAmountText(300, { unit: 'points' }, t)).toBe('300 puntos')
  })

  test('unknown values are shown as unknown', () => {
    const said = caveatText({ code: 'unknown', parts: ['hours', 'firstRenewal', 'topics'] }, rule, t)
    expect(said).toBe(
      'No encontramos nada sobre las horas, la primera renovación y los temas. Consulte a la junta.',
    )
    const unknown = ceRuleOf({ firstRenewal: { ...rule.firstRenewal, rule: 'unknown' } })
    expect(firstRenewalText(unknown, t)).toBe('No encontramos nada al respecto.')
  })

  test('the English words of a rule are never part of a Spanish text', () => {
    const topic = topicOf('ethics', {
      topic: 'Ethics',
      deadline: { date: null, yearsAfterLicensure: 2, text: 'Within two years' },
    })
    const firstRenewal = {
      ...rule.firstRenewal,
      ...({ rule: 'exempt', condition: 'the license was issued by examination' } as const),
      ...{ topicsStillDue: ['ethics'], endsExemption: 'A late renewal' },
    }
    expect(firstRenewalLines(ceRuleOf({ topics: [topic], firstRenewal }), t)).toEqual([
      { label: 'No se exigen horas, si se cumple:', words: 'the license was issued by examination.' },
      { label: 'Se exige de todos modos: Ética.' },
      { label: 'Qué le pone fin:', words: 'A late renewal.' },
    ])
    expect(ruleTopicLines(topic, rule, String, t)).toEqual([
      { label: '2 horas, en cada renovación.' },
      { label: 'Fecha límite:', words: 'Within two years.' },
    ])
  })

  test('shows why hours do not count', () => {
    const cycle = { cycleStart: '2025-04-01', cycleEnd: '2027-03-31', rule: null }
    const entry = { kind: 'bls', amount: 0.5, unit: 'ceu' } as const
    const context = { cycle, entry, date: (date: string) => date, t }
    const why = (code: 'accepted' | 'kind_refused' | 'converted', hours: number) =>
      reasonText({ code, hours }, context)
    expect([why('accepted', 1), why('accepted', 2)]).toEqual(['Cuenta 1 hora.', 'Cuentan 2 horas.'])
    expect(why('kind_refused', 1)).toBe('No cuenta 1 hora: la regla de este ciclo no acepta “CPR o BLS”.')
    expect(why('converted', 0)).toBe('El certificado dice 0.5 CEU; convertido a horas de contacto.')
  })

  test('renewal dates are in complete sentences', () => {
    const june = { month: 6, day: 30, years: 'odd' } as const
    expect(renewing({ basis: 'fixed', years: 2, dates: [june, { ...june, years: 'even' }] })).toBe(
      'Cada 2 años, el 30 de junio de los años impares o 30 de junio de los años pares.',
    )
    expect(renewing({ basis: 'birth-month', years: 1, dates: [], monthsAfterBirthMonth: -1 })).toBe(
      'Cada año, al final del mes anterior a su mes de nacimiento.',
    )
    expect(['cycle', '2 cycles', '4 cycles', '1 years'].map((every) => frequencyText(every, t))).toEqual([
      'en cada renovación',
      'cada dos renovaciones',
      'cada 4 renovaciones',
      'cada año',
    ])
    expect(needName({ kind: 'practice_hours', amount: 1500, years: 5, what: null }, t)).toBe(
      '1,500 horas de práctica en 5 años',
    )
  })

  test('the template is read completely, as is a date in words', () => {
    const [header = '', row = ''] = sheetTemplate(t).split('\r\n')
    const uses = guessColumns(header.split(','))
    expect(uses).toEqual([
      ...['title', 'provider', 'completedAt', 'contact_hour', 'topics', 'kind', 'holderName', 'approvedBy'],
      ...['providerNumber', 'notes'],
    ])
    const cycle = { id: 'b1a54a0e-19b5-4d5f-8c52-2a4b37f9d6a1', cycleStart: '2025-04-01' }
    const cycles = [{ ...cycle, cycleEnd: '2027-03-31' }]
    const options = {
      header: header.split(','),
      uses,
      order: 'month-first',
      cycles,
      today: '2026-11-21',
      t,
    } as const
    const cells = row.split(',')
    const inWords = cells.with(2, '14 de agosto de 2026').with(3, '5 horas').with(5, 'Autoestudio')
    const read = parseRows(
      [cells, inWords].map((each, line) => ({ line, cells: each })),
      options,
    )
    expect(read).toMatchObject([
      { problems: [], entry: { hours: 5, kind: 'course', providerNumber: 'P0123' } },
      { problems: [], entry: { hours: 5, kind: 'self_study', completedAt: '2026-08-14' } },
    ])
  })
})
