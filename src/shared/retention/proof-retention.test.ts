import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { english } from '#shared/i18n/translate.ts'
import { keptProofOf } from './kept-proof.ts'
import { type CountedIn, type RetentionRule, retentionOf, retentionState } from './proof-retention.ts'
import { deletionText, retentionText } from './retention-text.ts'

function rule(board: string, keepRecordsYears: number | null, cited = false): RetentionRule {
  const evidence = cited ? [{ url: 'https://law.example/', supports: ['hours', 'keepRecordsYears'] }] : []
  return { keepRecordsYears, board, boardUrl: 'https://board.example/', evidence, readOn: '2026-11-22' }
}
const texas: CountedIn = { cycleEnd: '2026-03-31', rule: rule('Texas Board', 6) }
const florida: CountedIn = { cycleEnd: '2027-04-30', rule: rule('Florida Board', 4, true) }
const nevada: CountedIn = { cycleEnd: '2027-04-30', rule: rule('Nevada Board', null) }
const ohio: CountedIn = { cycleEnd: '2027-04-30', rule: rule('Ohio Board', null) }
const utah: CountedIn = { cycleEnd: '2027-04-30', rule: rule('Utah Board', 1) }
const ownCycle: CountedIn = { cycleEnd: '2027-04-30', rule: null }

test('the strictest rule decides, from the end of its cycle', () => {
  expect(retentionOf('2025-10-01', [florida, texas])).toMatchObject({
    strictest: {
      ...{ until: '2032-03-31', years: 6, board: 'Texas Board' },
      source: { url: 'https://board.example/', isCited: false },
    },
    ...{ silent: [], isRuleMissing: false },
  })
  expect(retentionOf('2025-10-01', [florida]).strictest).toMatchObject({
    until: '2031-04-30',
    source: { url: 'https://law.example/', isCited: true, readOn: '2026-11-22' },
  })
  expect(retentionOf('2028-02-29', [florida]).strictest?.until).toBe('2032-02-29')
})

describe('an unknown period stays unknown', () => {
  test.each<[string, CountedIn[], string, 'keep' | 'unknown' | 'over']>([
    ['within the period', [texas], '2032-03-31', 'keep'],
    ['a day after it', [texas], '2032-04-01', 'over'],
    ['with a silent board', [nevada], '2050-01-01', 'unknown'],
    ['after it, with a silent board', [texas, nevada], '2050-01-01', 'unknown'],
    ['after it, with a cycle of no rule', [texas, ownCycle], '2050-01-01', 'unknown'],
    ['in no cycle', [], '2050-01-01', 'unknown'],
  ])('%s', (_when, cycles, today, state) => {
    expect(retentionState(retentionOf('2025-10-01', cycles), today)).toBe(state)
  })
})

test('describes the period in words', () => {
  const words = { t: english, formatDate: (day: string) => day }
  const say = (cycles: CountedIn[], today: string) =>
    retentionText(retentionOf('2025-10-01', cycles), today, words)
  expect(say([texas], '2026-11-23')).toBe(
    'Keep its proof until 2032-03-31: Texas Board asks for 6 years, counted from the end of the cycle.',
  )
  expect(say([texas, nevada], '2026-11-23')).toContain('Nevada Board gives no period that we found.')
  expect(say([nevada], '2026-11-23')).toBe('Nevada Board gives no period that we found; keep it.')
  expect(say([texas], '2040-01-01')).toBe(
    'Texas Board asked for its proof until 2032-03-31: 6 years, counted from the end of the cycle.',
  )
  expect(say([ownCycle], '2026-11-23')).toBe(
    'It counts where no rule is known, so no period either; keep it.',
  )
  expect(deletionText(retentionOf('2025-10-01', [texas]), '2026-11-23', words)).toContain(
    'Texas Board wants its proof kept until 2032-03-31.',
  )
})

