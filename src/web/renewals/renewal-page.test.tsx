import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ceuCycleItems, cycleProposals } from '#shared/ceu/cycle.ts'
import { type Credential, credential as credentialSchema } from '#shared/credentials/credential.ts'
import { sampleCertification, sampleLicense } from '#shared/credentials/sample.ts'
import { file } from '#shared/files/file.ts'
import { type Renewal, renewalItems, renewal as renewalSchema } from '#shared/renewals/renewal.ts'
import { blsProposal, ceuNow, texasCycle } from '#testing/web/ceu-samples.ts'
import { alert, button, dateField, field, fillIn, toast, typeDate } from '#testing/web/fields.ts'
import { type NetworkStub, stubNetwork } from '#testing/web/network.ts'
import { renderInApp, stopClock } from '#testing/web/render.tsx'
import { stubUploads } from '#testing/web/uploads.ts'
import { RenewalPage } from './renewal-page.tsx'

const licenseId = texasCycle.licenseId ?? ''
const renewalId = '7c9e6679-7425-4000-8000-0000000000aa'
const fileId = '7c9e6679-7425-4000-8000-0000000000bb'
const receipt = file.parse({
  ...{ id: fileId, name: 'receipt.pdf', size: 900, mimeType: 'application/pdf', sha256: 'a' },
  ...{ resourceType: 'renewal', resourceId: renewalId, createdAt: ceuNow },
})
const answered = {
  ...{
    id: licenseId,
    status: 'active',
    daysLeft: 0,
    dateMissing: false,
    followsSchedule: false,
    archivedAt: null,
  },
  ...{ createdAt: ceuNow, updatedAt: ceuNow },
}
const license: Credential = credentialSchema.parse({ ...sampleLicense, ...answered, expiresAt: '2027-01-31' })
const bls: Credential = credentialSchema.parse({
  ...sampleCertification,
  reminderDays: 30,
  ...answered,
  expiresAt: '2027-01-31',
})
const planned: Renewal = renewalSchema.parse({
  ...{ id: renewalId, credentialId: licenseId, state: 'planned', openedOn: '2026-11-01' },
  ...{
    submittedOn: null,
    classOn: null,
    fee: null,
    confirmation: null,
    notes: null,
    duties: [],
    fileIds: [],
  },
  ...{ finishedAt: null, createdAt: ceuNow, updatedAt: ceuNow },
})
const paths = {
  credential: `/api/credentials/${licenseId}`,
  renewals: `/api/credentials/${licenseId}/renewals`,
  renewal: `/api/renewals/${renewalId}`,
}

async function renderPage(
  { credential = license, renewal }: { credential?: Credential; renewal?: Partial<Renewal> } = {},
  prepare: (network: NetworkStub) => void = () => {},
) {
  stopClock(ceuNow)
  const network = stubNetwork()
  network.answer('GET', paths.credential, credentialSchema, credential)
  network.answer('GET', paths.renewals, renewalItems, { items: renewal ? [{ ...planned, ...renewal }] : [] })
  network.answer('GET', '/api/ceu-cycles', ceuCycleItems, {
    items: credential.kind === 'license' ? [texasCycle] : [],
  })
  network.answer('GET', '/api/ceu-cycles/proposals', cycleProposals, {
    items: credential.kind === 'license' ? [] : [{ ...blsProposal, credentialId: licenseId }],
  })
  prepare(network)
  const rendered = await renderInApp(<RenewalPage />, {
    route: '/credentials/$id/renew',
    path: `/credentials/${licenseId}/renew`,
  })
  /** Answers a change, and the list with its result. */
  const accept = (change: Partial<Renewal>) => {
    const changed = { ...planned, ...renewal, ...change }
    network.answer('PATCH', paths.renewal, renewalSchema, changed)
    network.answer('GET', paths.renewals, renewalItems, { items: [changed] })
  }
  return { network, accept, ...rendered }
}

const step = (name: RegExp) => page.getByRole('listitem').filter({ hasText: name })
const open = (name: string) => userEvent.click(page.getByText(name, { exact: true }))

