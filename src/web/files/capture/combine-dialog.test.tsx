import { PDFDocument } from '@cantoo/pdf-lib'
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button } from '#testing/web/fields.ts'
import { jpegFile } from '#testing/web/pictures.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { sampleId } from '#testing/web/share-samples.ts'
import type { Upload } from '#web/files/use-uploads.ts'
import { CombineDialog } from './combine-dialog.tsx'

const rows = page.getByRole('list', { name: 'Pages' }).getByRole('listitem')

async function pdfFile(name: string, pages: number) {
  const pdf = await PDFDocument.create()
  for (let nth = 0; nth < pages; nth += 1) pdf.addPage([612, 792])
  return new File([(await pdf.save()) as Uint8Array<ArrayBuffer>], name, { type: 'application/pdf' })
}

function storedUpload(file: File, nth: number): Upload {
  const { name, size, type } = file
  return { key: sampleId(nth), id: sampleId(nth), name, size, mimeType: type, state: 'sent', file }
}

/** A wide photo, a tall photo and a letter of two pages. */
async function renderDialog(files?: File[]) {
  const chosen = files ?? [
    await jpegFile('front.jpg', 400, 200, ['#f00', '#00f']),
    await jpegFile('back.jpg', 200, 400, ['#0f0', '#fff']),
    await pdfFile('letter.pdf', 2),
  ]
  const onDone = vi.fn<(pdf: File) => void>()
  const onClose = vi.fn()
  const uploads = chosen.map((file, at) => storedUpload(file, at + 1))
  await renderInApp(<CombineDialog uploads={uploads} onDone={onDone} onClose={onClose} />)
  await expect.element(page.getByRole('dialog')).toBeVisible()
  const made = async () => {
    await expect.poll(() => onDone.mock.calls.length).toBe(1)
    const [pdf] = onDone.mock.calls[0] ?? []
    if (!pdf) throw new Error('There is no PDF')
    expect(onClose).toHaveBeenCalledOnce()
    const { name, type } = pdf
    const opened = await PDFDocument.load(await pdf.arrayBuffer())
    const sizes = opened.getPages().map((one) => {
      const { width, height } = one.getSize()
      return [Math.round(width), Math.round(height), one.getRotation().angle]
    })
    return { name, type, sizes }
  }
  return { made, onDone }
}

const names = () => rows.elements().map((row) => row.textContent?.replace(/^.*?(Page \d)/, '$1'))

describe('combining files', () => {
  test('makes one PDF of all pages in order: pictures scaled to letter height, pages unchanged', async () => {
    const { made } = await renderDialog()
    await expect
      .poll(names)
      .toEqual(['Page 1front.jpg', 'Page 2back.jpg', 'Page 3letter.pdf, page 1', 'Page 4letter.pdf, page 2'])
    await userEvent.click(button('Create a PDF of 4 pages'))
    expect(await made()).toEqual({
      name: 'Combined, 4 pages.pdf',
      type: 'application/pdf',
      sizes: [
        [792, 396, 0],
        [396, 792, 0],
        [612, 792, 0],
        [612, 792, 0],
      ],
    })
  })

  test('follows the order and the rotation, without pages that were left out', async () => {
    const { made } = await renderDialog()
    await userEvent.click(button('Move Page 2 up'))
    await expect.poll(() => names()[0]).toBe('Page 1back.jpg')
    await userEvent.click(button('Rotate Page 1'))
    await userEvent.click(button('Leave out Page 4'))
    await userEvent.click(button('Rotate Page 3'))
    await userEvent.click(button('Create a PDF of 3 pages'))
    expect((await made()).sizes).toEqual([
      [792, 396, 0],
      [792, 396, 0],
      [612, 792, 90],
    ])
  })

  test('can be reordered by dragging a page', async () => {
    await renderDialog()
    await expect.element(rows.first()).toBeVisible()
    await userEvent.dragAndDrop(rows.first(), rows.nth(1))
    await expect.poll(() => names().slice(0, 2)).toEqual(['Page 1back.jpg', 'Page 2front.jpg'])
  })

  test('reports a file that cannot be opened, and combines the others', async () => {
    const broken = new File(['abc'], 'broken.pdf', { type: 'application/pdf' })
    const { made } = await renderDialog([await pdfFile('letter.pdf', 1), broken])
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Left out, because it cannot be opened here: broken.pdf.')
    await userEvent.click(button('Create a PDF of 1 page'))
    expect((await made()).sizes).toEqual([[612, 792, 0]])
  })
})
