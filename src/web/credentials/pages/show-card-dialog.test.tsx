import { useState } from 'react'
import { describe, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { licenseAnswer } from '#shared/credentials/credential.ts'
import { sampleLicense } from '#shared/credentials/sample.ts'
import { file, type File as StoredFile } from '#shared/files/file.ts'
import { button } from '#testing/web/fields.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { keepMissingPictures } from '#testing/web/pictures.ts'
import { renderInApp, stopClock } from '#testing/web/render.tsx'
import { sampleId, sampleNow } from '#testing/web/share-samples.ts'
import { pdfLoading, writtenPdf } from '#testing/web/written-pdf.ts'
import { ShowCardDialog } from './show-card-dialog.tsx'

const photo: StoredFile = {
  ...{ id: sampleId(1), name: 'front.jpg', size: 30_000, mimeType: 'image/jpeg', sha256: 'a' },
  ...{ resourceType: 'license', resourceId: sampleId(9), createdAt: sampleNow },
}
const back: StoredFile = { ...photo, id: sampleId(2), name: 'back.jpg' }
const pdf: StoredFile = { ...photo, id: sampleId(3), name: 'card.pdf', mimeType: 'application/pdf' }

const dialog = page.getByRole('dialog', { name: 'Texas RN' })
const picture = dialog.getByRole('img')

async function renderCard(files: StoredFile[], pages: string[] = []) {
  stopClock(sampleNow)
  keepMissingPictures()
  const network = stubNetwork()
  for (const one of files) network.answer('GET', `/api/upload/${one.id}`, file, one)
  network.reply('GET', `/api/upload/${pdf.id}/content`, () => new Response(writtenPdf(pages)))
  const license = licenseAnswer.parse({
    ...sampleLicense,
    fileIds: files.map(({ id }) => id),
    ...{ id: sampleId(9), status: 'active', daysLeft: 130, dateMissing: false, followsSchedule: false },
    ...{ archivedAt: null, createdAt: sampleNow, updatedAt: sampleNow },
  })
  function Screen() {
    const [isShown, setShown] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setShown(true)}>
          Show my card
        </button>
        {isShown && <ShowCardDialog credential={license} onClose={() => setShown(false)} />}
      </>
    )
  }
  await renderInApp(<Screen />)
  await userEvent.click(button('Show my card'))
}

/** A screen lock that the browser gives, and how often it was given and released. */
function stubWakeLock() {
  const counts = { given: 0, released: 0 }
  const request = async () => {
    counts.given += 1
    const lock = Object.assign(new EventTarget(), {
      release: async () => {
        counts.released += 1
        lock.dispatchEvent(new Event('release'))
      },
    })
    stub.last = lock
    return lock
  }
  const stub = { counts, last: new EventTarget() }
  replaceWakeLock({ request })
  return stub
}

function replaceWakeLock(value: unknown): void {
  Object.defineProperty(navigator, 'wakeLock', { value, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'wakeLock'))
}

describe('the full-screen card', () => {
  test('shows front and back, its status and its date', async () => {
    await renderCard([photo, back])
    await expect.element(dialog).toMatchTextContent('Texas RNActive · Mar 31, 2027 · in 130 days')
    await expect.element(picture).toHaveAttribute('alt', 'Preview of front.jpg')
    await expect.element(button('Front')).toHaveAttribute('aria-pressed', 'true')
    await userEvent.click(button('Back'))
    await expect.element(picture).toHaveAttribute('alt', 'Preview of back.jpg')
    await expect.element(button('Front')).toHaveAttribute('aria-pressed', 'false')
    const { width, height } = dialog.element().getBoundingClientRect()
    expect([width, height]).toEqual([window.innerWidth, window.innerHeight])
  })

  test('is enlarged and rotated with buttons, and resets on the other side', async () => {
    await renderCard([photo, back])
    const sizeOf = () => picture.element().getBoundingClientRect()
    await expect.element(picture).toBeInTheDocument()
    const before = sizeOf()
    await expect.element(button('Zoom out')).toBeDisabled()
    await userEvent.click(button('Zoom in'))
    await expect.poll(() => Math.round((sizeOf().width / before.width) * 10)).toBeGreaterThanOrEqual(15)
    await userEvent.click(button('Rotate'))
    await expect.poll(() => picture.element().parentElement?.style.transform).toContain('rotate(90deg)')
    await userEvent.click(button('Back'))
    await expect.element(button('Zoom out')).toBeDisabled()
    expect(picture.element().parentElement?.style.transform).toContain('rotate(0deg)')
  })

  test('works with the keyboard, closes with Escape, and returns the focus', async () => {
    await renderCard([photo, back])
    await expect.element(button('Back')).toBeVisible()
    button('Back').element().focus()
    await userEvent.keyboard(' ')
    await expect.element(picture).toHaveAttribute('alt', 'Preview of back.jpg')
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(button('Show my card')).toHaveFocus()
  })

  test('shows the pages of a PDF one at a time', async () => {
    await renderCard([pdf], ['Texas Board of Nursing', 'Conditions', 'Addresses'])
    await expect.element(dialog.getByText('Texas Board of Nursing'), pdfLoading).toBeInTheDocument()
    await expect.element(dialog.getByText('1 of 3')).toBeVisible()
    await expect.element(button('Previous')).toBeDisabled()
    await userEvent.click(button('Next'))
    await expect.element(dialog.getByText('Conditions')).toBeInTheDocument()
    await userEvent.click(button('Next'))
    await expect.element(button('Next')).toBeDisabled()
  })

  test('leaves out the original of an adjusted picture', async () => {
    await renderCard([
      { ...photo, name: 'front (adjusted).jpg' },
      { ...back, name: 'front.heic' },
    ])
    await expect.element(picture).toHaveAttribute('alt', 'Preview of front (adjusted).jpg')
    await expect.element(button('Front')).not.toBeInTheDocument()
    await expect.element(button('Next')).not.toBeInTheDocument()
  })
})

describe('the screen', () => {
  const claim = dialog.getByText('The screen stays on.')

  test('stays on until the card is closed, even after another window was in front', async () => {
    const lock = stubWakeLock()
    await renderCard([photo])
    await expect.element(claim).toBeVisible()
    lock.last.dispatchEvent(new Event('release'))
    await expect.element(claim).not.toBeInTheDocument()
    document.dispatchEvent(new Event('visibilitychange'))
    await expect.element(claim).toBeVisible()
    expect(lock.counts).toEqual({ given: 2, released: 0 })
    await userEvent.click(button('Close'))
    await expect.poll(() => lock.counts).toEqual({ given: 2, released: 1 })
    document.dispatchEvent(new Event('visibilitychange'))
    expect(lock.counts.given).toBe(2)
  })

  test.each([
    ['cannot keep it on', undefined],
    ['refuses to', { request: () => Promise.reject(new DOMException('Low battery', 'NotAllowedError')) }],
  ])('is not said to stay on where the browser %s', async (_what, wakeLock) => {
    replaceWakeLock(wakeLock)
    await renderCard([photo])
    await expect.element(picture).toBeInTheDocument()
    await expect.element(claim).not.toBeInTheDocument()
  })
})
