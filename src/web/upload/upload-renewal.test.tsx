import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { certificationAnswer, credential, licenseAnswer } from '#shared/credentials/credential.ts'
import { sampleCertification, sampleLicense } from '#shared/credentials/sample.ts'
import { file, filePage } from '#shared/files/file.ts'
import { renewalItems, renewal as renewalSchema } from '#shared/renewals/renewal.ts'
import { stubCredentialNetwork } from '#testing/web/credential-network.ts'
import { button, field, fillIn, toast, typeDate } from '#testing/web/fields.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { sampleId, sampleNow } from '#testing/web/share-samples.ts'
import { stubUploads } from '#testing/web/uploads.ts'
import { UploadPage } from './upload-page.tsx'

const answered = {
  ...{ status: 'active', daysLeft: 26, dateMissing: false, followsSchedule: true, reminderDays: 30 },
  ...{ archivedAt: null, createdAt: sampleNow, updatedAt: sampleNow },
}
const bls = certificationAnswer.parse({
  ...{ ...sampleCertification, ...answered, id: sampleId(1) },
  ...{ code: 'BLS', name: 'Basic Life Support', number: '226013914', expiresAt: '2026-12-17' },
})
const texas = licenseAnswer.parse({ ...sampleLicense, ...answered, id: sampleId(2), expiresAt: '2026-12-31' })
const planned = renewalSchema.parse({
  ...{ id: sampleId(3), credentialId: bls.id, state: 'planned', openedOn: '2026-11-01' },
  ...{
    submittedOn: null,
    classOn: null,
    fee: null,
    confirmation: null,
    notes: null,
    fileIds: [],
    duties: [],
  },
  ...{ finishedAt: null, createdAt: sampleNow, updatedAt: sampleNow },
})

async function renderPage(kind: 'license' | 'certification', open: (typeof planned)[] = []) {
  const network = stubCredentialNetwork({
    byKind: { license: 1, certification: 1 },
    items: kind === 'license' ? [texas] : [bls],
  })
  const uploads = stubUploads()
  network.answer('GET', '/api/upload', filePage, { items: [], nextCursor: null })
  network.answer('GET', `/api/credentials/${bls.id}/renewals`, renewalItems, { items: open })
  network.answer('POST', `/api/credentials/${bls.id}/renewals`, renewalSchema, planned)
  network.answer('POST', `/api/renewals/${planned.id}/finish`, renewalSchema, { ...planned, state: 'done' })
  network.answer('GET', `/api/credentials/${bls.id}`, credential, { ...bls, expiresAt: '2028-12-31' })
  network.answer('POST', '/api/credentials', credential, bls)
  const rendered = await renderInApp(<UploadPage />, { path: `/upload?kind=${kind}` })
  const finished = () => network.bodies('POST', `/api/renewals/${planned.id}/finish`)
  const created = () => network.bodies('POST', '/api/credentials')
  return { network, uploads, finished, created, ...rendered }
}

const question = page.getByRole('region', { name: 'Already in My Vault' })

describe('a new card of something in the vault', () => {
  test('renews it, with its file, and adds nothing', async () => {
    const { network, uploads, finished, created, path } = await renderPage('certification')
    const input = document.querySelector<HTMLInputElement>('input[type=file][multiple]')
    await userEvent.upload(input as HTMLInputElement, new File(['abc'], 'card.pdf'))
    await fillIn('Which certification?', 'BLS')
    await expect.element(question).toMatchTextContent('You have BLS until Dec 17, 2026.')
    await typeDate('Expires on', '12312028')
    await fillIn('Number', '998877')
    await userEvent.click(button('Save to My Vault'))
    await expect.element(question).toHaveFocus()
    await userEvent.click(button('Renew it with this card'))
    await expect.element(field('Which certification?')).not.toBeVisible()
    await userEvent.click(button('Renew BLS'))
    uploads[0]?.answer(file, {
      ...{ id: sampleId(5), name: 'card.pdf', size: 3, mimeType: 'application/pdf', sha256: 'a' },
      ...{ resourceType: null, resourceId: null, createdAt: sampleNow },
    })
    await expect.element(toast).toMatchTextContent('BLS was renewed until Dec 31, 2028')
    await expect.poll(path).toBe(`/credentials/${bls.id}`)
    expect(finished()).toEqual([
      {
        ...{ number: '998877', issuedAt: null, expiresAt: '2028-12-31', neverExpires: false },
        fileIds: [sampleId(5)],
      },
    ])
    expect(created()).toEqual([])
    const keys = [`/api/credentials/${bls.id}/renewals`, `/api/renewals/${planned.id}/finish`].map(
      (sent) => network.sent('POST', sent)[0]?.headers['idempotency-key'],
    )
    expect(new Set(keys).size).toBe(2)
  })

  test('finishes the renewal that is open', async () => {
    const { network, finished } = await renderPage('certification', [planned])
    await fillIn('Which certification?', 'BLS')
    await typeDate('Expires on', '12312028')
    await userEvent.click(button('Renew it with this card'))
    await userEvent.click(button('Renew BLS'))
    await expect.poll(finished).toMatchObject([{ expiresAt: '2028-12-31', number: null }])
    expect(network.sent('POST', `/api/credentials/${bls.id}/renewals`)).toEqual([])
  })

  test('asks for its date', async () => {
    const { finished } = await renderPage('certification')
    await fillIn('Which certification?', 'BLS')
    await userEvent.click(button('Renew it with this card'))
    await userEvent.click(button('Renew BLS'))
    await expect.element(page.getByText(/Enter the date on the card/)).toBeVisible()
    expect(finished()).toEqual([])
  })

  test('is added as a second one if the owner says so', async () => {
    const { created, finished } = await renderPage('certification')
    await fillIn('Which certification?', 'BLS')
    await typeDate('Expires on', '12312028')
    await userEvent.click(button('Add a second one'))
    await expect.element(question).not.toBeInTheDocument()
    await userEvent.click(button('Save to My Vault'))
    await expect.poll(created).toMatchObject([{ code: 'BLS', expiresAt: '2028-12-31' }])
    expect(finished()).toEqual([])
  })

  test('of the same term does not renew it', async () => {
    await renderPage('certification')
    await fillIn('Which certification?', 'BLS')
    await typeDate('Expires on', '12172026')
    await expect.element(question).toMatchTextContent('This card does not end later.')
    await expect.element(button('Renew it with this card')).not.toBeInTheDocument()
    await expect
      .element(page.getByRole('link', { name: 'Open the credential' }))
      .toHaveAttribute('href', `/credentials/${bls.id}`)
  })

  test('is one of the same license type and state', async () => {
    await renderPage('license')
    await fillIn('License type', 'RN')
    await fillIn('State', 'Ohio')
    await expect.element(question).not.toBeInTheDocument()
    await fillIn('State', 'Texas')
    await expect.element(question).toMatchTextContent('You have Texas RN until Dec 31, 2026.')
  })
})