describe('before a renewal', () => {
  test('shows the requirements, starts it, and undoes that', async () => {
    const { network } = await renderPage()
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Renew Texas RN')
    await expect.element(page.getByText('It expires on Jan 31, 2027 · in 71 days.')).toBeVisible()
    expect(page.getByRole('list', { name: 'Steps' }).getByRole('listitem').elements()).toHaveLength(5)
    network.answer('POST', paths.renewals, renewalSchema, planned)
    network.answer('GET', paths.renewals, renewalItems, { items: [planned] })
    await userEvent.dblClick(button('Start the renewal'))
    await expect.element(toast).toMatchTextContent('Renewal of Texas RN started')
    await expect.element(page.getByText('Renewal started on Nov 1, 2026, not submitted yet.')).toBeVisible()
    expect(network.sent('POST', paths.renewals)).toHaveLength(1)
    network.answerEmpty('DELETE', paths.renewal)
    network.answer('GET', paths.renewals, renewalItems, { items: [] })
    await userEvent.click(button('Undo'))
    await expect.element(button('Start the renewal')).toBeVisible()
    expect(network.sent('DELETE', paths.renewal)).toHaveLength(1)
  })

  test('long before the end shows when it opens, and still lets the owner start', async () => {
    await renderPage({ credential: { ...license, expiresAt: '2028-01-31' } })
    await expect.element(page.getByText(/from Oct 3, 2027, 120 days before the end/)).toBeVisible()
    await expect.element(button('Start now')).toBeVisible()
  })

  test.each<[string, Partial<Credential>, RegExp, string]>([
    ['without a date asks for it', { expiresAt: null }, /Add the expiration date first/, 'Add the date'],
    [
      'without an end says so',
      { expiresAt: null, neverExpires: true },
      /nothing to renew/,
      'Open the credential',
    ],
    ['in the archive says so', { archivedAt: ceuNow }, /It is archived/, 'Open the credential'],
  ])('%s', async (_what, change, text, link) => {
    await renderPage({ credential: { ...license, ...change } as Credential })
    await expect.element(page.getByText(text)).toBeVisible()
    await expect.element(page.getByRole('link', { name: link, exact: true })).toBeVisible()
  })

  test('shows an error when it did not load, and loads again', async () => {
    const { network } = await renderPage({}, (stub) => stub.disconnect('GET', paths.renewals))
    await expect.element(alert).toMatchTextContent('Lanyard cannot be reached.')
    network.answer('GET', paths.renewals, renewalItems, { items: [] })
    await userEvent.click(button('Try again'))
    await expect.element(button('Start the renewal')).toBeVisible()
  })

  test('of a deleted credential links to My Vault', async () => {
    await renderPage({}, (stub) => stub.refuse('GET', paths.credential, 'license_not_found'))
    await expect
      .element(page.getByRole('heading', { level: 1 }))
      .toHaveTextContent('This credential is not in your vault')
  })
})

