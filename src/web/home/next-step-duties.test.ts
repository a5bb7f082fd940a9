import { expect, test } from 'vitest'
import { type CeuCycle, ceuCycle } from '#shared/ceu/cycle.ts'
import { nextStepsOf } from '#shared/home/next-steps.ts'
import { texasCycle } from '#testing/web/ceu-samples.ts'
import { nextStepText } from './next-step-text.ts'

const context = { today: '2026-11-23', locale: null }
const nothing = {
  credentials: [],
  proposals: [],
  facts: [],
  renewals: [],
  warnings: [],
  move: null,
  health: [],
  lists: [],
  above: null,
  mailedFiles: 0,
}
const said = (...cycles: CeuCycle[]) =>
  nextStepsOf({ ...nothing, cycles }, context.today).map((step) => {
    const { title, detail, label } = nextStepText(step, context)
    return `${title}: ${detail} [${label}]`
  })

/** A Texas cycle of 20 hours with one topic and nothing else. */
const cycle = (topic: object, completed: object, more: Partial<CeuCycle> = {}): CeuCycle =>
  ceuCycle.parse({
    ...{ ...texasCycle, rule: null, needs: [], hoursCounted: 20, cycleEnd: '2027-03-31', ...more },
    topics: [{ key: 'pain', topic: 'Pain', tags: [], hours: null, ...topic }],
    topicsCompleted: [{ topic: 'Pain', hours: 0, isMet: false, ...completed }],
  })

const open = (dueOn: string, more: Partial<CeuCycle> = {}) => cycle({ dueOn }, {}, more)

test('a topic with its own due date is a separate step, and not repeated with its cycle', () => {
  const step = 'Pain: Due Jan 31, 2027 · in 69 days · Texas RN [Open]'
  expect(said(open('2027-01-31'))).toEqual([step])
  expect(said(open('2027-01-31', { hoursCounted: 15 }))).toEqual([
    step,
    'CE: Texas RN: 5 hours left by Mar 31, 2027. [Open]',
  ])
})

test('an overdue one comes first, and a distant one is left to its cycle', () => {
  expect(said(open('2026-11-20'))).toEqual(['Pain: Was due Nov 20, 2026 · 3 days ago · Texas RN [Open]'])
  expect(said(open('2027-03-30'))).toEqual(['CE: Texas RN: 1 topic left by Mar 31, 2027. [Open]'])
})

test('a course that runs out is listed once, until a newer one is taken', () => {
  const lookBack = { withinYears: 4 }
  const met = { isMet: true, lastOn: '2023-01-15', countsUntil: '2027-01-14' }
  const before = cycle(lookBack, met, { id: texasCycle.id.replace(/.$/, '9'), cycleEnd: '2026-09-30' })
  const step = 'Pain: Runs out Jan 14, 2027 · in 52 days · Texas RN [Open]'
  expect(said(before)).toEqual([step])
  expect(said(cycle(lookBack, {}), before)).toEqual([step])
  const newer = { isMet: true, lastOn: '2026-11-01', countsUntil: '2030-10-31' }
  expect(said(cycle(lookBack, newer), before)).toEqual([])
})

test('an overdue duty is listed for 120 days', () => {
  const old = { cycleStart: '2024-01-01', cycleEnd: '2026-05-31' }
  const ranOut = (countsUntil: string) => cycle({ withinYears: 4 }, { isMet: true, countsUntil }, old)
  expect(said(ranOut('2026-07-25'))).toEqual([])
  expect(said(ranOut('2026-07-26'))).toHaveLength(1)
})
