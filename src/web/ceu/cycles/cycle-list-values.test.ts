import { expect, test } from 'vitest'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { cycleTable } from './cycle-list-values.ts'

test('exports CE cycles as a table in which unknown hours are empty', () => {
  const cycle = {
    ...{ credentialTitle: 'Texas RN license', state: 'TX', cycleStart: '2025-04-01', cycleEnd: '2027-03-31' },
    ...{ requiredHours: 20, hoursCounted: 4.5, hoursCompleted: 6, entryCount: 3, notes: null },
  } as CeuCycle
  const unknown = { ...cycle, credentialTitle: null, requiredHours: null }
  const { header, rows } = cycleTable([cycle, unknown])
  expect(rows.map((cells) => cells.length)).toEqual([header.length, header.length])
  expect(rows[0]).toEqual([
    ...['Texas RN license', 'Texas', { date: '2025-04-01' }, { date: '2027-03-31' }, 20, 4.5, 6, 3, null],
  ])
  expect([rows[1]?.[0], rows[1]?.[4]]).toEqual(['Texas CE', null])
})
