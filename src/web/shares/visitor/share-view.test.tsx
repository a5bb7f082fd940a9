import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Problem } from '#shared/http/errors.ts'
import type { ShareView, ViewCycle, ViewItem } from '#shared/shares/view.ts'
import { catchDownloads } from '#testing/web/downloads.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { renderInApp } from '#testing/web/render.tsx'
import {
  sampleNow,
  samplePdf,
  sampleView,
  sampleViewCertification,
  sampleViewLicense,
  stopClock,
} from '#testing/web/share-samples.ts'
import { pdfLoading, writtenPdf } from '#testing/web/written-pdf.ts'
import { ShareViewBody } from './share-view.tsx'

stopClock()

const packetUrl = '/api/share/token/packet'
const dialog = page.getByRole('dialog')
const button = (name: string | RegExp) => page.getByRole('button', { name })
const card = (name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2, name }) })

const entry = {
  title: 'Wound care basics',
  provider: 'Gulf Coast Nurse Educators',
  providerNumber: null,
  hours: 2,
  countedHours: 2,
  completedAt: '2026-03-01',
  topics: ['Wound care'],
  files: [],
  filesWithheld: 0,
}

const cycle: ViewCycle = {
  resourceType: 'ceuCycle',
  title: 'Texas RN license',
  state: 'TX',
  cycleStart: '2025-06-01',
  cycleEnd: '2027-05-31',
  requiredHours: 20,
  hoursCounted: 12,
  hoursName: 'contact hours',
  caveats: ['There are 2 ways to renew.'],
  isComplete: false,
  topics: [
    { topic: 'Human trafficking', hours: 2, completed: 1, isDone: false },
    { topic: 'Ethics', hours: null, completed: 0, isDone: true },
  ],
  entries: [entry],
}

async function renderView(changes: Partial<ShareView> = {}) {
  const network = stubNetwork()
  const onRefused = vi.fn<(problem: Problem | null) => void>()
  const view = { ...sampleView, ...changes }
  const rendered = await renderInApp(
    <ShareViewBody
      isPage
      view={view}
      fileUrl={({ id }, disposition) => `/files/${id}?disposition=${disposition}`}
      packetUrl={view.allowDownloads ? packetUrl : null}
      onRefused={onRefused}
    />,
    { user: null },
  )
  return { network, onRefused, ...rendered }
}

const renderItems = (...items: ViewItem[]) => renderView({ items })

describe('a shared credential', () => {
  test('shows its number, its dates and where to verify it', async () => {
    await renderView()
    const license = card('Texas RN license')
    await expect.element(license.getByText('RN-884213')).toBeVisible()
    await expect.element(license.getByText('RN · Texas · multistate license')).toBeVisible()
    await expect.element(license.getByText('Valid until Jun 9, 2027 · in 200 days.')).toBeVisible()
    const lookup = license.getByRole('link', { name: /^Verify with: Nursys/ })
    await expect.element(lookup).toHaveAttribute('href', 'https://www.nursys.com/')
    await expect.element(lookup).toHaveAttribute('target', '_blank')
    await expect.element(lookup).toHaveAttribute('rel', 'noopener noreferrer')
  })

  test('shows in words that it expired', async () => {
    await renderView()
    const certification = card('Basic Life Support')
    await expect.element(certification.getByText('Expired', { exact: true })).toBeVisible()
    await expect.element(certification.getByText('Expired Nov 18, 2026 · 3 days ago.')).toBeVisible()
    await expect.element(certification.getByText('Number')).not.toBeInTheDocument()
  })

  test('shows who hid its number and how many of its files', async () => {
    await renderItems({
      ...sampleViewLicense,
      number: null,
      isNumberHidden: true,
      files: [],
      filesWithheld: 2,
    })
    await expect.element(page.getByText('Hidden by Ann Reyes')).toBeVisible()
    await expect.element(page.getByText('Ann Reyes chose not to share 2 files.')).toBeVisible()
    expect(document.body.textContent).not.toContain('884213')
  })

  test('in a frozen share shows the date of its data', async () => {
    await renderView({ frozenAt: sampleNow })
    await expect
      .element(page.getByText(/^Nov 21, 2026, 3:05 PM CST\. Later changes are not shown\./))
      .toBeVisible()
  })
})

