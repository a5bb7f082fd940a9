import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { z } from 'zod'
import { file, type File as StoredFile } from '#shared/files/file.ts'
import type { EarlierBoxes } from '#shared/shares/redaction.ts'
import { createdShare } from '#shared/shares/share.ts'
import { sharePreview } from '#shared/shares/view.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { sampleCreatedShare, sampleId, sampleNow, sampleView, stopClock } from '#testing/web/share-samples.ts'
import { type SentUpload, stubUploads } from '#testing/web/uploads.ts'
import { pdfLoading, writtenPdf } from '#testing/web/written-pdf.ts'
import type { ResourceOption } from '#web/shares/form/resource-options.ts'
import { ShareForm } from '#web/shares/form/share-form.tsx'

stopClock()

const license: ResourceOption = {
  resourceType: 'license',
  resourceId: sampleId(11),
  title: 'Texas RN license',
  detail: 'RN',
  status: 'active',
}
const card = { fileId: sampleId(21), name: 'Card TX-884213.pdf', kind: 'pdf' as const }
const earlier: EarlierBoxes = {
  covers: [[{ x: 0, y: 0, width: 1, height: 0.5 }]],
  recipient: 'Dana Cole',
  sharedAt: '2026-11-04T03:00:00.000Z',
}
const picture: StoredFile = {
  id: sampleId(31),
  name: 'page-1.jpg',
  size: 1000,
  mimeType: 'image/jpeg',
  sha256: 'a',
  resourceType: null,
  resourceId: null,
  createdAt: sampleNow,
}

const files = page.getByRole('region', { name: 'Files and hidden numbers' })
const create = page.getByRole('main').getByRole('button', { name: 'Create link' })
const edit = files.getByRole('button', { name: `Edit the covered areas: ${card.name}` })
const leaveOut = files.getByRole('button', { name: `Don’t cover, leave it out: ${card.name}` })

/** The form of a link that hides numbers. Its file was covered for an earlier link. */
async function renderForm(covers = earlier.covers) {
  const network = stubNetwork()
  const uploads = stubUploads()
  const withheld = [{ ...card, earlier: { ...earlier, covers } }]
  network.answer('POST', '/api/share/preview', sharePreview, { view: sampleView, withheld, undrawn: [] })
  network.reply('GET', `/api/upload/${card.fileId}/content`, () => new Response(writtenPdf(['884213'])))
  network.answer('POST', '/api/share', createdShare, sampleCreatedShare)
  network.answer('DELETE', `/api/upload/${picture.id}`, z.undefined(), undefined)
  const onCreated = vi.fn()
  const { unmount } = await renderInApp(
    <ShareForm options={{ credentials: [license], cycles: [] }} first={[license]} onCreated={onCreated} />,
  )
  await userEvent.click(page.getByText('Hide my numbers'))
  async function sent(): Promise<SentUpload> {
    await expect.poll(() => uploads.length, pdfLoading).toBe(1)
    const [upload] = uploads
    if (!upload) throw new Error('It was not sent')
    return upload
  }
  const redactionsSent = () =>
    network.sent('POST', '/api/share').map(({ body }) => (body as { redactions: unknown }).redactions)
  const deletions = () => network.sent('DELETE', `/api/upload/${picture.id}`).length
  return { sent, uploads, onCreated, unmount, redactionsSent, deletions }
}

async function renderCovered() {
  const rendered = await renderForm()
  ;(await rendered.sent()).answer(file, picture)
  await expect.element(edit).toBeVisible()
  return rendered
}

describe('a file that was covered for an earlier link', () => {
  test('is covered the same way without a tap, is shown, and is labeled', async () => {
    const { sent, onCreated, redactionsSent, deletions, unmount } = await renderForm()
    const upload = await sent()
    await expect.element(files).toMatchTextContent('Covering as in your link to Dana Cole on Nov 3, 2026…')
    upload.answer(file, picture)
    await expect
      .element(files)
      .toMatchTextContent('Covered as in your link to Dana Cole on Nov 3, 2026. Look closely')
    await expect
      .element(files.getByAltText('Covered page 1 of 1, opens larger'))
      .toHaveAttribute('src', `/api/upload/${picture.id}/preview?width=400`)
    await userEvent.click(create)
    await expect.poll(() => onCreated.mock.calls.length).toBe(1)
    expect(redactionsSent()).toEqual([
      [{ fileId: card.fileId, pictureIds: [picture.id], covers: earlier.covers }],
    ])
    await unmount()
    expect(deletions()).toBe(0)
  })

  test('has its boxes in the uploaded pixels', async () => {
    const { sent } = await renderForm()
    const uploaded = ((await sent()).body as FormData).get('file') as File
    const bitmap = await createImageBitmap(uploaded)
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    const context = canvas.getContext('2d')
    context?.drawImage(bitmap, 0, 0)
    const brightness = (y: number) =>
      context?.getImageData(bitmap.width / 2, Math.floor(y * bitmap.height), 1, 1).data[0]
    expect([brightness(0.1), brightness(0.45)]).toEqual([0, 0])
    expect(brightness(0.9)).toBeGreaterThan(200)
  })

  test('delays a link that is created meanwhile', async () => {
    const { sent, onCreated, redactionsSent } = await renderForm()
    const upload = await sent()
    await userEvent.click(create)
    expect(onCreated.mock.calls.length).toBe(0)
    upload.answer(file, picture)
    await expect.poll(() => onCreated.mock.calls.length).toBe(1)
    expect(redactionsSent()).toMatchObject([[{ pictureIds: [picture.id] }]])
  })

  test('can be left out, and its picture is deleted', async () => {
    const { onCreated, redactionsSent, deletions } = await renderCovered()
    await userEvent.click(leaveOut)
    await expect.element(files).toMatchTextContent('1 file is left out')
    await expect.poll(deletions).toBe(1)
    await userEvent.click(create)
    await expect.poll(() => onCreated.mock.calls.length).toBe(1)
    expect(redactionsSent()).toEqual([[]])
  })

  test('can be left out while it is being covered', async () => {
    const { sent, deletions } = await renderForm()
    const upload = await sent()
    await userEvent.click(leaveOut)
    upload.answer(file, picture)
    await expect.poll(deletions).toBe(1)
    await expect.element(files).toMatchTextContent('1 file is left out')
  })

  test('can be edited, starting with the same boxes', async () => {
    await renderCovered()
    await userEvent.click(edit)
    const dialog = page.getByRole('dialog')
    await expect.element(dialog.getByRole('button', { name: 'Box 1 of 1' }), pdfLoading).toBeVisible()
  })

  test('is left out if it cannot be covered, and no link is created before its owner sees that', async () => {
    const { sent, onCreated, redactionsSent } = await renderForm()
    const upload = await sent()
    await userEvent.click(create)
    upload.refuse('too_many_files')
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent('A file could not be covered as in your earlier link')
    await expect.element(files).toMatchTextContent('Could not be covered as in your link to Dana Cole')
    expect(onCreated.mock.calls.length).toBe(0)
    await userEvent.click(create)
    await expect.poll(() => onCreated.mock.calls.length).toBe(1)
    expect(redactionsSent()).toEqual([[]])
  })

  test('is not covered if the number of pages differs', async () => {
    const { uploads } = await renderForm([[], []])
    await expect
      .element(files, pdfLoading)
      .toMatchTextContent('Could not be covered as in your link to Dana Cole on Nov 3, 2026. Left out.')
    expect(uploads).toEqual([])
  })
})
