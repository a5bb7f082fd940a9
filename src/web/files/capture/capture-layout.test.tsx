import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { file } from '#shared/files/file.ts'
import { MAX_FILE_BYTES } from '#shared/files/file-limits.ts'
import { choose, chooser, renderCapture, rows, storedAs } from '#testing/web/capture-screen.tsx'
import { button } from '#testing/web/fields.ts'
import { sampleId } from '#testing/web/share-samples.ts'

describe('chosen files', () => {
  test('are uploaded at once, and can be removed', async () => {
    const { sent } = await renderCapture()
    await choose('card.pdf', 'back.jpg')
    await expect.element(rows.nth(1)).toMatchTextContent('back.jpgJPEG · 3 bytes · waiting')
    ;(await sent()).answer(file, storedAs('card.pdf'))
    await expect.element(rows.nth(0)).toMatchTextContent('card.pdfPDF · 3 bytes · uploaded')
    await userEvent.click(button('Remove card.pdf'))
    await expect.element(rows).toMatchTextContent('back.jpg')
    await expect.element(page.getByRole('group', { name: 'Documents' })).toHaveFocus()
  })

  test('that cannot be stored show the reason, and are not sent', async () => {
    const { uploads } = await renderCapture()
    await choose('notes.docx', 'card.pdf')
    await expect
      .element(rows.nth(0).getByRole('alert'))
      .toHaveTextContent('Not a PDF, JPEG, PNG, WebP or HEIC file.')
    await expect.poll(() => uploads.length).toBe(1)
    expect((uploads[0]?.body as FormData | undefined)?.get('file')).toMatchObject({ name: 'card.pdf' })
  })

  test('that are too large show an error, and are not sent', async () => {
    const { uploads } = await renderCapture()
    const large = new File(['abc'], 'scan.pdf')
    Object.defineProperty(large, 'size', { value: MAX_FILE_BYTES + 1 })
    const input = chooser()
    Object.defineProperty(input, 'files', { value: [large] })
    input?.dispatchEvent(new Event('change', { bubbles: true }))
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Larger than 25 MB. Choose a smaller file.')
    expect(uploads).toEqual([])
  })

  test('can be pasted', async () => {
    const { sent } = await renderCapture()
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['abc'], 'image.png', { type: 'image/png' }))
    window.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    await expect.element(rows).toMatchTextContent('image.png')
    expect(((await sent()).body as FormData).get('file')).toMatchObject({ name: 'image.png' })
  })

  test('are limited to twenty per credential, including those that it has', async () => {
    const { network, sent } = await renderCapture(Array.from({ length: 19 }, (_, at) => sampleId(at + 10)))
    await choose('one.pdf', 'two.pdf')
    await expect.element(button('Show one.pdf')).toBeVisible()
    await expect
      .element(page.getByText('You can attach at most 20 files. Remove one to add another.'))
      .toBeVisible()
    expect(rows.elements()).toHaveLength(20)
    expect(network.sent('GET', `/api/upload/${sampleId(10)}`)).toHaveLength(1)
    ;(await sent()).answer(file, storedAs('one.pdf'))
    await userEvent.click(button('Remove one.pdf'))
    await expect.element(button('Add files')).toBeVisible()
  })

  test('can be taken with a phone’s camera', async () => {
    await renderCapture()
    const camera = document.querySelector<HTMLInputElement>('input[type=file][capture]')
    expect(camera?.accept).toBe('image/*')
    expect(camera?.getAttribute('capture')).toBe('environment')
  })
})

describe('an upload', () => {
  test('shows its progress, and is announced when it ends', async () => {
    const { sent } = await renderCapture()
    await choose('card.pdf')
    const upload = await sent()
    expect([upload.method, upload.url]).toEqual(['POST', '/api/upload'])
    upload.progress(1, 4)
    await expect.element(rows).toMatchTextContent('uploading, 25%')
    await expect
      .element(page.getByRole('progressbar', { name: 'Uploading card.pdf' }))
      .toHaveAttribute('value', '0.25')
    upload.answer(file, storedAs('card.pdf'))
    await expect.element(rows).toMatchTextContent('· uploaded')
    await expect.element(page.getByRole('status').first()).toHaveTextContent('1 file uploaded')
    await expect.element(button('Add files')).toBeVisible()
  })

  test('of several files sends one at a time, each with its own key', async () => {
    const { sent, uploads } = await renderCapture()
    await choose('front.pdf', 'back.pdf')
    ;(await sent(0)).answer(file, storedAs('front.pdf', 1))
    const second = await sent(1)
    expect(uploads).toHaveLength(2)
    second.answer(file, storedAs('back.pdf', 2))
    await expect.element(page.getByRole('status').first()).toHaveTextContent('2 files uploaded')
    const keys = uploads.map(({ headers }) => headers['idempotency-key'])
    expect(new Set(keys).size).toBe(2)
  })

  test('can be cancelled, and sent again', async () => {
    const { sent, uploads } = await renderCapture()
    await choose('card.pdf')
    const first = await sent()
    await userEvent.click(button('Cancel uploading card.pdf'))
    expect(first.isAborted()).toBe(true)
    await expect.element(rows).toMatchTextContent('not uploaded')
    await userEvent.click(button('Try again: card.pdf'))
    ;(await sent(1)).answer(file, storedAs('card.pdf'))
    await expect.element(rows).toMatchTextContent('· uploaded')
    expect(uploads).toHaveLength(2)
  })

  test('is stopped when the page is left', async () => {
    const { sent, unmount } = await renderCapture()
    await choose('card.pdf')
    const upload = await sent()
    await unmount()
    expect(upload.isAborted()).toBe(true)
  })
})

