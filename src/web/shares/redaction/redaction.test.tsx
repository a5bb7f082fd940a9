import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { z } from 'zod'
import { file, type File as StoredFile } from '#shared/files/file.ts'
import { createdShare } from '#shared/shares/share.ts'
import { sharePreview } from '#shared/shares/view.ts'
import { type NetworkStub, stubNetwork } from '#testing/web/network.ts'
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
const card = { fileId: sampleId(21), name: 'Card TX-884213.pdf', kind: 'pdf' as const, earlier: null }
const contentPath = `/api/upload/${card.fileId}/content`

const dialog = page.getByRole('dialog')
const button = (name: string | RegExp) => page.getByRole('button', { name })
const inDialog = (name: string) => dialog.getByRole('button', { name, exact: true })
const withheld = page.getByRole('region', { name: 'Files and hidden numbers' })
const cover = button(/^Cover the number and share a picture/)
const preview = inDialog('Cover and preview')
const noNumber = dialog.getByText(/^This (file|page) shows no number$/)

const pictureOf = (nth: number): StoredFile => ({
  id: sampleId(30 + nth),
  name: `page-${nth}.jpg`,
  size: 1000,
  mimeType: 'image/jpeg',
  sha256: 'a',
  resourceType: null,
  resourceId: null,
  createdAt: sampleNow,
})
const picturePath = (nth: number) => `/api/upload/${pictureOf(nth).id}`
const deletions = (network: NetworkStub, nth: number) =>
  network.sent('DELETE', picturePath(nth)).map(({ query }) => query)

function answerWithheld(network: NetworkStub, files: (typeof card)[]) {
  network.answer('POST', '/api/share/preview', sharePreview, {
    view: sampleView,
    withheld: files,
    undrawn: [],
  })
}

/** The form of a link that hides numbers, with one file that has these `pages`. */
async function renderForm(pages: string[]) {
  const network = stubNetwork()
  const uploads = stubUploads()
  answerWithheld(network, [card])
  network.reply('GET', contentPath, () => new Response(writtenPdf(pages)))
  network.answer('POST', '/api/share', createdShare, sampleCreatedShare)
  for (const nth of [1, 2, 3]) network.answer('DELETE', picturePath(nth), z.undefined(), undefined)
  const onCreated = vi.fn()
  const rendered = await renderInApp(
    <ShareForm options={{ credentials: [license], cycles: [] }} first={[license]} onCreated={onCreated} />,
  )
  await userEvent.click(page.getByText('Hide my numbers'))
  await expect.element(withheld).toMatchTextContent('1 file is left out')
  /** The nth picture, once the page has sent it. */
  async function sent(nth: number): Promise<SentUpload> {
    await expect.poll(() => uploads.length).toBeGreaterThanOrEqual(nth)
    const upload = uploads[nth - 1]
    if (!upload) throw new Error('It was not sent')
    return upload
  }
  return { network, uploads, sent, onCreated, ...rendered }
}

async function renderEditor(pages = ['Number 884213']) {
  const rendered = await renderForm(pages)
  await userEvent.click(cover)
  await expect
    .element(dialog.getByRole('img', { name: `Page 1 of ${pages.length} of ${card.name}` }), pdfLoading)
    .toBeVisible()
  return rendered
}

/** Uploads the first page covered, and opens the preview for visitors. */
async function renderCovered() {
  const rendered = await renderEditor()
  await userEvent.click(inDialog('Add a box'))
  await userEvent.click(preview)
  ;(await rendered.sent(1)).answer(file, pictureOf(1))
  await expect.element(inDialog('Use this picture')).toBeVisible()
  return rendered
}

/** The brightness at these points of a sent picture, from 0 for black to 255. Points are fractions of its size. */
async function brightnessAt({ body }: SentUpload, ...points: [x: number, y: number][]): Promise<number[]> {
  const picture = (body as FormData).get('file') as File
  const bitmap = await createImageBitmap(picture)
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  const context = canvas.getContext('2d')
  context?.drawImage(bitmap, 0, 0)
  return points.map(([x, y]) => {
    const pixel = context?.getImageData(
      Math.floor(x * bitmap.width),
      Math.floor(y * bitmap.height),
      1,
      1,
    ).data
    return Math.max(...(pixel?.slice(0, 3) ?? [-1]))
  })
}