test('describes one year, several boards without a period, and proof before its deletion', () => {
  const words = { t: english, formatDate: (day: string) => `<${day}>` }
  const today = '2026-11-23'
  const of = (...cycles: CountedIn[]) => retentionOf('2025-10-01', cycles)
  expect(retentionText(of(utah), today, words)).toBe(
    'Keep its proof until <2028-04-30>: Utah Board asks for 1 year, counted from the end of the cycle.',
  )
  expect(retentionText(of(utah), '2028-04-30', words)).toMatch(/^Keep/)
  expect(retentionText(of(utah, nevada), '2028-05-01', words)).toBe(
    'Utah Board asked for its proof until <2028-04-30>: 1 year, counted from the end of the cycle. Nevada Board gives no period that we found; keep it.',
  )
  expect(retentionText(of(utah, ownCycle), today, words)).toContain(
    ' cycle. It counts where no rule is known, so no period either.',
  )
  expect(retentionText(of(nevada, ohio), today, words)).toBe(
    'Nevada Board and Ohio Board give no period that we found; keep it.',
  )
  expect(deletionText(of(utah), '2028-04-30', words)).toBe(
    'Utah Board wants its proof kept until <2028-04-30>. An audit may ask for it until then.',
  )
  const unknown = (boards: string) =>
    `We found no period for which ${boards} wants its proof kept. An audit may still ask for it.`
  expect(deletionText(of(ownCycle), today, words)).toBe(unknown('the board'))
  expect(deletionText(of(nevada, ohio), today, words)).toBe(unknown('Nevada Board and Ohio Board'))
  expect(deletionText(of(utah), '2028-05-01', words)).toBe(unknown('the board'))
})

test('an item in the trash names the strictest board while its period runs, otherwise one without a period', () => {
  const kept = (today: string, ...cycles: CountedIn[]) =>
    keptProofOf(retentionOf('2025-10-01', cycles), today)
  expect(kept('2026-11-23', texas, nevada)).toEqual({ until: '2032-03-31', board: 'Texas Board' })
  expect(kept('2032-04-01', texas, nevada)).toEqual({ until: null, board: 'Nevada Board' })
  expect(kept('2032-04-01', texas, ownCycle)).toEqual({ until: null, board: null })
  expect(kept('2032-04-01', texas)).toBeNull()
})

test('a board without a period is listed once, and only a page about the period is cited for it', () => {
  expect(retentionOf('2025-10-01', [nevada, nevada]).silent).toEqual(['Nevada Board'])
  const evidence = [{ url: 'https://law.example/', supports: ['hours'] }]
  const cycle = { ...texas, rule: { ...rule('Texas Board', 6), evidence } }
  expect(retentionOf('2025-10-01', [cycle]).strictest?.source.isCited).toBe(false)
  expect(retentionOf('2025-10-01', [florida, texas]).strictest?.board).toBe('Texas Board')
  expect(retentionOf('2025-10-01', [texas, florida]).strictest?.board).toBe('Texas Board')
  const half = { ...texas, rule: rule('Texas Board', 2.5) }
  expect(retentionOf('2025-10-01', [half]).strictest).toMatchObject({ until: '2029-03-31', years: 2.5 })
})

test('an additional rule never shortens the period', () => {
  const date = fc
    .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((day) => day.toISOString().slice(0, 10))
  const years = fc.option(fc.integer({ min: 1, max: 10 }), { nil: null })
  const cycle = fc.record({ cycleEnd: date, rule: years.map((each) => rule('A board', each)) })
  fc.assert(
    fc.property(date, fc.array(cycle, { maxLength: 4 }), cycle, (completedAt, cycles, more) => {
      const before = retentionOf(completedAt, cycles).strictest?.until ?? ''
      const after = retentionOf(completedAt, [...cycles, more]).strictest?.until ?? ''
      expect(after >= before).toBe(true)
      if (after !== '') expect(after > completedAt).toBe(true)
    }),
  )
})
