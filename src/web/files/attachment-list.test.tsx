import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { file, type File as StoredFile } from '#shared/files/file.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { sampleId, sampleNow } from '#testing/web/share-samples.ts'
import { pdfLoading, writtenPdf } from '#testing/web/written-pdf.ts'
import { AttachmentList } from './attachment-list.tsx'

const letter: StoredFile = {
  id: sampleId(1),
  name: 'letter.pdf',
  size: 348_160,
  mimeType: 'application/pdf',
  sha256: 'a',
  resourceType: 'license',
  resourceId: sampleId(9),
  createdAt: sampleNow,
}
const photo: StoredFile = { ...letter, id: sampleId(2), name: 'card.heic', mimeType: 'image/heic' }

const dialog = page.getByRole('dialog')
const attachments = page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')
const contentPath = `/api/upload/${letter.id}/content`

async function renderFiles(files: StoredFile[], pages = ['Texas Board of Nursing', 'Terms']) {
  const network = stubNetwork()
  for (const one of files) network.answer('GET', `/api/upload/${one.id}`, file, one)
  network.reply('GET', contentPath, () => new Response(writtenPdf(pages)))
  const rendered = await renderInApp(<AttachmentList fileIds={files.map(({ id }) => id)} />)
  return { network, ...rendered }
}

describe('the files of a credential', () => {
  test('show their first page, a description and a download of the original', async () => {
    await renderFiles([letter])
    await expect
      .element(attachments.getByRole('img', { name: 'Page 1 of 2 of letter.pdf' }), pdfLoading)
      .toBeInTheDocument()
    await expect.element(attachments.getByText('Texas Board of Nursing')).toBeInTheDocument()
    expect(attachments.getByRole('img').elements()).toHaveLength(1)
    await expect.element(attachments).toMatchTextContent('PDF · 340 KB')
    const download = attachments.getByRole('link', { name: 'Download letter.pdf' })
    await expect.element(download).toHaveAttribute('href', contentPath)
    await expect.element(download).toHaveAttribute('download', 'letter.pdf')
  })

  test('are shown as the front and the back if they are two pictures', async () => {
    await renderFiles([
      { ...photo, name: 'one.jpg', mimeType: 'image/jpeg' },
      { ...photo, id: sampleId(3), name: 'two.jpg', mimeType: 'image/jpeg' },
    ])
    await expect.element(attachments.nth(0)).toMatchTextContent('Front · one.jpg')
    await expect.element(attachments.nth(1)).toMatchTextContent('Back · two.jpg')
  })

  test('open in full size, with every page, and close with Escape', async () => {
    await renderFiles([letter])
    const open = page.getByRole('button', { name: 'Open letter.pdf' })
    await expect.element(open).toBeVisible()
    open.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog).toHaveAccessibleName('letter.pdf')
    await expect.element(dialog.getByText('Terms')).toBeInTheDocument()
    await expect
      .element(dialog.getByRole('link', { name: 'Download original' }))
      .toHaveAttribute('href', contentPath)
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(open).toHaveFocus()
  })

  test('with very many pages show how many are hidden', async () => {
    await renderFiles(
      [letter],
      Array.from({ length: 61 }, (_, nth) => `Page number ${nth + 1}`),
    )
    await userEvent.click(page.getByRole('button', { name: 'Open letter.pdf' }))
    await expect
      .element(dialog.getByText('1 more page is not shown. Download the file to see all of it.'))
      .toBeInTheDocument()
  })

  test('that cannot be displayed show a message, and can still be downloaded', async () => {
    const { network } = await renderFiles([])
    await expect.element(page.getByRole('list', { name: 'Attachments' })).not.toBeInTheDocument()
    network.answer('GET', `/api/upload/${letter.id}`, file, letter)
    network.answer('GET', `/api/upload/${photo.id}`, file, photo)
    network.reply('GET', contentPath, () => new Response('not a PDF'))
    await renderInApp(<AttachmentList fileIds={[letter.id, photo.id]} />)
    await expect
      .element(page.getByText('This PDF cannot be displayed. Download it to view it.'))
      .toBeVisible()
    await expect
      .element(page.getByText('This image cannot be displayed. Download it to view it.'))
      .toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Download card.heic' })).toBeVisible()
  })

  test('that did not load can be loaded again, but not a deleted one', async () => {
    const network = stubNetwork()
    network.refuse('GET', `/api/upload/${letter.id}`, 'file_not_owned')
    network.refuse('GET', `/api/upload/${photo.id}`, 'file_not_found')
    network.reply('GET', contentPath, () => new Response(writtenPdf(['Texas Board of Nursing'])))
    await renderInApp(<AttachmentList fileIds={[letter.id, photo.id]} />)
    await expect.element(attachments.nth(1)).toHaveTextContent('This file could not be loaded.')
    await expect.element(attachments.nth(0)).toMatchTextContent('This file could not be loaded.')
    network.answer('GET', `/api/upload/${letter.id}`, file, letter)
    await userEvent.click(page.getByRole('button', { name: 'Try again' }))
    await expect.element(attachments.nth(0)).toMatchTextContent('letter.pdf')
  })
})
