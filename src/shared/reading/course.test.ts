import { expect, test } from 'vitest'
import { placedPage, readPage } from '#testing/read-pages.ts'
import { suggestionsIn } from './suggestions.ts'

const today = '2026-11-23'
const common = ['Certificate of Completion', 'Contact Hours: 2.5', 'Completion Date: 03/14/2026']
const read = (...lines: string[]) => suggestionsIn([readPage([...lines, ...common])], today)
const valuesIn = (...lines: string[]) =>
  Object.fromEntries(read(...lines).map(({ field, value }) => [field, value]))

const placed = (...lines: [string, number, number][]) => suggestionsIn([placedPage(lines)], today)
const titleIn = (suggestions: ReturnType<typeof placed>) =>
  suggestions.find(({ field }) => field === 'title')?.value

test.each([
  ['Course Name: Sepsis: The First Hour', 'Sepsis: The First Hour'],
  ['Name of Activity: Wound Care Update', 'Wound Care Update'],
  ['Course Title: Trauma Nursing Core Course', 'Trauma Nursing Core Course'],
  ['Activity Title: Lessons From the Field', 'Lessons From the Field'],
  ['Title: Program Evaluation for Nurse Leaders', 'Program Evaluation for Nurse Leaders'],
  ['Title: Healing Through Art  Location: Austin', 'Healing Through Art'],
  ['Participant: Rosa Delgado Course: Ethics at the Bedside', 'Ethics at the Bedside'],
])('the title in “%s”', (line, title) => {
  expect(valuesIn(line)).toMatchObject({ title })
})

test.each([
  ['Provider Name: Cascade Continuing Education', 'Cascade Continuing Education'],
  ['Name of Provider: Cascade Nurses', 'Cascade Nurses'],
  ['Sponsored by: Institute for a Healthy Heart', 'Institute for a Healthy Heart'],
  ['Provided by: Valley Program for Nurses', 'Valley Program for Nurses'],
  ['Provider: Cascade Nurses Provider Number: 12345', 'Cascade Nurses'],
])('the provider in “%s”', (line, provider) => {
  expect(valuesIn(line)).toMatchObject({ provider })
})

test('a heading that only ends like a label names nothing below it', () => {
  expect(valuesIn('Emergency Nursing Course', 'Rosa Delgado').title).toBeUndefined()
})

test.each([
  ['for successful completion of', 'Ethics at the Bedside'],
  ['For completion of the course', 'Ethics at the Bedside'],
  ['upon completion of the educational activity titled', 'Ethics at the Bedside'],
])('the title below “%s”', (line, title) => {
  expect(valuesIn(line, title)).toMatchObject({ title, completedAt: '2026-03-14' })
})

test('the day of completion of a course is no title', () => {
  const values = valuesIn('Date of completion of course: 02/03/2026', 'Wound Care Update')
  expect(values.title).toBeUndefined()
})

test('a title goes on in the next line of its column', () => {
  const page = placed(
    ['Certificate of Completion', 20, 20],
    ['Activity Title', 20, 80],
    ['Date Completed', 300, 80],
    ['Contact Hours', 500, 80],
    ['Recognizing Delirium', 20, 104],
    ['03/14/2026', 300, 104],
    ['2.5 contact hours', 500, 104],
    ['in Older Adults', 20, 123],
    ['Presented by: Cascade Nurses', 20, 180],
  )
  expect(titleIn(page)).toBe('Recognizing Delirium in Older Adults')
  expect(page.find(({ field }) => field === 'title')?.where).toHaveLength(2)
})

test('a title above its label begins in the line before', () => {
  const page = placed(
    ['Certificate of Attendance', 20, 20],
    ['Recognizing Delirium', 300, 80],
    ['Rosa Delgado', 20, 99],
    ['in Older Adults', 300, 99],
    ['Participant Name', 20, 122],
    ['Course Title', 300, 122],
    ['03/14/2026', 20, 180],
    ['2.5 contact hours', 300, 180],
    ['Date of Course', 20, 203],
    ['Credit', 300, 203],
  )
  expect(titleIn(page)).toBe('Recognizing Delirium in Older Adults')
})

test('a sentence names what follows, also where labels stand below', () => {
  const page = placed(
    ['Certificate of Attendance', 20, 20],
    ['is presented to', 20, 60],
    ['Rosa Delgado', 20, 90],
    ['for successful completion of', 20, 120],
    ['Wound Care Update', 20, 150],
    ['03/14/2026', 20, 220],
    ['2.5 contact hours', 300, 220],
    ['Date of Course', 20, 243],
    ['Credit', 300, 243],
  )
  expect(titleIn(page)).toBe('Wound Care Update')
  expect(page.find(({ field }) => field === 'holderName')).toMatchObject({
    value: 'Rosa Delgado',
    confidence: 'confident',
  })
})

test('what stands in another paragraph is no part of a title', () => {
  const page = placed(
    ['Certificate of Completion', 20, 20],
    ['Course Title', 20, 80],
    ['Wound Care Update', 20, 104],
    ['Cascade Nurses', 20, 134],
    ['2.5 contact hours', 20, 170],
  )
  expect(titleIn(page)).toBe('Wound Care Update')
})

test('the letterhead is offered as the provider where nothing names one', () => {
  const found = read('Cascade Learning Institute', 'Participant: Rosa Delgado').find(
    ({ field }) => field === 'provider',
  )
  expect(found).toMatchObject({ value: 'Cascade Learning Institute', confidence: 'doubtful' })
  expect(valuesIn('Department of Nursing Education', 'Rosa Delgado').provider).toBeUndefined()
})