describe('the steps', () => {
  test('show what is missing, with a link to it, and the next one is open', async () => {
    await renderPage({ renewal: {} })
    await expect.element(step(/Check your CE hours/)).toMatchTextContent('Next')
    await expect
      .element(step(/Check your CE hours/))
      .toMatchTextContent('8 hours and 1 topic left by Mar 31, 2027')
    await expect
      .element(page.getByRole('link', { name: 'Open the CE cycle' }))
      .toHaveAttribute('href', `/credentials/cycles/${texasCycle.id}`)
    await open('Apply to renew')
    const link = page.getByRole('link', { name: 'Open the board’s page' })
    await expect.element(link).toHaveAttribute('href', 'https://www.bon.texas.gov/')
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
    await expect.element(step(/Enter your new card/)).not.toMatchTextContent(/To do|Next/)
  })

  test('of a life support card are the class and the new card, and nothing to apply for or pay', async () => {
    await renderPage({ credential: bls })
    const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem')
    await expect.element(steps.nth(1)).toMatchTextContent('Enter your new card')
    expect(steps.elements()).toHaveLength(2)
    await expect.element(page.getByText(/fee|receipt|apply/i)).not.toBeInTheDocument()
  })

  test('of a life support card ask for the class', async () => {
    const { network, accept } = await renderPage({ credential: bls, renewal: {} })
    await expect.element(step(/Book the class/)).toMatchTextContent('Next')
    accept({ classOn: '2026-12-05' })
    await typeDate('Class on', '12052026')
    await userEvent.click(button('Save the date'))
    await expect.element(step(/Book the class/)).toMatchTextContent('Done')
    await expect.element(step(/Book the class/)).toMatchTextContent('Class on Dec 5, 2026')
    expect(network.bodies('PATCH', paths.renewal)).toEqual([{ classOn: '2026-12-05' }])
    await expect.element(page.getByText('Renewal started on Nov 1, 2026.')).toBeVisible()
    await expect.element(button('Finish the renewal')).toBeVisible()
    expect(page.getByRole('list', { name: 'Steps' }).getByRole('listitem').elements()).toHaveLength(2)
  })

  test('take the fee in dollars and store it in cents', async () => {
    const { network, accept } = await renderPage({ renewal: {} })
    await open('Pay the fee')
    accept({ fee: 6850 })
    await fillIn('Fee paid', '68.5')
    await userEvent.click(button('Save the fee'))
    await expect.element(step(/Pay the fee/)).toMatchTextContent('$68.50')
    expect(network.bodies('PATCH', paths.renewal)).toEqual([{ fee: 6850 }])
  })

  test('take the submission with its receipt, and can undo it', async () => {
    const uploads = stubUploads()
    const { network, accept } = await renderPage({ renewal: { fee: 6850 } })
    await fillIn('Confirmation number', 'C-77')
    const chooser = document.querySelector<HTMLInputElement>('input[type=file][multiple]')
    await userEvent.upload(
      chooser ?? document.body,
      new File(['%PDF'], 'receipt.pdf', { type: 'application/pdf' }),
    )
    accept({ state: 'submitted', submittedOn: '2026-11-21', confirmation: 'C-77', fileIds: [fileId] })
    network.answer('GET', `/api/upload/${fileId}`, file, receipt)
    network.reply('GET', `/api/upload/${fileId}/content`, () => new Response('%PDF'))
    await userEvent.click(button('Mark as submitted'))
    await expect.poll(() => uploads.length).toBe(1)
    uploads[0]?.answer(file, { ...receipt, resourceType: null, resourceId: null })
    await expect.element(toast).toMatchTextContent('Submitted on Nov 21, 2026')
    await userEvent.click(button('Undo'))
    await expect
      .poll(() => network.bodies('PATCH', paths.renewal))
      .toEqual([
        { submittedOn: '2026-11-21', confirmation: 'C-77', fileIds: [fileId] },
        { state: 'planned', submittedOn: null },
      ])
    await expect
      .element(page.getByText('Renewal submitted on Nov 21, 2026. Check with the board.'))
      .toBeVisible()
  })

  test('reject a submission after today at its field', async () => {
    const { network } = await renderPage({ renewal: { fee: 1 } })
    await typeDate('Submitted on', '11222026')
    await userEvent.click(button('Mark as submitted'))
    await expect.element(page.getByText('This date is in the future')).toBeVisible()
    expect(network.sent('PATCH', paths.renewal)).toEqual([])
  })
})

