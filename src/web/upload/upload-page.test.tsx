import { Link } from '@tanstack/react-router'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { z } from 'zod'
import { credential } from '#shared/credentials/credential.ts'
import { sampleLicense } from '#shared/credentials/sample.ts'
import { file, filePage, type File as StoredFile } from '#shared/files/file.ts'
import { stubCredentialNetwork } from '#testing/web/credential-network.ts'
import { alert, button, toast } from '#testing/web/fields.ts'
import type { NetworkStub } from '#testing/web/network.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { sampleId, sampleNow } from '#testing/web/share-samples.ts'
import { stubUploads } from '#testing/web/uploads.ts'
import { writtenPdf } from '#testing/web/written-pdf.ts'
import { UploadPage } from './upload-page.tsx'

const stored: StoredFile = {
  id: sampleId(1),
  name: 'old scan.pdf',
  size: 2048,
  mimeType: 'application/pdf',
  sha256: 'a',
  resourceType: null,
  resourceId: null,
  createdAt: sampleNow,
}

const heading = page.getByRole('heading', { level: 1 })
const form = page.getByRole('region', { name: 'Credential details' })
const leftovers = page.getByRole('region', { name: /^Uploaded, not attached yet/ })
const leave = page.getByRole('link', { name: 'Elsewhere' })
const question = page.getByRole('alertdialog')

function answerUnattached(network: NetworkStub, items: StoredFile[]) {
  network.answer('GET', '/api/upload', filePage, { items, nextCursor: null })
}

async function renderPage(items: StoredFile[] = [], path = '/upload') {
  const network = stubCredentialNetwork()
  const uploads = stubUploads()
  answerUnattached(network, items)
  for (const { id } of items)
    network.reply('GET', `/api/upload/${id}/content`, () => new Response(writtenPdf(['Card'])))
  const rendered = await renderInApp(
    <>
      <UploadPage />
      <Link to="/">Elsewhere</Link>
    </>,
    { path },
  )
  await expect.element(heading).toHaveTextContent('Add a credential')
  return { network, uploads, ...rendered }
}

async function choosePdf() {
  const input = document.querySelector<HTMLInputElement>('input[type=file][multiple]')
  if (!input) throw new Error('There is nothing to choose files with')
  await userEvent.upload(input, new File(['abc'], 'card.pdf'))
}

const saved = {
  ...sampleLicense,
  id: sampleId(9),
  status: 'active',
  daysLeft: 130,
  dateMissing: false,
  followsSchedule: false,
  archivedAt: null,
  createdAt: sampleNow,
  updatedAt: sampleNow,
} as z.input<typeof credential>

test.each([
  ['kind=license&type=LPN&state=Texas', { 'License type': 'LPN', State: 'Texas' }],
  ['kind=certification&code=PALS', { 'Which certification?': /PALS/ }],
])('a link with %s fills in the form', async (search, values) => {
  await renderPage([], `/upload?${search}`)
  for (const [label, value] of Object.entries(values))
    await expect
      .element(form.getByRole('combobox', { name: label }))
      .toHaveValue(value instanceof RegExp ? expect.stringMatching(value) : value)
})

test.each([
  ['license', 'License type'],
  ['certification', 'Which certification?'],
])('typing a %s begins in its first field', async (kind, label) => {
  await renderPage([], `/upload?kind=${kind}&typed=yes`)
  await expect.element(form.getByRole('combobox', { name: label })).toHaveFocus()
})

