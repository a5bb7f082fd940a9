import { expect, it } from 'vitest'
import { searchEntries } from './entry-search.ts'

const entry = (title: string, more: object = {}) => ({
  title,
  provider: 'Gulf Coast Nurse Educators',
  topicTags: [],
  topicHours: [],
  completedAt: '2026-02-14',
  ...more,
})

const entries = [
  entry('Ethics at the bedside', { topicHours: [{ topic: 'Jurisprudence', hours: 2 }] }),
  entry('Sepsis', { provider: 'Clínica Álvarez', topicTags: ['Critical care'] }),
  entry('Wound care', { completedAt: '2025-11-03' }),
]

it.each([
  ['', ['Ethics at the bedside', 'Sepsis', 'Wound care']],
  ['ETHICS', ['Ethics at the bedside']],
  ['alvarez', ['Sepsis']],
  ['care critical', ['Sepsis']],
  ['jurisprudence gulf', ['Ethics at the bedside']],
  ['nov 2025', ['Wound care']],
  ['2026-02', ['Ethics at the bedside', 'Sepsis']],
  ['ethics sepsis', []],
])('"%s" finds %j', (text, titles) => {
  expect(searchEntries(entries, text, null).map(({ title }) => title)).toEqual(titles)
})