describe('the new card', () => {
  const submitted = { state: 'submitted', submittedOn: '2026-11-01', fee: 1 } as const

  test('has the usual end filled in, and finishes the renewal with Undo', async () => {
    const { network, path } = await renderPage({ renewal: submitted })
    await expect.element(page.getByText('Suggested. Check it against your new card.')).toBeVisible()
    await expect.element(field('Number')).toHaveValue('')
    await typeDate('Issued on', '11202026')
    const done = { ...planned, ...submitted, state: 'done', finishedAt: ceuNow } as const
    network.answer('POST', `${paths.renewal}/finish`, renewalSchema, done)
    network.answer('POST', `${paths.renewal}/undo`, renewalSchema, { ...planned, ...submitted })
    await userEvent.dblClick(button('Finish the renewal'))
    await expect.element(toast).toMatchTextContent('Texas RN was renewed until Jan 31, 2029')
    await expect.poll(path).toBe(`/credentials/${licenseId}`)
    expect(network.bodies('POST', `${paths.renewal}/finish`)).toEqual([
      // A license keeps its number unless there is another one.
      { issuedAt: '2026-11-20', expiresAt: '2029-01-31', neverExpires: false, fileIds: [] },
    ])
    await userEvent.click(button('Undo'))
    await expect.poll(() => network.sent('POST', `${paths.renewal}/undo`).length).toBe(1)
  })

  test('is entered at once by whoever has it, and starts the renewal only with it', async () => {
    const { network, path } = await renderPage()
    await userEvent.click(button('I have my new card'))
    await expect.element(button('Finish the renewal')).toBeVisible()
    await expect.element(page.getByRole('list', { name: 'Steps' })).not.toBeInTheDocument()
    await userEvent.click(button('Back to the steps'))
    await expect.element(button('Start the renewal')).toBeVisible()
    expect(network.sent('POST', paths.renewals)).toEqual([])
    await userEvent.click(button('I have my new card'))
    await expect.element(dateField('Expires on')).toHaveValue('2029-01-31')
    network.answer('POST', paths.renewals, renewalSchema, planned)
    const done = { ...planned, state: 'done', finishedAt: ceuNow } as const
    network.answer('POST', `${paths.renewal}/finish`, renewalSchema, done)
    await userEvent.dblClick(button('Finish the renewal'))
    await expect.element(toast).toMatchTextContent('Texas RN was renewed until Jan 31, 2029')
    await expect.poll(path).toBe(`/credentials/${licenseId}`)
    expect(network.sent('POST', paths.renewals)).toHaveLength(1)
    expect(network.sent('POST', `${paths.renewal}/finish`)).toHaveLength(1)
  })

  test('of a certification follows its issue date', async () => {
    await renderPage({ credential: bls, renewal: submitted })
    await typeDate('Issued on', '11202026')
    await expect.element(dateField('Expires on')).toHaveValue('2028-11-30')
  })

  test('of a certification never has the number of the old one', async () => {
    const { network } = await renderPage({ credential: bls, renewal: submitted })
    await expect.element(field('Number')).toHaveValue('')
    network.answer('POST', `${paths.renewal}/finish`, renewalSchema, { ...planned, state: 'done' })
    await typeDate('Expires on', '01312029')
    await userEvent.click(button('Finish the renewal'))
    await expect
      .poll(() => network.bodies('POST', `${paths.renewal}/finish`))
      .toMatchObject([{ expiresAt: '2029-01-31', number: null }])
  })

  test('is rejected if it does not end later than the old one', async () => {
    const { network } = await renderPage({ renewal: submitted })
    await typeDate('Expires on', '01312027')
    await userEvent.click(button('Finish the renewal'))
    await expect.element(page.getByText('This is not after the end of the current term')).toBeVisible()
    expect(network.sent('POST', `${paths.renewal}/finish`)).toEqual([])
  })

  test('shows an error from the server, and keeps the form', async () => {
    const { network } = await renderPage({ renewal: submitted })
    network.refuse('POST', `${paths.renewal}/finish`, 'renewal_done')
    await fillIn('Number', 'TX-NEW')
    await userEvent.click(button('Finish the renewal'))
    await expect.element(alert).toMatchTextContent('This renewal is finished.')
    await expect.element(field('Number')).toHaveValue('TX-NEW')
  })
})

describe('deleting a renewal', () => {
  test('returns to the credential, with Undo', async () => {
    const { network, path } = await renderPage({ renewal: {} })
    network.answerEmpty('DELETE', paths.renewal)
    network.answer('POST', `${paths.renewal}/restore`, renewalSchema, planned)
    await userEvent.click(button('Delete this renewal'))
    await expect.element(toast).toMatchTextContent('Deleted “Renewal of Texas RN”')
    await expect.poll(path).toBe(`/credentials/${licenseId}`)
    await userEvent.click(button('Undo'))
    await expect.poll(() => network.sent('POST', `${paths.renewal}/restore`).length).toBe(1)
  })
})
