import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ceuCycleItems } from '#shared/ceu/cycle.ts'
import { type Credential, credentialPage, licenseAnswer } from '#shared/credentials/credential.ts'
import { sampleLicense } from '#shared/credentials/sample.ts'
import { file } from '#shared/files/file.ts'
import { healthRecordList } from '#shared/health/record.ts'
import { sampleHealthRecord } from '#shared/health/sample.ts'
import { createdShare } from '#shared/shares/share.ts'
import { sharePreview } from '#shared/shares/view.ts'
import { type NetworkStub, stubNetwork } from '#testing/web/network.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { sampleCreatedShare, sampleId, sampleNow, sampleView, stopClock } from '#testing/web/share-samples.ts'
import { ShareNewPage } from './share-new-page.tsx'

stopClock()

const license = (nth: number, state: string) =>
  licenseAnswer.parse({
    ...sampleLicense,
    id: sampleId(nth),
    state,
    status: 'active',
    daysLeft: 130,
    dateMissing: false,
    followsSchedule: false,
    archivedAt: null,
    createdAt: sampleNow,
    updatedAt: sampleNow,
  })
const texas = license(11, 'TX')
const ohio = license(12, 'OH')

const heading = page.getByRole('heading', { level: 1 })
const create = page.getByRole('button', { name: 'Create link' })
const checkbox = (name: RegExp) => page.getByRole('checkbox', { name })

/** The vault, whose list has one credential per page. */
function answerVault(network: NetworkStub, credentials: Credential[]) {
  network.answerEach('GET', '/api/credentials', credentialPage, ({ query }) => {
    const at = Number(query.cursor ?? 0)
    const nextCursor = at + 1 < credentials.length ? String(at + 1) : null
    return { items: credentials.slice(at, at + 1), nextCursor, total: credentials.length }
  })
  network.answer('GET', '/api/ceu-cycles', ceuCycleItems, { items: [] })
}

async function renderPage(credentials: Credential[], search = '') {
  const network = stubNetwork()
  answerVault(network, credentials)
  const preview = { view: sampleView, withheld: [], undrawn: [] }
  network.answer('POST', '/api/share/preview', sharePreview, preview)
  const route = '/credentials/shares/new'
  return { network, ...(await renderInApp(<ShareNewPage />, { route, path: `${route}${search}` })) }
}

describe('a new share link', () => {
  test('offers everything in the vault, across all pages', async () => {
    await renderPage([texas, ohio])
    await expect.element(heading).toHaveTextContent('What do you want to share?')
    await expect.element(checkbox(/^Texas RN/)).not.toBeChecked()
    await expect.element(checkbox(/^Ohio RN/)).not.toBeChecked()
  })

  test('starts with the credential that the owner came from', async () => {
    await renderPage([texas, ohio], `?license=${ohio.id}`)
    await expect.element(checkbox(/^Ohio RN/)).toBeChecked()
    await expect.element(checkbox(/^Texas RN/)).not.toBeInTheDocument()
    await userEvent.click(page.getByRole('button', { name: 'Add more items' }))
    await expect.element(checkbox(/^Texas RN/)).not.toBeChecked()
  })

  test('starts with a single file', async () => {
    const network = stubNetwork()
    answerVault(network, [texas])
    network.answer('GET', `/api/upload/${sampleId(31)}`, file, {
      id: sampleId(31),
      name: 'letter.pdf',
      size: 2048,
      mimeType: 'application/pdf',
      sha256: 'a',
      resourceType: 'license',
      resourceId: texas.id,
      createdAt: sampleNow,
    })
    const route = '/credentials/shares/new'
    await renderInApp(<ShareNewPage />, { route, path: `${route}?file=${sampleId(31)}` })
    await expect.element(checkbox(/^letter\.pdf/)).toBeChecked()
    await expect.element(page.getByText('PDF · 2 KB · attached to a license')).toBeVisible()
  })

  test('shows a message when the item that the owner came from was deleted', async () => {
    await renderPage([texas], `?license=${sampleId(99)}`)
    await expect.element(page.getByText('The item you came from is no longer in your vault.')).toBeVisible()
    await expect.element(checkbox(/^Texas RN/)).not.toBeChecked()
  })

  test('links an owner without credentials to the first one', async () => {
    const { network } = await renderPage([])
    network.answer('GET', '/api/health-records', healthRecordList, { items: [] })
    await expect.element(page.getByText('Nothing to share yet')).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Add a license' }))
      .toHaveAttribute('href', '/upload?kind=license')
  })

  test('lets an owner who only has health records choose one', async () => {
    const { network } = await renderPage([])
    const record = { ...sampleHealthRecord, id: sampleId(21), createdAt: sampleNow, updatedAt: sampleNow }
    network.answer('GET', '/api/health-records', healthRecordList, { items: [record] })
    await userEvent.click(page.getByText('Health records (private)'))
    await userEvent.click(page.getByText(/^Hepatitis B/))
    await expect.element(checkbox(/^Hepatitis B/)).toBeChecked()
    await expect.element(create).toBeVisible()
  })

  test('shows an error when the vault did not load, and loads again', async () => {
    const network = stubNetwork()
    network.refuse('GET', '/api/credentials', 'user_mismatch')
    network.answer('GET', '/api/ceu-cycles', ceuCycleItems, { items: [] })
    const route = '/credentials/shares/new'
    await renderInApp(<ShareNewPage />, { route, path: route })
    await expect.element(page.getByRole('alert')).toMatchTextContent('Different account')
    answerVault(network, [texas])
    await userEvent.click(page.getByRole('button', { name: 'Try again' }))
    await expect.element(checkbox(/^Texas RN/)).toBeVisible()
  })

  test('replaces the form, and takes the focus', async () => {
    const { network } = await renderPage([texas], `?license=${texas.id}`)
    network.answer('POST', '/api/share', createdShare, sampleCreatedShare)
    await userEvent.click(create)
    await expect.element(page.getByLabelText('Your link')).toHaveValue(sampleCreatedShare.url)
    await expect.element(page.getByText(/^Send it to Maria at Mercy, or let them scan/)).toBeVisible()
    expect(heading.element().contains(document.activeElement)).toBe(true)
    await expect.element(create).not.toBeInTheDocument()
  })

  test('asks for confirmation before unsaved selections are lost', async () => {
    const { path } = await renderPage([texas])
    await userEvent.click(page.getByText('Texas RN', { exact: true }))
    await userEvent.click(page.getByRole('link', { name: 'Share links' }))
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await userEvent.click(question.getByRole('button', { name: 'Stay' }))
    await expect.element(checkbox(/^Texas RN/)).toBeChecked()
    await userEvent.click(page.getByRole('link', { name: 'Share links' }))
    await userEvent.click(question.getByRole('button', { name: 'Leave' }))
    await expect.poll(path).toBe('/credentials/shares')
  })
})
