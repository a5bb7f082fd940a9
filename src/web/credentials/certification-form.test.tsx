import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { certificationAnswer, credential } from '#shared/credentials/credential.ts'
import { sampleCertification } from '#shared/credentials/sample.ts'
import { stubCredentialNetwork } from '#testing/web/credential-network.ts'
import { fillIn, typeDate } from '#testing/web/fields.ts'
import { renderInApp } from '#testing/web/render.tsx'
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

async function renderForm(initial?: typeof saved) {
  const network = stubCredentialNetwork()
  network.answer('POST', '/api/credentials', credential, saved)
  network.answer('PATCH', `/api/credentials/${saved.id}`, credential, saved)
  const onSaved = vi.fn()
  await renderInApp(<CertificationForm initial={initial} fileIds={[]} onSaved={onSaved} />)
  const body = async (method: 'POST' | 'PATCH') => {
    await userEvent.click(page.getByRole('button', { name: /^Save/ }))
    await expect.poll(() => onSaved.mock.calls.length).toBe(1)
    const path = method === 'POST' ? '/api/credentials' : `/api/credentials/${saved.id}`
    return network.sent(method, path)[0]?.body
  }
  return { body }
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

describe('“My job requires it”', () => {
  const asked = page.getByRole('switch', { name: 'My job requires it' })

  test('is on for life support until the owner turns it off', async () => {
    const { body } = await renderForm()
    await fillIn('Which certification?', 'BLS')
    await expect.element(asked).toBeChecked()
    await userEvent.click(page.getByText('My job requires it'))
    await expect.element(asked).not.toBeChecked()
    expect(await body('POST')).toMatchObject({ code: 'BLS', requiredForWork: false })
  })

  test('is off for others, and an unanswered question is not stored', async () => {
    const { body } = await renderForm()
    await fillIn('Which certification?', 'CCRN')
    await expect.element(asked).not.toBeChecked()
    expect(await body('POST')).toMatchObject({ code: 'CCRN', requiredForWork: null })
  })
})
