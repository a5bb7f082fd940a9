import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { exportSummary } from '#shared/transfer/export.ts'
import type { ImportLine, ImportResult } from '#shared/transfer/import.ts'
import { type NetworkStub, stubNetwork } from '#testing/web/network.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { stubUploads } from '#testing/web/uploads.ts'
import { ImportCard } from './import-card.tsx'

const summaryPath = '/api/users/me/export/summary'
const none = {
  credentials: 0,
  cycles: 0,
  entries: 0,
  practiceRecords: 0,
  healthRecords: 0,
  files: 0,
  shares: 0,
  inTrash: 0,
}
const imported: ImportResult = {
  credentials: 2,
  cycles: 1,
  entries: 1,
  practiceRecords: 0,
  healthRecords: 0,
  files: 2,
  inTrash: 1,
  filesLeftOut: 0,
  sharesLeftOut: 1,
}

const file = new File(['0123456789'], 'export.zip', { type: 'application/zip' })
const start = page.getByRole('button', { name: 'Import this ZIP' })
const alert = page.getByRole('alert')
const status = page.getByRole('status').first()
const progress = page.getByRole('progressbar', { name: 'Importing' })

const line = (value: ImportLine) => `${JSON.stringify(value)}\n`

function answerSummary(network: NetworkStub, isEmpty: boolean) {
  const counts = isEmpty ? none : { ...none, credentials: 1 }
  network.answer('GET', summaryPath, exportSummary, { counts, bytes: 0, isEmpty })
}

async function renderCard(isEmpty = true) {
  const uploads = stubUploads()
  const network = stubNetwork()
  answerSummary(network, isEmpty)
  const rendered = await renderInApp(<ImportCard file={file} />)
  return { uploads, network, ...rendered }
}

/** The card while an import is in progress. */
async function renderImport() {
  const rendered = await renderCard()
  await userEvent.click(start)
  await expect.poll(() => rendered.uploads.length).toBe(1)
  const [upload] = rendered.uploads
  if (!upload) throw new Error('Nothing was sent')
  return { upload, ...rendered }
}

describe('an import', () => {
  test('is only offered for an empty vault, with an explanation', async () => {
    await renderCard(false)
    await expect.element(page.getByText(/^You can import only into an empty vault/)).toBeVisible()
    await expect.element(start).toBeDisabled()
    await expect
      .element(start)
      .toHaveAccessibleDescription(expect.stringContaining('You can import only into an empty vault'))
  })

  test('sends the ZIP itself, and shows its progress', async () => {
    const { upload } = await renderImport()
    expect([upload.method, upload.url]).toEqual(['POST', '/api/users/me/import?progress=true'])
    expect(upload.headers).toEqual({ 'content-type': 'application/zip' })
    expect((upload.body as File).name).toBe('export.zip')
    await expect.element(progress).toHaveAttribute('aria-valuetext', 'Uploading: 0 bytes of 10 bytes')
    upload.progress(5, 10)
    await expect.element(page.getByText('Uploading: 5 bytes of 10 bytes')).toBeVisible()
    upload.progress(10, 10)
    await expect.element(page.getByText('Reading the ZIP…')).toBeVisible()
    upload.receive(line({ files: { done: 1, total: 2 } }))
    await expect.element(page.getByText('Checking files: 1 of 2')).toBeVisible()
    upload.receive(line({ files: { done: 2, total: 2 } }))
    await expect.element(page.getByText('Saving…')).toBeVisible()
  })

  test('shows what was imported and what was not, and links to the vault', async () => {
    const { upload, network, path } = await renderImport()
    answerSummary(network, false)
    upload.receive(line({ imported }))
    upload.end()
    await expect
      .element(status)
      .toMatchTextContent(
        'Imported 2 credentials, 1 CE cycle, 1 CE entry, and 2 files; 1 of them are in the trash.',
      )
    await expect.element(status).toMatchTextContent('1 share link not imported')
    await expect.element(start).not.toBeInTheDocument()
    await expect.element(page.getByText(/^You can import only/)).not.toBeInTheDocument()
    await userEvent.click(page.getByRole('link', { name: 'Open my vault' }))
    await expect.poll(path).toBe('/credentials')
  })

  test('can be cancelled, and started again', async () => {
    const { upload } = await renderImport()
    await userEvent.click(page.getByRole('button', { name: 'Cancel' }))
    expect(upload.isAborted()).toBe(true)
    await expect.element(start).toBeEnabled()
    await expect.element(alert).not.toBeInTheDocument()
  })

  test('is stopped when the page is left', async () => {
    const { upload, unmount } = await renderImport()
    await unmount()
    expect(upload.isAborted()).toBe(true)
  })
})

describe('a failed import', () => {
  test.each([
    ['vault_not_empty', 'You can import only into an empty vault.'],
    ['import_unreadable', 'This file is not a complete Lanyard export.'],
    ['import_newer', 'This export comes from a newer version of Lanyard.'],
    ['zip_expected', 'Send the export ZIP as application/zip.'],
    ['too_large', 'This is larger than Lanyard accepts.'],
    ['import_running', 'You already have an import in progress.'],
    ['storage_full', 'The disk of this installation is full.'],
    ['not_authenticated', 'User not authenticated'],
  ] as const)('with %s says why, and can be tried again', async (code, words) => {
    const { upload } = await renderImport()
    upload.refuse(code)
    await expect.element(alert).toMatchTextContent(words)
    await expect.element(start).toBeEnabled()
  })

  test('lists what is wrong in the ZIP, even if that is found after the upload', async () => {
    const { upload } = await renderImport()
    const errors = [{ path: 'data/credentials.json', message: 'The third license has no state' }]
    upload.receive(
      line({ files: { done: 1, total: 2 } }) + line({ problem: { code: 'import_unreadable', errors } }),
    )
    upload.end()
    await expect.element(alert).toMatchTextContent('Cannot read this export')
    await expect.element(alert).toMatchTextContent('The third license has no state')
  })

  test.each([
    ['is lost', (upload: Awaited<ReturnType<typeof renderImport>>['upload']) => upload.disconnect()],
    [
      'ends in the middle of a line',
      (upload: Awaited<ReturnType<typeof renderImport>>['upload']) => {
        upload.receive('{"imported":')
        upload.end()
      },
    ],
  ])('because the connection %s says that the vault may be full now', async (_how, lose) => {
    const { upload } = await renderImport()
    lose(upload)
    await expect.element(alert).toMatchTextContent('Either everything was imported or nothing')
  })
})
