import { expect, test } from 'vitest'
import type { CompetencyRecord } from '#shared/competency/record.ts'
import { practiceTable } from './practice-list-values.ts'

const record: CompetencyRecord = {
  ...{ id: '0b6f6c7e-7a0e-4b7e-8f61-3d1d3d3f3a11', kind: 'practice_hours', title: 'Staff RN, ICU' },
  ...{ amount: 480.5, startDate: '2026-01-01', endDate: '2026-03-31', organization: 'Bay Health' },
  ...{ fileIds: [], notes: '=1+1', createdAt: '2026-04-01T00:00:00Z', updatedAt: '2026-04-01T00:00:00Z' },
}

test('exports the practice log as a table with dates as dates and amounts as numbers', () => {
  const exam: CompetencyRecord = { ...record, kind: 'exam', amount: null, startDate: null, notes: null }
  const { header, rows } = practiceTable([record, exam])
  expect(rows.map((cells) => cells.length)).toEqual([header.length, header.length])
  expect(rows[0]).toEqual([
    ...['Staff RN, ICU', 'Practice hours', 'Bay Health', { date: '2026-01-01' }, { date: '2026-03-31' }],
    ...[480.5, 'hours', 0, '=1+1'],
  ])
  expect(rows[1]?.slice(3, 7)).toEqual([null, { date: '2026-03-31' }, null, null])
})
