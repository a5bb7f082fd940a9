import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { certificationAnswer, credential } from '#shared/credentials/credential.ts'
import { sampleCertification } from '#shared/credentials/sample.ts'
import { stubCredentialNetwork } from '#testing/web/credential-network.ts'
import { button, dateField, fillIn, typeDate } from '#testing/web/fields.ts'
import { renderInApp } from '#testing/web/render.tsx'
import type { DocumentReading } from '#web/reading/use-document-reading.ts'
import { CertificationForm } from './certification-form.tsx'

const saved = certificationAnswer.parse({
  ...sampleCertification,
  issuedAt: '2025-06-12',
  expiresAt: '2027-06-30',
  id: '0d2a3a3c-5b34-4f0e-9d35-3f3c1d0f4b11',
  status: 'active',
  daysLeft: 130,
  dateMissing: false,
  reminderDays: 30,
  followsSchedule: true,
  archivedAt: null,
  createdAt: '2026-03-10T15:00:00.000Z',
  updatedAt: '2026-03-10T15:00:00.000Z',
})

/** The read card shows only the month of its end, which is not the usual one. */
const read: DocumentReading = {
  reading: {
    state: 'read',
    document: {
      suggestions: [
        { field: 'kind', value: 'certification', confidence: 'confident', printed: '', where: [] },
        { field: 'expiresAt', value: '2028-08-31', confidence: 'month', printed: '08/2028', where: [] },
      ],
      highlights: {},
      courses: [],
    },
    progress: null,
    cancel: () => {},
    retry: () => {},
  },
  isFound: true,
  highlight: undefined,
  shown: null,
  show: () => {},
}

async function renderForm(initial?: typeof saved, read?: DocumentReading) {
  const network = stubCredentialNetwork()
  network.answer('POST', '/api/credentials', credential, saved)
  network.answer('PATCH', `/api/credentials/${saved.id}`, credential, saved)
  const onSaved = vi.fn()
  await renderInApp(<CertificationForm initial={initial} read={read} fileIds={[]} onSaved={onSaved} />)
  const body = async (method: 'POST' | 'PATCH') => {
    await userEvent.click(page.getByRole('button', { name: /^Save/ }))
    await expect.poll(() => onSaved.mock.calls.length).toBe(1)
    const path = method === 'POST' ? '/api/credentials' : `/api/credentials/${saved.id}`
    return network.sent(method, path)[0]?.body
  }
  const created = () => network.bodies('POST', '/api/credentials')
  return { body, created, onSaved }
}

describe('the expiration date', () => {
  test('follows a changed issue date as long as it is the usual one', async () => {
    const { body } = await renderForm(saved)
    await typeDate('Issued on', '05202026')
    expect(await body('PATCH')).toEqual({ issuedAt: '2026-05-20', expiresAt: '2028-05-31' })
  })

  test('is kept when it is not the usual one', async () => {
    const { body } = await renderForm({ ...saved, expiresAt: '2027-05-01' })
    await typeDate('Issued on', '05202026')
    expect(await body('PATCH')).toEqual({ issuedAt: '2026-05-20' })
  })

  test('that was kept is suggested again with a chip, and changes only when that is pressed', async () => {
    const { body } = await renderForm({ ...saved, expiresAt: '2027-05-01' })
    const chip = page.getByRole('button', { name: 'Usual end: May 31, 2028' })
    await expect.element(chip).not.toBeInTheDocument()
    await typeDate('Issued on', '05202026')
    await userEvent.click(chip)
    await expect.element(chip).not.toBeInTheDocument()
    expect(await body('PATCH')).toEqual({ issuedAt: '2026-05-20', expiresAt: '2028-05-31' })
  })

  test('is not suggested to an owner who chose that it never expires', async () => {
    const { body } = await renderForm()
    await fillIn('Which certification?', 'BLS')
    await userEvent.click(page.getByText('Does not expire'))
    await typeDate('Issued on', '05202026')
    expect(await body('POST')).toMatchObject({ code: 'BLS', neverExpires: true, expiresAt: null })
  })
})

describe('a new certification without an expiration date', () => {
  const press = (name: string | RegExp) => userEvent.click(button(name))

  test('is not saved by accident, but when nobody knows the date yet', async () => {
    const { created } = await renderForm()
    await fillIn('Which certification?', 'BLS')
    await press(/^Save/)
    await expect
      .element(dateField('Expires on'))
      .toHaveAccessibleDescription(/Enter the date on the card, or choose “Does not expire”/)
    expect(created()).toEqual([])
    await press('I don’t know yet')
    await expect.poll(created).toMatchObject([{ code: 'BLS', expiresAt: null, neverExpires: false }])
  })

  test('is saved with the date that was read, once the owner says that it is right', async () => {
    const { created } = await renderForm(undefined, read)
    await fillIn('Which certification?', 'BLS')
    await press(/^Save/)
    await expect.element(page.getByText('Is it Aug 31, 2028?')).toBeVisible()
    expect(created()).toEqual([])
    await press('Yes')
    await expect.poll(created).toMatchObject([{ code: 'BLS', expiresAt: '2028-08-31' }])
  })

  test('takes another date than the one that was read', async () => {
    const { created } = await renderForm(undefined, read)
    await fillIn('Which certification?', 'BLS')
    await press(/^Save/)
    await press('Type another date')
    await expect.element(page.getByText('Is it Aug 31, 2028?')).not.toBeInTheDocument()
    await typeDate('Expires on', '07312028')
    await press(/^Save/)
    await expect.poll(created).toMatchObject([{ expiresAt: '2028-07-31' }])
  })
})

test('a certification that has no date is edited without one', async () => {
  const { body } = await renderForm({ ...saved, expiresAt: null, dateMissing: true })
  await fillIn('Number', '77')
  expect(await body('PATCH')).toEqual({ number: '77' })
})

describe('“My job requires it”', () => {
  const asked = page.getByRole('switch', { name: 'My job requires it' })

  test('is on for life support until the owner turns it off', async () => {
    const { body } = await renderForm()
    await fillIn('Which certification?', 'BLS')
    await userEvent.click(page.getByText('Does not expire'))
    await expect.element(asked).toBeChecked()
    await userEvent.click(page.getByText('My job requires it'))
    await expect.element(asked).not.toBeChecked()
    expect(await body('POST')).toMatchObject({ code: 'BLS', requiredForWork: false })
  })

  test('is off for others, and an unanswered question is not stored', async () => {
    const { body } = await renderForm()
    await fillIn('Which certification?', 'CCRN')
    await userEvent.click(page.getByText('Does not expire'))
    await expect.element(asked).not.toBeChecked()
    expect(await body('POST')).toMatchObject({ code: 'CCRN', requiredForWork: null })
  })
})