describe('files withheld because of hidden numbers', () => {
  test('are counted, and left out until they are covered', async () => {
    const { network, onCreated } = await renderForm(['Number 884213'])
    await expect.element(withheld).toMatchTextContent('Card TX-884213.pdfLeft out')
    await userEvent.click(page.getByRole('main').getByRole('button', { name: 'Create link' }))
    await expect.poll(() => onCreated.mock.calls.length).toBe(1)
    expect(network.sent('POST', '/api/share')[0]?.body).toMatchObject({
      masks: { hideNumber: true },
      redactions: [],
    })
  })

  test('are not listed while all files are left out', async () => {
    await renderForm(['Number 884213'])
    await userEvent.click(page.getByText('Include files'))
    await expect.element(withheld).not.toBeInTheDocument()
  })

  test('show an error when they did not load, and load again', async () => {
    const network = stubNetwork()
    network.refuse('POST', '/api/share/preview', 'license_not_owned')
    await renderInApp(
      <ShareForm options={{ credentials: [license], cycles: [] }} first={[license]} onCreated={() => {}} />,
    )
    await userEvent.click(page.getByText('Hide my numbers'))
    await expect.element(page.getByRole('alert')).toMatchTextContent('Unauthorized access to license')
    answerWithheld(network, [])
    await userEvent.click(button('Try again'))
    await expect.element(withheld).toMatchTextContent('These items have no files, so nothing is left out.')
  })
})

describe('covering a number', () => {
  test('requires a box, or a confirmation that there is no number', async () => {
    const { uploads } = await renderEditor()
    await userEvent.click(preview)
    await expect
      .element(dialog.getByText('Draw a box over the number, or confirm that there is none.'))
      .toBeVisible()
    await expect.element(dialog.getByRole('checkbox')).toHaveFocus()
    expect(uploads).toEqual([])
  })

  test('draws with the mouse, and the picture has nothing of what is under the box', async () => {
    const { sent } = await renderEditor()
    const surface = dialog.getByRole('img').element().parentElement
    if (!surface) throw new Error('There is nothing to draw on')
    const { left, top, width, height } = surface.getBoundingClientRect()
    const at = (type: string, x: number, y: number) =>
      surface.dispatchEvent(
        new PointerEvent(type, {
          bubbles: true,
          isPrimary: true,
          pointerId: 1,
          clientX: left + x * width,
          clientY: top + y * height,
        }),
      )
    vi.spyOn(Element.prototype, 'setPointerCapture').mockReturnValue()
    at('pointerdown', 0.1, 0.05)
    at('pointermove', 0.5, 0.1)
    at('pointerup', 0.9, 0.2)
    await expect.element(inDialog('Box 1 of 1')).toHaveFocus()
    await userEvent.click(preview)
    const upload = await sent(1)
    const picture = (upload.body as FormData).get('file') as File
    expect([picture.name, picture.type]).toEqual(['page-1-of-1.jpg', 'image/jpeg'])
    const [covered, free] = await brightnessAt(upload, [0.2, 0.11], [0.5, 0.5])
    expect(covered).toBeLessThan(16)
    expect(free).toBeGreaterThan(240)
  })

  test('works with the keyboard alone, and announces where each box is', async () => {
    await renderEditor()
    inDialog('Add a box').element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(inDialog('Box 1 of 1')).toHaveFocus()
    await userEvent.keyboard('{ArrowUp}{ArrowLeft}{Shift>}{ArrowRight}{ArrowDown}{/Shift}')
    await expect
      .element(dialog.getByText('Box 1: 29% from the left, 44% from the top, 41% wide, 9% high.'))
      .toBeInTheDocument()
    await userEvent.click(inDialog('Add a box'))
    await userEvent.keyboard('{Delete}')
    await expect.element(inDialog('Box 2 of 2')).not.toBeInTheDocument()
    await expect.element(dialog.getByText('Box 2 removed.')).toBeInTheDocument()
    await expect.element(inDialog('Box 1 of 1')).toBeVisible()
  })

  test('can be undone, repeated key presses at once', async () => {
    await renderEditor()
    await expect.element(inDialog('Undo')).toBeDisabled()
    await userEvent.click(inDialog('Add a box'))
    const box = inDialog('Box 1 of 1')
    await expect.element(box).toHaveStyle({ left: '30%' })
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
    expect(Number.parseFloat((box.element() as HTMLElement).style.left)).toBeCloseTo(33)
    await userEvent.click(inDialog('Undo'))
    expect(Number.parseFloat((box.element() as HTMLElement).style.left)).toBeCloseTo(30)
    await userEvent.click(inDialog('Undo'))
    await expect.element(box).not.toBeInTheDocument()
    await expect.element(inDialog('Undo')).toBeDisabled()
  })

  test('removes the selected box, and keeps the focus on the page', async () => {
    await renderEditor()
    await userEvent.click(inDialog('Add a box'))
    await userEvent.click(inDialog('Remove box'))
    await expect.element(inDialog('Box 1 of 1')).not.toBeInTheDocument()
    await expect.element(inDialog('Remove box')).toBeDisabled()
    expect(document.activeElement).toBe(dialog.getByRole('img').element().parentElement)
  })
})

