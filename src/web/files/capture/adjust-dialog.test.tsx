import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button } from '#testing/web/fields.ts'
import { colorAt, jpegFile } from '#testing/web/pictures.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { sampleId } from '#testing/web/share-samples.ts'
import { AdjustDialog } from './adjust-dialog.tsx'

const corner = (name: string) => button(`${name} corner`)

/** Red on the left, blue on the right. */
async function renderDialog() {
  const file = await jpegFile('IMG 1.jpg', 400, 200, ['#f00', '#00f'])
  const { name, size, type } = file
  const onDone = vi.fn<(picture: File) => void>()
  const upload = { key: 'a', id: sampleId(1), name, size, mimeType: type, state: 'sent', file } as const
  await renderInApp(<AdjustDialog upload={upload} onDone={onDone} onClose={() => {}} />)
  await expect.element(corner('Top left')).toBeVisible()
  const saved = async () => {
    await userEvent.click(button('Save as a copy'))
    await expect.poll(() => onDone.mock.calls.length).toBe(1)
    const [picture] = onDone.mock.calls[0] ?? []
    if (!picture) throw new Error('Nothing was saved')
    const { width, height } = await createImageBitmap(picture)
    return { picture, width, height }
  }
  return { saved }
}

async function step(name: string, keys: string, times: number) {
  corner(name).element().focus()
  for (let nth = 0; nth < times; nth += 1) await userEvent.keyboard(keys)
}

test('a rotated picture is a new file, upright', async () => {
  const { saved } = await renderDialog()
  await expect.element(button('Save as a copy')).toBeDisabled()
  await userEvent.click(button('Rotate'))
  const { picture, width, height } = await saved()
  expect([picture.name, picture.type, width, height]).toEqual([
    'IMG 1 (adjusted).jpg',
    'image/jpeg',
    200,
    400,
  ])
  expect(await colorAt(picture, 0.5, 0.1)).toBe('r')
  expect(await colorAt(picture, 0.5, 0.9)).toBe('b')
})

test('a cropped picture has the area between the corners, moved with the keyboard', async () => {
  const { saved } = await renderDialog()
  await step('Top left', '{Shift>}{ArrowRight}{/Shift}', 12)
  await expect
    .element(page.getByText('Top left corner: 60% from the left, 0% from the top.'))
    .toBeInTheDocument()
  await step('Bottom left', '{Shift>}{ArrowRight}{/Shift}', 12)
  const { picture, width, height } = await saved()
  expect([width, height]).toEqual([160, 200])
  expect(await colorAt(picture, 0.05, 0.5)).toBe('b')
})

test('corners keep their places when the picture is rotated, and can be reset', async () => {
  await renderDialog()
  await step('Top left', '{Shift>}{ArrowDown}{/Shift}', 2)
  await userEvent.click(button('Rotate'))
  await step('Top right', '{ArrowDown}', 1)
  await expect
    .element(page.getByText('Top right corner: 90% from the left, 1% from the top.'))
    .toBeInTheDocument()
  await userEvent.click(button('Reset'))
  await expect.element(button('Save as a copy')).toBeDisabled()
})