describe('adding a credential', () => {
  test('shows the form from the start', async () => {
    await renderPage()
    await expect.element(form.getByRole('combobox', { name: 'License type' })).toBeVisible()
    await expect.element(button('Choose files')).toBeVisible()
  })

  test('works with the keyboard: Enter moves to the next empty field, and saves both together', async () => {
    const { network, uploads, path } = await renderPage([], '/upload?kind=license')
    network.answer('POST', '/api/credentials', credential, saved)
    await choosePdf()
    await userEvent.click(page.getByRole('combobox', { name: 'License type' }))
    await userEvent.keyboard('rn{Enter}')
    await expect.element(page.getByRole('combobox', { name: 'State', exact: true })).toHaveFocus()
    await userEvent.keyboard('Texas{Enter}')
    await expect.element(page.getByLabelText('Issued on', { exact: true })).toHaveFocus()
    await userEvent.keyboard('061226{Enter}')
    await userEvent.click(button('2 years: expires Jun 12, 2028'))
    uploads[0]?.answer(file, { ...stored, id: sampleId(5), name: 'card.pdf' })
    await expect.element(page.getByText('1 file uploaded')).toBeInTheDocument()
    await userEvent.click(page.getByLabelText('Number'))
    await userEvent.keyboard('884213{Enter}')
    await expect.element(page.getByText('Saved to My Vault')).toBeVisible()
    await expect.poll(path).toBe(`/credentials/${sampleId(9)}`)
    expect(network.sent('POST', '/api/credentials')[0]?.body).toMatchObject({
      kind: 'license',
      type: 'RN',
      state: 'TX',
      number: '884213',
      issuedAt: '2026-06-12',
      expiresAt: '2028-06-12',
      fileIds: [sampleId(5)],
    })
  })

  test('starts with what is missing, and with the type of the latest license', async () => {
    const { network } = await renderPage([], '/upload?kind=license')
    await expect.element(page.getByRole('combobox', { name: 'License type' })).toHaveValue('')
    expect(network.sent('GET', '/api/credentials')[0]?.query).toMatchObject({ kind: 'license', limit: '1' })
  })

  test('asks for confirmation before a file that is still uploading is lost', async () => {
    const { path } = await renderPage()
    await choosePdf()
    await userEvent.click(leave)
    await expect.element(question).toHaveAccessibleName('Leave without saving?')
    await userEvent.click(question.getByRole('button', { name: 'Stay' }))
    expect(path()).toBe('/upload')
    await userEvent.click(button('Cancel uploading card.pdf'))
    await userEvent.click(button('Remove card.pdf'))
    await userEvent.click(leave)
    await expect.poll(path).toBe('/')
  })
})

describe('a vault with a license and no certification', () => {
  test('starts with a certification; a license starts with the type of the latest one', async () => {
    const network = stubCredentialNetwork({ byKind: { license: 1, certification: 0 }, items: [saved] })
    stubUploads()
    answerUnattached(network, [])
    await renderInApp(<UploadPage />, { path: '/upload' })
    await expect.element(page.getByRole('combobox', { name: 'Which certification?' })).toBeVisible()
    await userEvent.click(page.getByRole('radio', { name: /^License/ }))
    await expect.element(page.getByRole('radio', { name: /^License/ })).toBeChecked()
    await expect.element(page.getByRole('combobox', { name: 'License type' })).toHaveValue('RN')
  })
})

test('files that cannot be loaded are not taken for none', async () => {
  const network = stubCredentialNetwork()
  network.refuse('GET', '/api/upload', 'unexpected')
  await renderInApp(<UploadPage />, { path: '/upload' })
  await expect
    .element(alert)
    .toMatchTextContent(/did not load, so files from your email or from earlier uploads may be missing here/)
  answerUnattached(network, [stored])
  network.reply('GET', `/api/upload/${stored.id}/content`, () => new Response(writtenPdf(['Card'])))
  await userEvent.click(button('Try again'))
  await expect.element(leftovers).toMatchTextContent('old scan.pdf')
  await expect.element(alert).not.toBeInTheDocument()
})

describe('an uploaded file that was never attached', () => {
  test('is offered, and can be used without a second upload', async () => {
    const { uploads } = await renderPage([stored])
    await expect.element(leftovers).toMatchTextContent('old scan.pdfPDF · 2 KB')
    await userEvent.click(button('Use old scan.pdf'))
    await expect.element(form).toBeVisible()
    await expect.element(page.getByRole('list', { name: 'Files' })).toMatchTextContent('old scan.pdf')
    await expect.element(leftovers).not.toBeInTheDocument()
    expect(uploads).toEqual([])
  })

  test('is deleted, and can be restored', async () => {
    const { network } = await renderPage([stored])
    network.answerEmpty('DELETE', `/api/upload/${stored.id}`)
    network.answer('POST', `/api/upload/${stored.id}/restore`, file, stored)
    answerUnattached(network, [])
    await userEvent.click(button('Delete old scan.pdf'))
    await expect.element(toast).toMatchTextContent('Deleted “old scan.pdf”')
    await expect.element(leftovers).not.toBeInTheDocument()
    answerUnattached(network, [stored])
    await userEvent.click(button('Undo'))
    await expect.element(leftovers).toMatchTextContent('old scan.pdf')
  })

  test('stays when it could not be deleted', async () => {
    const { network } = await renderPage([stored])
    network.disconnect('DELETE', `/api/upload/${stored.id}`)
    await userEvent.click(button('Delete old scan.pdf'))
    await expect.element(alert).toMatchTextContent('“old scan.pdf” was not deleted')
    await expect.element(page.getByText('old scan.pdf').first()).toBeInTheDocument()
  })
})