describe('a shared CE cycle', () => {
  test('shows its hours, its topics and its courses', async () => {
    await renderItems(cycle)
    await expect.element(page.getByText('12 of 20 contact hours', { exact: true })).toBeVisible()
    await expect.element(page.getByText('Jun 1, 2025 to May 31, 2027')).toBeVisible()
    const topics = page.getByRole('list', { name: 'Topics' })
    await expect.element(topics).toMatchTextContent('Human trafficking1 of 2 hours so far')
    await expect.element(topics).toMatchTextContent('EthicsDone')
    const row = page.getByRole('row').nth(1)
    await expect.element(row).toMatchTextContent('Wound care basics')
    await expect.element(row).toMatchTextContent('Gulf Coast Nurse Educators')
  })

  test('shows how much of a course counts, and the number of its provider', async () => {
    await renderItems({
      ...cycle,
      entries: [{ ...entry, hours: 6, countedHours: 4, providerNumber: '50-1' }],
    })
    const row = page.getByRole('row').nth(1)
    await expect.element(row).toMatchTextContent('of 6 earned')
    await expect.element(row).toMatchTextContent('provider number 50-1')
  })

  test('shows twenty courses at first, all on request, and all in print', async () => {
    const entries = Array.from({ length: 25 }, (_, nth) => ({ ...entry, title: `Course ${nth + 1}` }))
    await renderItems({ ...cycle, entries })
    const rows = () => page.getByRole('row').elements().length - 1
    await expect.poll(rows).toBe(20)
    window.dispatchEvent(new Event('beforeprint'))
    expect(rows()).toBe(25)
    window.dispatchEvent(new Event('afterprint'))
    await expect.poll(rows).toBe(20)
    await userEvent.click(button('Show all 25 courses'))
    await expect.poll(rows).toBe(25)
    await expect.element(button(/^Show all/)).not.toBeInTheDocument()
  })

  test('without courses shows that there are none', async () => {
    await renderItems({ ...cycle, entries: [] })
    await expect.element(page.getByText('No courses logged yet.')).toBeVisible()
  })
})

describe('a shared file', () => {
  const pdfPath = `/files/${samplePdf.id}`
  const openPdf = async () => {
    const rendered = await renderView()
    rendered.network.reply('GET', pdfPath, () => new Response(writtenPdf(['Registered Nurse', 'Terms'])))
    expect(rendered.network.sent('GET', pdfPath)).toEqual([])
    await userEvent.click(button(/^View letter\.pdf/))
    await expect
      .element(dialog.getByRole('img', { name: 'Page 1 of 2 of letter.pdf' }), pdfLoading)
      .toBeInTheDocument()
    return rendered
  }

  test('that is a PDF is fetched only when it is opened, and screen readers get its text', async () => {
    const { network } = await openPdf()
    await expect.element(dialog.getByText('Registered Nurse')).toBeInTheDocument()
    await expect.element(dialog.getByText('Terms')).toBeInTheDocument()
    expect(network.sent('GET', pdfPath)[0]?.query).toEqual({ disposition: 'inline' })
    await userEvent.keyboard('{Escape}')
    await expect.element(button(/^View letter\.pdf/)).toHaveFocus()
  })

  test('is downloaded under its own name', async () => {
    const downloads = catchDownloads()
    const { network } = await openPdf()
    await userEvent.click(dialog.getByRole('button', { name: 'Download' }))
    await expect.poll(() => downloads.map(({ name }) => name)).toEqual(['letter.pdf'])
    expect(network.sent('GET', pdfPath).at(-1)?.query).toEqual({ disposition: 'attachment' })
  })

  test('shows why it was not saved when the server denies it', async () => {
    const downloads = catchDownloads()
    const { network, onRefused } = await openPdf()
    network.refuse('GET', pdfPath, 'downloads_off')
    await userEvent.click(dialog.getByRole('button', { name: 'Download' }))
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('has turned off downloads')
    expect(onRefused).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'downloads_off' }))
    expect(downloads).toEqual([])
  })

  test('can be loaded again after a failure, which also checks the link', async () => {
    const { network, onRefused } = await renderView()
    network.reply('GET', pdfPath, () => new Response('not a PDF'))
    await userEvent.click(button(/^View letter\.pdf/))
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('This file did not load.')
    await expect.poll(() => onRefused.mock.calls).toContainEqual([null])
    network.reply('GET', pdfPath, () => new Response(writtenPdf(['Registered Nurse'])))
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
    await expect.element(dialog.getByText('Registered Nurse')).toBeInTheDocument()
  })

  test('shows how many pages are left out if downloads are off', async () => {
    const { network } = await renderView({ allowDownloads: false })
    const pages = Array.from({ length: 62 }, (_, nth) => `Page number ${nth + 1}`)
    network.reply('GET', pdfPath, () => new Response(writtenPdf(pages)))
    await userEvent.click(button(/^View letter\.pdf/))
    await expect.element(dialog.getByText('2 more pages are not shown.')).toBeInTheDocument()
    await expect.element(dialog.getByRole('button', { name: 'Download' })).not.toBeInTheDocument()
  })

  test('that is a picture shows a message when it cannot be displayed', async () => {
    const picture = { id: 'card', name: 'card.jpg', kind: 'picture' } as const
    const { onRefused } = await renderItems({ ...sampleViewCertification, files: [picture] })
    await expect.element(page.getByRole('alert')).toMatchTextContent('This file did not load.')
    await expect.poll(() => onRefused.mock.calls).toContainEqual([null])
    await expect.element(button('Open card.jpg')).toBeVisible()
  })

  test('can be shared by itself', async () => {
    await renderItems({ resourceType: 'file', title: 'letter.pdf', files: [samplePdf], filesWithheld: 0 })
    await expect.element(card('letter.pdf')).toMatchTextContent('Document')
    await expect.element(page.getByText('1 file', { exact: true })).toBeVisible()
  })
})

