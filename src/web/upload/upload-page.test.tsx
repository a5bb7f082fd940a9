import { Link } from '@tanstack/react-router'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { z } from 'zod'
import { credential, credentialSummary } from '#shared/credentials/credential.ts'
import { sampleLicense } from '#shared/credentials/sample.ts'
import { file, filePage, type File as StoredFile } from '#shared/files/file.ts'
import { type NetworkStub, stubNetwork } from '#testing/web/network.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { sampleId, sampleNow } from '#testing/web/share-samples.ts'
import { stubUploads } from '#testing/web/uploads.ts'
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

const button = (name: string) => page.getByRole('button', { name, exact: true })
const heading = page.getByRole('heading', { level: 1 })
const form = page.getByRole('region', { name: 'Credential details' })
const leftovers = page.getByRole('region', { name: /^(Uploaded, not attached yet|No other uploaded files)$/ })
const leave = page.getByRole('link', { name: 'Elsewhere' })
const question = page.getByRole('alertdialog')

function answerUnattached(network: NetworkStub, items: StoredFile[]) {
  network.answer('GET', '/api/upload', filePage, { items, nextCursor: null })
}

async function renderPage(items: StoredFile[] = [], path = '/upload') {
  const network = stubNetwork()
  const uploads = stubUploads()
  answerUnattached(network, items)
  network.answer('GET', '/api/credentials/summary', credentialSummary, {
    total: 0,
    byStatus: { active: 0, renewal_due: 0, expiring_soon: 0, expired: 0 },
    dateMissing: 0,
    archived: 0,
    byKind: { license: 0, certification: 0 },
    tags: [],
  })
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

describe('adding a credential', () => {
  test('opens the form without a file, and moves the focus to it', async () => {
    await renderPage()
    await userEvent.click(button('Continue without a file'))
    await expect.element(heading).toHaveTextContent('Enter the details from your card')
    await expect.element(page.getByText('Step 2 of 2')).toBeVisible()
    await expect.element(form).toHaveFocus()
  })

  test('opens the form while the file is still uploading, and saves both together', async () => {
    const { network, uploads, path } = await renderPage([], '/upload?kind=license')
    network.answer('POST', '/api/credentials', credential, {
      ...sampleLicense,
      id: sampleId(9),
      status: 'active',
      daysLeft: 130,
      dateMissing: false,
      archivedAt: null,
      createdAt: sampleNow,
      updatedAt: sampleNow,
    } as z.input<typeof credential>)
    await choosePdf()
    await userEvent.click(button('Upload 1 file'))
    await expect.element(form).toBeVisible()
    for (const [label, text] of [
      ['License type', 'RN'],
      ['State', 'Texas'],
    ] as const) {
      await userEvent.fill(page.getByRole('combobox', { name: label, exact: true }), text)
      await userEvent.tab()
    }
    await userEvent.click(page.getByText('Does not expire'))
    uploads[0]?.answer(file, { ...stored, id: sampleId(5), name: 'card.pdf' })
    await expect.element(page.getByText('1 file uploaded')).toBeInTheDocument()
    await userEvent.click(button('Save to My Vault'))
    await expect.element(page.getByText('Saved to My Vault')).toBeVisible()
    await expect.poll(path).toBe(`/credentials/${sampleId(9)}`)
    expect(network.sent('POST', '/api/credentials')[0]?.body).toMatchObject({
      kind: 'license',
      type: 'RN',
      state: 'TX',
      fileIds: [sampleId(5)],
    })
  })

  test('asks before a chosen file that was not uploaded is lost', async () => {
    const { path } = await renderPage()
    await choosePdf()
    await userEvent.click(leave)
    await expect.element(question).toHaveAccessibleName('Leave without saving?')
    await userEvent.click(question.getByRole('button', { name: 'Stay' }))
    expect(path()).toBe('/upload')
    await userEvent.click(button('Remove card.pdf'))
    await userEvent.click(leave)
    await expect.poll(path).toBe('/')
  })
})

describe('a file of an upload that was never finished', () => {
  test('is offered, and can be used without a second upload', async () => {
    const { uploads } = await renderPage([stored])
    await expect.element(leftovers).toMatchTextContent('old scan.pdfPDF · 2 KB')
    await userEvent.click(button('Use old scan.pdf'))
    await expect.element(form).toBeVisible()
    await expect.element(page.getByRole('list', { name: 'Files' })).toMatchTextContent('old scan.pdf')
    await expect.element(leftovers).not.toBeInTheDocument()
    expect(uploads).toEqual([])
  })

  test('is deleted after confirmation, and the focus stays in the list', async () => {
    const { network } = await renderPage([stored])
    network.answer('DELETE', `/api/upload/${stored.id}`, z.undefined(), undefined)
    await userEvent.click(button('Delete old scan.pdf'))
    await expect.element(question).toMatchTextContent('You can restore it from the trash for 30 days.')
    answerUnattached(network, [])
    await userEvent.click(question.getByRole('button', { name: 'Delete file' }))
    await expect.element(page.getByText('No other uploaded files')).toBeVisible()
    await expect.element(leftovers).toHaveFocus()
    expect(network.sent('DELETE', `/api/upload/${stored.id}`)).toHaveLength(1)
  })

  test('stays when it could not be deleted', async () => {
    const { network } = await renderPage([stored])
    network.disconnect('DELETE', `/api/upload/${stored.id}`)
    await userEvent.click(button('Delete old scan.pdf'))
    await userEvent.click(question.getByRole('button', { name: 'Delete file' }))
    await expect
      .element(page.getByRole('alert', { includeHidden: true }))
      .toMatchTextContent('The file was not deleted')
    await expect.element(page.getByText('old scan.pdf').first()).toBeInTheDocument()
  })
})