describe('a failed upload', () => {
  const renderFailed = async (
    fail: (upload: Awaited<ReturnType<Awaited<ReturnType<typeof renderCapture>>['sent']>>) => void,
  ) => {
    const rendered = await renderCapture()
    await choose('card.pdf')
    fail(await rendered.sent())
    await expect.element(page.getByRole('alert')).toBeVisible()
    return rendered
  }

  test('after a lost connection is retried with the same key', async () => {
    const { sent, uploads } = await renderFailed((upload) => upload.disconnect())
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('The connection was lost during the upload. Try again.')
    await userEvent.click(button('Try again: card.pdf'))
    ;(await sent(1)).answer(file, storedAs('card.pdf'))
    await expect.element(rows).toMatchTextContent('· uploaded')
    expect(uploads[1]?.headers).toEqual(uploads[0]?.headers)
  })

  test.each([
    ['uploads_running', 'You have too many uploads in progress.'],
    ['too_slow', 'Your upload was too slow and timed out.'],
    ['not_authenticated', 'User not authenticated'],
    ['unavailable', 'Lanyard cannot reach its database or files right now.'],
    ['storage_full', 'The disk of this installation is full.'],
  ] as const)('can be tried again after %s', async (code, words) => {
    await renderFailed((upload) => upload.refuse(code))
    await expect.element(page.getByRole('alert')).toMatchTextContent(words)
    await expect.element(button('Try again: card.pdf')).toBeVisible()
  })

  test.each([
    ['file_too_large', {}, 'This file is larger than 25 MB.'],
    ['file_kind_refused', {}, 'The contents of this file are something else.'],
    ['too_many_files', {}, 'A vault holds at most 5 GB of files'],
    ['invalid', { errors: [{ path: 'file', message: 'This PDF is cut off' }] }, 'This PDF is cut off'],
  ] as const)('is final after %s, and says what is wrong with the file', async (code, details, words) => {
    await renderFailed((upload) =>
      upload.refuse(code, details as { errors?: { path: string; message: string }[] }),
    )
    await expect.element(page.getByRole('alert')).toMatchTextContent(words)
    await expect.element(button('Try again: card.pdf')).not.toBeInTheDocument()
    await expect.element(button('Remove card.pdf')).toBeVisible()
  })

  test('does not stop the files after it', async () => {
    const { sent } = await renderCapture()
    await choose('front.pdf', 'back.pdf')
    ;(await sent(0)).refuse('file_kind_refused')
    ;(await sent(1)).answer(file, storedAs('back.pdf'))
    await expect.element(rows.nth(1)).toMatchTextContent('· uploaded')
    await expect.element(rows.nth(0)).toMatchTextContent('The contents of this file are something else.')
  })
})

describe('saving a credential', () => {
  test('waits for files that are still uploading, and sends cancelled ones', async () => {
    const { sent, onSettle } = await renderCapture()
    await choose('card.pdf')
    await sent()
    await userEvent.click(button('Cancel uploading card.pdf'))
    await userEvent.click(button('Save'))
    ;(await sent(1)).answer(file, storedAs('card.pdf'))
    await expect(onSettle.mock.calls[0]?.[0]).resolves.toEqual([sampleId(1)])
  })

  test('stops when one fails again', async () => {
    const { sent, onSettle } = await renderCapture()
    await choose('card.pdf')
    ;(await sent()).disconnect()
    await expect.element(page.getByRole('alert')).toBeVisible()
    await userEvent.click(button('Save'))
    ;(await sent(1)).disconnect()
    await expect(onSettle.mock.calls[0]?.[0]).rejects.toThrow('Not every file was uploaded.')
  })
})
