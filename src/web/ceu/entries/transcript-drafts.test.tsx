import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ceuEntry } from '#shared/ceu/entry.ts'
import { file } from '#shared/files/file.ts'
import { readPage } from '#testing/read-pages.ts'
import { entriesPath, stubCeuNetwork } from '#testing/web/ceu-network.ts'
import { ethicsEntry, texasCycle } from '#testing/web/ceu-samples.ts'
import { button } from '#testing/web/fields.ts'
import { jpegFile } from '#testing/web/pictures.ts'
import { stubReader } from '#testing/web/reader.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { sampleId, sampleNow } from '#testing/web/share-samples.ts'
import { stubUploads } from '#testing/web/uploads.ts'
import { EntryNewPage } from './entry-new-page.tsx'

const transcript = [
  'Continuing Education Transcript',
  'Course            Completed     Contact hours',
  'Sepsis Update     03/14/2026    2.0',
  'Stroke Care       04/02/2026    1.5',
  'Fall Prevention   05/06/2026    3.0',
]
const title = page.getByRole('textbox', { name: 'Title', exact: true })
const provider = page.getByRole('combobox', { name: 'Provider', exact: true })

async function openTranscript(lines = transcript) {
  const network = stubCeuNetwork()
  const uploads = stubUploads()
  const asked = stubReader()
  const path = '/credentials/entries/new'
  await renderInApp(<EntryNewPage />, { route: path, path: `${path}?cycleId=${texasCycle.id}` })
  await expect.element(title).toBeVisible()
  const input = document.querySelector<HTMLInputElement>('input[type=file][multiple]')
  if (!input) throw new Error('There is nothing to choose files with')
  await userEvent.upload(input, await jpegFile('list.jpg', 400, 300, ['#fff', '#eee']))
  const stored = { name: 'list.jpg', size: 4, mimeType: 'image/jpeg', sha256: 'a' } as const
  const record = { resourceType: null, resourceId: null, createdAt: sampleNow }
  uploads[0]?.answer(file, { id: sampleId(5), ...stored, ...record })
  await expect.poll(() => asked.length).toBe(1)
  return { network, read: () => asked[0]?.answer({ page: readPage(lines, 96) }) }
}

test('what was typed for one course of a transcript is kept while another one is filled in', async () => {
  const { network, read } = await openTranscript()
  read()
  await userEvent.click(button('Fill in Sepsis Update'))
  await expect.element(title).toHaveValue('Sepsis Update')
  await userEvent.fill(provider, 'Gulf Coast')
  await userEvent.click(button('Fill in Stroke Care'))
  await expect.element(title).toHaveValue('Stroke Care')
  await expect.element(provider).toHaveValue('')
  await userEvent.fill(title, 'Stroke care, advanced')
  await userEvent.click(button('Fill in Sepsis Update'))
  await expect.element(title).toHaveValue('Sepsis Update')
  await expect.element(provider).toHaveValue('Gulf Coast')

  network.answer('POST', entriesPath, ceuEntry, ethicsEntry)
  await userEvent.click(button('Save'))
  await expect.element(page.getByText(/^1 of 3 logged/)).toBeVisible()
  expect(network.bodies('POST', entriesPath)).toMatchObject([
    { title: 'Sepsis Update', provider: 'Gulf Coast', completedAt: '2026-03-14', fileIds: [sampleId(5)] },
  ])
  await expect.element(title).toHaveValue('Stroke care, advanced')
  await expect.element(button('Use Stroke Care from your file')).toBeVisible()
})

test('the page stays at the list of courses, whatever is unsure in the form below', async () => {
  const { read } = await openTranscript([...transcript, 'Florida Board of Nursing Provider # 50-19284'])
  read()
  await expect.element(button('Fill in Sepsis Update')).toBeVisible()
  await expect.poll(() => document.querySelectorAll('[data-unsure=true] button').length).toBeGreaterThan(0)
  expect(document.activeElement?.closest('[data-unsure=true]')).toBeNull()
})

test('what was typed before the file was read goes to the first course that is chosen', async () => {
  const { read } = await openTranscript()
  await userEvent.fill(provider, 'Lakeside')
  await userEvent.tab()
  read()
  await userEvent.click(button('Fill in Fall Prevention'))
  await expect.element(title).toHaveValue('Fall Prevention')
  await expect.element(provider).toHaveValue('Lakeside')
  await userEvent.click(button('Fill in Stroke Care'))
  await expect.element(provider).toHaveValue('')
})

test.each([
  ['Lakeside Academy', 'Lakeside Academy'],
  ["Ann O'Brien", ''],
])('a certificate whose provider seems to be %s fills in “%s”', async (printed, filled) => {
  const { read } = await openTranscript([
    ...['Certificate of Completion', 'Course: Sepsis Update', `Provider: ${printed}`],
    ...['Completed: 03/14/2026', 'Contact hours: 2.0'],
  ])
  read()
  await expect.element(title).toHaveValue('Sepsis Update')
  await expect.element(provider).toHaveValue(filled)
  await expect.element(button("Use Ann O'Brien from your file")).not.toBeInTheDocument()
})
