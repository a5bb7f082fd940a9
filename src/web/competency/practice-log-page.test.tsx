import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type CompetencyRecord, competencyRecord, competencyRecordPage } from '#shared/competency/record.ts'
import { sampleRecord } from '#shared/competency/sample.ts'
import { alert, button, field, fillIn, toast } from '#testing/web/fields.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { renderInApp, stopClock } from '#testing/web/render.tsx'
import { PracticeLogPage } from './practice-log-page.tsx'
import { RecordNewPage } from './record-new-page.tsx'
import { RecordPage } from './record-page.tsx'

const path = '/api/competency-records'
const at = '2026-03-10T15:00:00.000Z'
const icu = competencyRecord.parse({
  ...sampleRecord,
  ...{ id: '7c9e6679-7425-4000-8000-000000000301', createdAt: at, updatedAt: at },
})
const exam: CompetencyRecord = {
  ...{ ...icu, id: '7c9e6679-7425-4000-8000-000000000302', kind: 'exam', title: 'CCRN', amount: null },
  ...{ startDate: null, endDate: '2026-02-14', organization: null, notes: null },
}

function stubLog(...items: CompetencyRecord[]) {
  stopClock(at)
  const network = stubNetwork()
  network.answer('GET', path, competencyRecordPage, { items, nextCursor: null })
  return network
}

describe('the practice log', () => {
  test('explains itself while it is empty', async () => {
    stubLog()
    await renderInApp(<PracticeLogPage />)
    await expect.element(page.getByText(/Some boards and certifying bodies also accept/)).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Add the first record' }))
      .toHaveAttribute('href', '/credentials/practice/new')
  })

  test('shows the totals of this year, lists each record, and deletes one with Undo', async () => {
    const network = stubLog(exam, icu)
    network.answerEmpty('DELETE', `${path}/${icu.id}`)
    network.answer('POST', `${path}/${icu.id}/restore`, competencyRecord, icu)
    await renderInApp(<PracticeLogPage />)
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('1 exam in 2026.')
    await expect.element(page.getByText('480.25 practice hours')).toBeVisible()
    await userEvent.click(page.getByRole('heading', { name: 'Staff RN, ICU' }))
    await expect.element(page.getByText(/No document attached/).nth(1)).toBeVisible()
    network.answer('GET', path, competencyRecordPage, { items: [exam], nextCursor: null })
    await userEvent.click(button('Delete Staff RN, ICU'))
    await expect.element(page.getByRole('heading', { name: '1 record' })).toBeVisible()
    network.answer('GET', path, competencyRecordPage, { items: [exam, icu], nextCursor: null })
    await userEvent.click(button('Undo'))
    await expect.element(toast).toMatchTextContent('Restored “Staff RN, ICU”')
    await expect.element(page.getByRole('heading', { name: '2 records' })).toBeVisible()
  })
})

describe('a new record', () => {
  test('shows what is missing, and is not sent', async () => {
    const network = stubLog()
    await renderInApp(<RecordNewPage />)
    await userEvent.click(button('Save'))
    await expect.element(field('Title')).toHaveAccessibleDescription('Enter a title')
    await expect.element(field('Hours worked')).toHaveAccessibleDescription(/Enter how many/)
    await expect.element(page.getByText('Enter the date')).toBeVisible()
    expect(network.bodies('POST', path)).toEqual([])
  })
})

describe('an edited record', () => {
  test('sends only what changed, and shows an error at its field', async () => {
    const network = stubLog(icu)
    network.answer('GET', `${path}/${icu.id}`, competencyRecord, icu)
    network.refuse('PATCH', `${path}/${icu.id}`, 'invalid', {
      errors: [{ path: 'amount', message: 'These 92 days have only 2208 hours' }],
    })
    const app = await renderInApp(<RecordPage />, {
      ...{ route: '/credentials/practice/$recordId', path: `/credentials/practice/${icu.id}` },
    })
    await fillIn('Title', 'Charge nurse, ICU')
    await userEvent.click(button('Save changes'))
    await expect.element(field('Hours worked')).toHaveAccessibleDescription(/only 2208 hours/)
    network.answer('PATCH', `${path}/${icu.id}`, competencyRecord, { ...icu, title: 'Charge nurse, ICU' })
    await fillIn('Notes', '')
    await userEvent.click(button('Save changes'))
    await expect.poll(app.path).toBe('/credentials/practice')
    expect(network.bodies('PATCH', `${path}/${icu.id}`)).toEqual([
      { title: 'Charge nurse, ICU' },
      { title: 'Charge nurse, ICU', notes: null },
    ])
    await expect.element(toast).toMatchTextContent('Saved')
    await expect.element(alert).not.toBeInTheDocument()
  })
})
