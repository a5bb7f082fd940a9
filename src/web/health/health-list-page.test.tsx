import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type HealthRecord, healthRecord, healthRecordList } from '#shared/health/record.ts'
import { sampleHealthRecord } from '#shared/health/sample.ts'
import { button, choose, toast } from '#testing/web/fields.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { renderInApp, stopClock } from '#testing/web/render.tsx'
import { HealthListPage } from './health-list-page.tsx'
import { HealthNewPage } from './health-new-page.tsx'
import { HealthRecordPage } from './health-record-page.tsx'

const path = '/api/health-records'
const at = '2026-03-10T15:00:00.000Z'
const hepatitis = healthRecord.parse({
  ...sampleHealthRecord,
  ...{ id: '7c9e6679-7425-4000-8000-000000000311', createdAt: at, updatedAt: at },
})
const none = { doses: [], titers: [], notes: null, fileIds: [] }
const tb: HealthRecord = {
  ...{ ...hepatitis, ...none, id: '7c9e6679-7425-4000-8000-000000000312', kind: 'tb_test' },
  ...{ performedOn: '2025-03-20', dueOn: '2026-03-20', fields: { testType: 'igra', result: 'negative' } },
}

function stubRecords(...items: HealthRecord[]) {
  stopClock(at)
  const network = stubNetwork()
  network.answer('GET', path, healthRecordList, { items })
  return network
}

describe('the list', () => {
  test('explains itself while it is empty', async () => {
    stubRecords()
    await renderInApp(<HealthListPage />)
    await expect.element(page.getByText(/They are private/)).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Add the first record' }))
      .toHaveAttribute('href', '/credentials/health/new')
  })

  test('begins with what is due, and shows what is recorded', async () => {
    stubRecords(hepatitis, tb)
    await renderInApp(<HealthListPage />)
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Health records')
    await expect.element(page.getByText('1 due within 60 days.')).toBeVisible()
    const rows = page.getByRole('main').getByRole('listitem')
    await expect.element(rows.nth(0)).toMatchTextContent('TB test, Mar 20, 2025')
    await expect.element(rows.nth(1)).toMatchTextContent(/^Hepatitis B/)
    await expect.element(page.getByText('2 of 3 doses recorded; titer recorded: immune')).toBeVisible()
    await expect.element(page.getByText('Blood test (IGRA), result recorded: negative')).toBeVisible()
    await expect.element(page.getByText(/^Due Mar 20, 2026/)).toBeVisible()
  })

  test('can be loaded again after a failure', async () => {
    const network = stubRecords()
    network.refuse('GET', path, 'unexpected')
    await renderInApp(<HealthListPage />)
    await expect.element(button('Try again')).toBeVisible()
  })
})

describe('one record', () => {
  test('tells the latest dose of a series from its latest titer', async () => {
    const dose = (givenOn: string) => ({ givenOn, product: null })
    const mmr: HealthRecord = {
      ...{ ...hepatitis, ...none, kind: 'mmr', fields: {}, performedOn: '2021-01-15', dueOn: null },
      doses: [dose('1998-08-20'), dose('1994-06-02')],
      titers: [{ takenOn: '2021-01-15', result: 'immune', antigen: 'measles' }],
    }
    const network = stubRecords(mmr)
    network.answer('GET', `${path}/${mmr.id}`, healthRecord, mmr)
    await renderInApp(<HealthRecordPage />, {
      ...{ route: '/credentials/health/$recordId', path: `/credentials/health/${mmr.id}` },
    })
    const facts = page.getByRole('main')
    await expect.element(facts).toMatchTextContent(/Latest dose\s*Aug 20, 1998/)
    await expect.element(facts).toMatchTextContent(/Latest titer\s*Jan 15, 2021/)
  })

  test('shows what the owner entered, and is deleted with Undo', async () => {
    const network = stubRecords(hepatitis)
    network.answer('GET', `${path}/${hepatitis.id}`, healthRecord, hepatitis)
    network.answerEmpty('DELETE', `${path}/${hepatitis.id}`)
    network.answer('POST', `${path}/${hepatitis.id}/restore`, healthRecord, hepatitis)
    const app = await renderInApp(<HealthRecordPage />, {
      ...{ route: '/credentials/health/$recordId', path: `/credentials/health/${hepatitis.id}` },
    })
    await expect.element(page.getByText('Jan 10, 2024 · Engerix-B')).toBeVisible()
    await expect.element(page.getByText(/not a statement/)).toBeVisible()
    await userEvent.click(button('More'))
    await userEvent.click(page.getByRole('menuitem', { name: 'Delete' }))
    await expect.poll(app.path).toBe('/credentials/health')
    await userEvent.click(button('Undo'))
    await expect.element(toast).toMatchTextContent('Restored “Hepatitis B”')
  })
})

describe('a new record', () => {
  test('has the fields of its kind, and shows what is missing', async () => {
    const network = stubRecords()
    await renderInApp(<HealthNewPage />)
    await choose(/What is it/, 'Other record')
    await userEvent.click(button('Save'))
    await expect.element(page.getByText('Say what it is')).toBeVisible()
    expect(network.bodies('POST', path)).toEqual([])
    network.answer('POST', path, healthRecord, { ...tb, kind: 'other', fields: { name: 'CPR mask fit' } })
    await userEvent.fill(page.getByRole('textbox', { name: 'What is it?' }), 'CPR mask fit')
    await userEvent.click(button('Save'))
    await expect.element(toast).toMatchTextContent('Saved')
    expect(network.bodies('POST', path)).toMatchObject([
      { kind: 'other', fields: { name: 'CPR mask fit' }, dueOn: null, doses: [] },
    ])
  })
})