describe('everything as one PDF', () => {
  const download = button('Download all as one PDF')
  const status = page.getByRole('status')
  const packet = (headers: Record<string, string>) => () =>
    new Response(writtenPdf(['All']), { headers: { 'content-type': 'application/pdf', ...headers } })

  test('is saved with the name from the server, which is announced', async () => {
    const downloads = catchDownloads()
    const { network } = await renderView()
    const release = network.hold('GET', packetUrl)
    network.reply('GET', packetUrl, packet({ 'content-disposition': 'attachment; filename="Ann.pdf"' }))
    await userEvent.click(download)
    await expect.element(status.filter({ hasText: 'Creating the PDF…' })).toBeVisible()
    release()
    await expect.element(status.filter({ hasText: 'Saved.' })).toBeVisible()
    expect(downloads.map(({ name }) => name)).toEqual(['Ann.pdf'])
  })

  test('is not saved if the download breaks off', async () => {
    const downloads = catchDownloads()
    const { network, onRefused } = await renderView()
    network.reply('GET', packetUrl, packet({ 'content-length': '1000000' }))
    await userEvent.click(download)
    await expect.element(page.getByRole('alert')).toMatchTextContent('The download was interrupted.')
    expect(onRefused).toHaveBeenCalledWith(expect.objectContaining({ code: 'unavailable' }))
    expect(downloads).toEqual([])
  })

  test('shows an error when the connection is lost', async () => {
    const { network } = await renderView()
    network.disconnect('GET', packetUrl)
    await userEvent.click(download)
    await expect.element(page.getByRole('alert')).toMatchTextContent('Check your connection and try again.')
    await expect.element(download).toBeVisible()
  })

  test('says that cookies are off where the server does not know the visitor again', async () => {
    const { network } = await renderView()
    network.refuse('GET', packetUrl, 'person_needed')
    await userEvent.click(download)
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent('Cookies are offThis browser does not keep cookies')
  })

  test('is not offered if downloads are off, but printing is', async () => {
    const print = vi.spyOn(window, 'print').mockReturnValue()
    await renderView({ allowDownloads: false })
    await expect.element(download).not.toBeInTheDocument()
    await userEvent.click(button('Print'))
    expect(print).toHaveBeenCalledOnce()
    print.mockRestore()
  })
})
