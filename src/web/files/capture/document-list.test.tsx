import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { file } from '#shared/files/file.ts'
import { choose, renderCapture, rows, storedAs } from '#testing/web/capture-screen.tsx'
import { button } from '#testing/web/fields.ts'
import { sampleId } from '#testing/web/share-samples.ts'

describe('two pictures of one card', () => {
  const choosePhotos = async () => {
    const rendered = await renderCapture()
    await choose('IMG_1.jpg', 'IMG_2.jpg')
    ;(await rendered.sent(0)).answer(file, { ...storedAs('IMG_1.jpg', 1), mimeType: 'image/jpeg' })
    ;(await rendered.sent(1)).answer(file, { ...storedAs('IMG_2.jpg', 2), mimeType: 'image/jpeg' })
    return rendered
  }

  test('are its front and its back, and can be swapped', async () => {
    const { onSettle } = await choosePhotos()
    await expect.element(rows.nth(0)).toMatchTextContent('Front · IMG_1.jpg')
    await expect.element(rows.nth(1)).toMatchTextContent('Back · IMG_2.jpg')
    await userEvent.click(button('Swap front and back'))
    await expect.element(rows.nth(0)).toMatchTextContent('Front · IMG_2.jpg')
    await userEvent.click(button('Save'))
    await expect(onSettle.mock.calls[0]?.[0]).resolves.toEqual([sampleId(2), sampleId(1)])
  })

  test('are offered as one PDF when both are uploaded', async () => {
    await choosePhotos()
    await expect.element(button('Combine into one PDF')).toBeVisible()
    await userEvent.click(button('Remove IMG_2.jpg'))
    await expect.element(button('Combine into one PDF')).not.toBeInTheDocument()
  })
})

describe('the files of a record', () => {
  test('are listed, and can be restored after they were removed', async () => {
    const { onSettle } = await renderCapture([sampleId(10), sampleId(11)])
    await expect.element(rows.nth(0)).toMatchTextContent('Main file · 10.pdf')
    await userEvent.click(button('Move 11.pdf up'))
    await expect.element(rows.nth(0)).toMatchTextContent('Main file · 11.pdf')
    await userEvent.click(button('Remove 11.pdf'))
    await expect.element(page.getByText(/^Removed when you save\./)).toBeVisible()
    await userEvent.click(button('Undo'))
    await userEvent.click(button('Save'))
    await expect(onSettle.mock.calls[0]?.[0]).resolves.toEqual([sampleId(10), sampleId(11)])
  })
})

describe('the document', () => {
  test('can be enlarged and collapsed', async () => {
    await renderCapture([sampleId(10)])
    const frame = page.getByRole('region', { name: 'Document: 10.pdf' })
    await expect.element(frame).toBeVisible()
    await expect.element(button('Zoom out')).toBeDisabled()
    await userEvent.click(button('Zoom in'))
    await expect.element(button('Zoom out')).toBeEnabled()
    await userEvent.click(button('Zoom out'))
    await expect.element(button('Zoom out')).toBeDisabled()
  })
})
