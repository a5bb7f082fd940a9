import { useRef } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { file, MAX_FILE_BYTES, type File as StoredFile } from '#shared/files/file.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { sampleId, sampleNow } from '#testing/web/share-samples.ts'
import { stubUploads } from '#testing/web/uploads.ts'
import { useUploads } from '#web/files/use-uploads.ts'
import { CaptureLayout } from './capture-layout.tsx'

const rows = page.getByRole('list', { name: 'Files' }).getByRole('listitem')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const chooser = () => document.querySelector<HTMLInputElement>('input[type=file][multiple]')

const storedAs = (name: string, nth = 1): StoredFile => ({
  id: sampleId(nth),
  name,
  size: 3,
  mimeType: 'application/pdf',
  sha256: 'a',
  resourceType: null,
  resourceId: null,
  createdAt: sampleNow,
})

function Screen({ ids, onSettle }: { ids: string[]; onSettle(result: Promise<string[]>): void }) {
  const files = useUploads(ids)
  const settle = useRef(files.settle)
  settle.current = files.settle
  return (
    <CaptureLayout files={files}>
      <button type="button" onClick={() => onSettle(settle.current())}>
        Save
      </button>
    </CaptureLayout>
  )
}

async function renderPicker(ids: string[] = []) {
  const network = stubNetwork()
  for (const [at, id] of ids.entries()) {
    network.answer('GET', `/api/upload/${id}`, file, { ...storedAs(`${at + 10}.pdf`), id })
    network.reply('GET', `/api/upload/${id}/content`, () => new Response(null, { status: 404 }))
  }
  const uploads = stubUploads()
  const onSettle = vi.fn((result: Promise<string[]>) => void result.catch(() => {}))
  const rendered = await renderInApp(<Screen ids={ids} onSettle={onSettle} />)
  await expect.element(page.getByRole('group', { name: 'Documents' })).toBeVisible()
  /** Waits for the nth request of the page. */
  async function sent(nth = 0) {
    await expect.poll(() => uploads.length).toBeGreaterThan(nth)
    const upload = uploads[nth]
    if (!upload) throw new Error('It was not sent')
    return upload
  }
  return { network, uploads, sent, onSettle, ...rendered }
}

async function choose(...names: string[]) {
  const input = chooser()
  if (!input) throw new Error('There is nothing to choose files with')
  await userEvent.upload(
    input,
    names.map((name) => new File(['abc'], name)),
  )
}

describe('chosen files', () => {
  test('are uploaded at once, and can be removed', async () => {
    const { sent } = await renderPicker()
    await choose('card.pdf', 'back.jpg')
    await expect.element(rows.nth(1)).toMatchTextContent('back.jpgJPEG · 3 bytes · waiting')
    ;(await sent()).answer(file, storedAs('card.pdf'))
    await expect.element(rows.nth(0)).toMatchTextContent('card.pdfPDF · 3 bytes · uploaded')
    await userEvent.click(button('Remove card.pdf'))
    await expect.element(rows).toMatchTextContent('back.jpg')
    await expect.element(page.getByRole('group', { name: 'Documents' })).toHaveFocus()
  })

  test('that cannot be stored say why, and are not sent', async () => {
    const { uploads } = await renderPicker()
    await choose('notes.docx', 'card.pdf')
    await expect
      .element(rows.nth(0).getByRole('alert'))
      .toHaveTextContent('Not a PDF, JPEG, PNG, WebP or HEIC file.')
    await expect.poll(() => uploads.length).toBe(1)
    expect((uploads[0]?.body as FormData | undefined)?.get('file')).toMatchObject({ name: 'card.pdf' })
  })

  test('that are too large say so, and are not sent', async () => {
    const { uploads } = await renderPicker()
    const large = new File(['abc'], 'scan.pdf')
    Object.defineProperty(large, 'size', { value: MAX_FILE_BYTES + 1 })
    const input = chooser()
    Object.defineProperty(input, 'files', { value: [large] })
    input?.dispatchEvent(new Event('change', { bubbles: true }))
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Larger than 25 MiB. Choose a smaller file.')
    expect(uploads).toEqual([])
  })

  test('can be pasted', async () => {
    const { sent } = await renderPicker()
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['abc'], 'image.png', { type: 'image/png' }))
    window.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    await expect.element(rows).toMatchTextContent('image.png')
    expect(((await sent()).body as FormData).get('file')).toMatchObject({ name: 'image.png' })
  })

  test('are at most twenty for one credential, including those that it has', async () => {
    const { network, sent } = await renderPicker(Array.from({ length: 19 }, (_, at) => sampleId(at + 10)))
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
    await renderPicker()
    const camera = document.querySelector<HTMLInputElement>('input[type=file][capture]')
    expect(camera?.accept).toBe('image/*')
    expect(camera?.getAttribute('capture')).toBe('environment')
  })
})

