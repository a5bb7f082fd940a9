import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { file, filePage } from '#shared/files/file.ts'
import type { ReadPage } from '#shared/reading/page.ts'
import { readPage } from '#testing/read-pages.ts'
import { stubCredentialNetwork } from '#testing/web/credential-network.ts'
import { dateField } from '#testing/web/fields.ts'
import { jpegFile } from '#testing/web/pictures.ts'
import { stubReader } from '#testing/web/reader.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { sampleId, sampleNow } from '#testing/web/share-samples.ts'
import { stubUploads } from '#testing/web/uploads.ts'
import { UploadPage } from '#web/upload/upload-page.tsx'

async function renderPage() {
  const network = stubCredentialNetwork()
  const uploads = stubUploads()
  network.answer('GET', '/api/upload', filePage, { items: [], nextCursor: null })
  await renderInApp(<UploadPage />, { path: '/upload?kind=license' })
  return { uploads, network, asked: stubReader() }
}

async function choose(...files: File[]) {
  const input = document.querySelector<HTMLInputElement>('input[type=file][multiple]')
  if (!input) throw new Error('There is nothing to choose files with')
  await userEvent.upload(input, files)
}

const photo = (name = 'card.jpg') => jpegFile(name, 400, 300, ['#fff', '#eee'])
const button = (name: string) => page.getByRole('button', { name, exact: true })
const number = page.getByRole('textbox', { name: 'Number', exact: true })
const front = ['Texas Board of Nursing', 'Registered Nurse', 'License No.:  884213']
const back = ['Expiration Date:  03/31/2028']
const sideWith = (lines: string[]): ReadPage => readPage(lines, 96)

test('reading can be stopped and started again, keeping what was typed meanwhile', async () => {
  const { asked } = await renderPage()
  await choose(await photo())
  await expect.poll(() => asked.length).toBe(1)
  asked[0]?.answer({ progress: 0.4 })
  await expect.element(page.getByText('Reading your file… 40%')).toBeVisible()
  await userEvent.click(button('Stop reading'))
  await expect.element(page.getByText('Reading was stopped. Type what it says.')).toBeVisible()
  expect(asked[0]?.isStopped).toBe(true)
  await userEvent.click(button('Read it again'))
  await expect.poll(() => asked.length).toBe(2)
  await userEvent.fill(number, '77')
  asked[1]?.answer({ page: sideWith(front) })
  await expect.element(button('Use 884213 from your file')).toBeVisible()
  await expect.element(number).toHaveValue('77')
  await expect.element(page.getByRole('combobox', { name: 'State', exact: true })).toHaveValue('Texas')
})

test('a value that is unsure comes into view, under a strip of the document that shows its place', async () => {
  await page.viewport(390, 844)
  const { asked } = await renderPage()
  await choose(await photo())
  await expect.element(button('Hide the document')).toBeVisible()
  await expect.poll(() => asked.length).toBe(1)
  asked[0]?.answer({ page: sideWith([...front, 'Expiration Date:  03/2028']) })
  const choice = button('Use Mar 31, 2028 (“03/2028”) from your file')
  await expect.element(choice).toHaveFocus()
  await userEvent.click(choice)
  await expect.element(dateField('Expires on')).toHaveValue('2028-03-31')
  await expect.element(page.getByText('The card says “03/2028” – check the day')).toBeVisible()
  await userEvent.click(button('Show the document'))
  await expect.element(button('Hide the document')).toBeVisible()
})

test('the back of a card adds values that its front lacks, and changes none', async () => {
  const { asked } = await renderPage()
  await choose(await photo('front.jpg'), await photo('back.jpg'))
  await expect.poll(() => asked.length).toBe(1)
  asked[0]?.answer({ page: sideWith(front) })
  await expect.poll(() => asked.length).toBe(2)
  asked[1]?.answer({ page: sideWith([...back, 'License No.:  999999']) })
  await expect.element(number).toHaveValue('884213')
  await expect.element(dateField('Expires on')).toHaveValue('2028-03-31')
})

test('reports a damaged picture, and the form can still be filled in', async () => {
  const { asked, network } = await renderPage()
  network.reply('GET', '/api/upload//preview', () => new Response(null, { status: 404 }))
  await choose(new File(['no picture'], 'card.jpg', { type: 'image/jpeg' }))
  await expect.element(page.getByText('This file could not be read here. Type what it says.')).toBeVisible()
  expect(asked).toEqual([])
  await userEvent.fill(number, '77')
  await expect.element(number).toHaveValue('77')
})

test('reads a HEIC photo from the server’s preview once it is stored', async () => {
  const { asked, uploads, network } = await renderPage()
  await choose(new File(['heic'], 'card.heic', { type: 'image/heic' }))
  await expect.element(page.getByText('card.heic').first()).toBeVisible()
  expect(asked).toEqual([])
  const preview = await photo()
  network.reply('GET', `/api/upload/${sampleId(5)}/preview`, () => new Response(preview))
  const stored = { name: 'card.heic', size: 4, mimeType: 'image/heic', sha256: 'a' } as const
  const record = { resourceType: null, resourceId: null, createdAt: sampleNow }
  uploads[0]?.answer(file, { id: sampleId(5), ...stored, ...record })
  await expect.poll(() => asked.length).toBe(1)
  asked[0]?.answer({ page: sideWith(front) })
  await expect.element(number).toHaveValue('884213')
})