describe('a file with several pages', () => {
  const pages = ['Number 884213', 'Terms']

  test('is reviewed page by page before anything is uploaded', async () => {
    const { sent, uploads } = await renderEditor(pages)
    await expect.element(dialog.getByText('2 left to review')).toBeVisible()
    await userEvent.click(inDialog('Add a box'))
    await userEvent.click(preview)
    await expect.element(dialog.getByText('Page 2 of 2', { exact: true })).toBeVisible()
    expect(uploads).toEqual([])
    await userEvent.click(noNumber)
    await expect.element(dialog.getByText('All pages reviewed')).toBeVisible()
    await userEvent.click(preview)
    const first = await sent(1)
    await expect.element(dialog.getByText('Uploading page 1 of 2…')).toBeVisible()
    first.answer(file, pictureOf(1))
    ;(await sent(2)).answer(file, pictureOf(2))
    await userEvent.click(inDialog('Use these pictures'))
    await expect.element(withheld).toMatchTextContent('Shared as 2 covered pictures')
  })

  test('goes back to the page whose box was undone', async () => {
    await renderEditor(pages)
    await userEvent.click(inDialog('Add a box'))
    await userEvent.click(inDialog('Next page'))
    await expect.element(inDialog('Next page')).toBeDisabled()
    await userEvent.click(inDialog('Undo'))
    await expect.element(dialog.getByText('Page 1 of 2', { exact: true })).toBeVisible()
    await expect.element(dialog.getByText('2 left to review')).toBeVisible()
  })

  test('can have at most twenty pages covered, and shows the limit', async () => {
    await renderEditor(Array.from({ length: 21 }, (_, nth) => `Page number ${nth + 1}`))
    await expect
      .element(dialog.getByText(/^Only the first 20 of the 21 pages can be shared this way\./))
      .toBeVisible()
  })

  test('leaves no picture when the upload of a later page fails, and keeps the boxes', async () => {
    const { sent, network } = await renderEditor(pages)
    await userEvent.click(inDialog('Add a box'))
    await userEvent.click(inDialog('Next page'))
    await userEvent.click(noNumber)
    await userEvent.click(preview)
    ;(await sent(1)).answer(file, pictureOf(1))
    ;(await sent(2)).refuse('too_many_files')
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('A vault holds at most 5 GB of files')
    await expect.poll(() => deletions(network, 1)).toEqual([{ forever: 'true' }])
    await userEvent.click(inDialog('Previous page'))
    await expect.element(inDialog('Box 1 of 1')).toBeVisible()
  })
})