describe('an upload', () => {
  test('shows its progress, and is announced when it ends', async () => {
    const { sent } = await renderPicker()
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

  test('of several files sends one after the other, each with its own key', async () => {
    const { sent, uploads } = await renderPicker()
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
    const { sent, uploads } = await renderPicker()
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
    const { sent, unmount } = await renderPicker()
    await choose('card.pdf')
    const upload = await sent()
    await unmount()
    expect(upload.isAborted()).toBe(true)
  })
})

describe('a failed upload', () => {
  const renderFailed = async (
    fail: (upload: Awaited<ReturnType<Awaited<ReturnType<typeof renderPicker>>['sent']>>) => void,
  ) => {
    const rendered = await renderPicker()
    await choose('card.pdf')
    fail(await rendered.sent())
    await expect.element(page.getByRole('alert')).toBeVisible()
    return rendered
  }

  test('after a lost connection is tried again under the same key', async () => {
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
    ['file_too_large', {}, 'This file is larger than 25 MiB.'],
    ['file_kind_refused', {}, 'The contents of this file are something else.'],
    ['too_many_files', {}, 'A vault holds at most 5 GiB of files'],
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
    const { sent } = await renderPicker()
    await choose('front.pdf', 'back.pdf')
    ;(await sent(0)).refuse('file_kind_refused')
    ;(await sent(1)).answer(file, storedAs('back.pdf'))
    await expect.element(rows.nth(1)).toMatchTextContent('· uploaded')
    await expect.element(rows.nth(0)).toMatchTextContent('The contents of this file are something else.')
  })
})

describe('saving a credential', () => {
  test('waits for files that are still uploading, and sends cancelled ones', async () => {
    const { sent, onSettle } = await renderPicker()
    await choose('card.pdf')
    await sent()
    await userEvent.click(button('Cancel uploading card.pdf'))
    await userEvent.click(button('Save'))
    ;(await sent(1)).answer(file, storedAs('card.pdf'))
    await expect(onSettle.mock.calls[0]?.[0]).resolves.toEqual([sampleId(1)])
  })

  test('stops when one failed again', async () => {
    const { sent, onSettle } = await renderPicker()
    await choose('card.pdf')
    ;(await sent()).disconnect()
    await expect.element(page.getByRole('alert')).toBeVisible()
    await userEvent.click(button('Save'))
    ;(await sent(1)).disconnect()
    await expect(onSettle.mock.calls[0]?.[0]).rejects.toThrow('Not every file was uploaded.')
  })
})

describe('two pictures of one card', () => {
  const choosePhotos = async () => {
    const rendered = await renderPicker()
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

describe('the files that a record has', () => {
  test('are named, and come back after they were removed', async () => {
    const { onSettle } = await renderPicker([sampleId(10), sampleId(11)])
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
  test('can be enlarged and folded away', async () => {
    await renderPicker([sampleId(10)])
    const frame = page.getByRole('region', { name: 'Document: 10.pdf' })
    await expect.element(frame).toBeVisible()
    await expect.element(button('Zoom out')).toBeDisabled()
    await userEvent.click(button('Zoom in'))
    await expect.element(button('Zoom out')).toBeEnabled()
    await userEvent.click(button('Zoom out'))
    await expect.element(button('Zoom out')).toBeDisabled()
  })
})