describe('covered pictures', () => {
  test('are sent with the link, and then belong to it', async () => {
    const { network, onCreated, unmount } = await renderCovered()
    await userEvent.click(inDialog('Use this picture'))
    await expect
      .element(withheld)
      .toMatchTextContent('Only your covered picture of the file is shared, never the file itself.')
    await userEvent.click(page.getByRole('main').getByRole('button', { name: 'Create link' }))
    await expect.poll(() => onCreated.mock.calls.length).toBe(1)
    expect(network.sent('POST', '/api/share')[0]?.body).toMatchObject({
      redactions: [{ fileId: card.fileId, pictureIds: [pictureOf(1).id] }],
    })
    await unmount()
    expect(deletions(network, 1)).toEqual([])
  })

  test('of a file that the link no longer shows are not sent', async () => {
    const { network, onCreated } = await renderCovered()
    await userEvent.click(inDialog('Use this picture'))
    await expect.element(withheld).toMatchTextContent('Shared as a covered picture')
    answerWithheld(network, [])
    await userEvent.click(page.getByRole('main').getByRole('button', { name: 'Create link' }))
    await expect.poll(() => onCreated.mock.calls.length).toBe(1)
    expect(network.sent('POST', '/api/share')[0]?.body).toMatchObject({ redactions: [] })
  })

  test.each([
    ['closed without use', () => userEvent.click(inDialog('Close'))],
    ['covered again', () => userEvent.click(inDialog('Cover more'))],
  ])('are deleted when they are %s, and the boxes are still there', async (_how, leave) => {
    const { network } = await renderCovered()
    await leave()
    await expect.poll(() => deletions(network, 1)).toEqual([{ forever: 'true' }])
    if (!dialog.query()) await userEvent.click(cover)
    await expect.element(inDialog('Box 1 of 1')).toBeVisible()
  })

  test('are deleted when the file is left out again, and the focus stays with the files', async () => {
    const { network } = await renderCovered()
    await userEvent.click(inDialog('Use this picture'))
    await userEvent.click(button(/^Leave it out/))
    await expect.element(withheld).toMatchTextContent('1 file is left out')
    await expect.element(withheld).toHaveFocus()
    expect(deletions(network, 1)).toEqual([{ forever: 'true' }])
  })

  test('are replaced when the owner covers the file again', async () => {
    const { network, sent } = await renderCovered()
    await userEvent.click(inDialog('Use this picture'))
    await userEvent.click(button(/^Change the covered areas/))
    await userEvent.click(preview)
    ;(await sent(2)).answer(file, pictureOf(2))
    await userEvent.click(inDialog('Use this picture'))
    await expect.poll(() => deletions(network, 1)).toHaveLength(1)
    expect(deletions(network, 2)).toEqual([])
  })

  test('that no link uses are deleted when the page is left', async () => {
    const { network, unmount } = await renderCovered()
    await userEvent.click(inDialog('Use this picture'))
    await expect.element(withheld).toMatchTextContent('Shared as a covered picture')
    await unmount()
    await expect.poll(() => deletions(network, 1)).toHaveLength(1)
  })

  test('stop uploading when the upload is cancelled', async () => {
    const { sent } = await renderEditor()
    await userEvent.click(inDialog('Add a box'))
    await userEvent.click(preview)
    const upload = await sent(1)
    await userEvent.click(inDialog('Cancel'))
    expect(upload.isAborted()).toBe(true)
    await expect.element(preview).toBeVisible()
    await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
  })
})

test('a file that cannot be displayed is left out, with a message', async () => {
  const { network } = await renderForm(['Number 884213'])
  network.reply('GET', contentPath, () => new Response('not a PDF'))
  await userEvent.click(cover)
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('so its numbers cannot be covered.')
  await userEvent.keyboard('{Escape}')
  await expect.element(withheld).toMatchTextContent('Left out')
})
