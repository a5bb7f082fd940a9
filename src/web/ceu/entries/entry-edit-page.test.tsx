import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type CeuEntry, ceuEntry } from '#shared/ceu/entry.ts'
import { file } from '#shared/files/file.ts'
import { stubCeuNetwork } from '#testing/web/ceu-network.ts'
import { ethicsEntry, texasCycle } from '#testing/web/ceu-samples.ts'
import { alert, button, field, fillIn, toast } from '#testing/web/fields.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { EntryEditPage } from './entry-edit-page.tsx'

const entryPath = `/api/ceu-entries/${ethicsEntry.id}`
const save = button('Save changes')
const heading = page.getByRole('heading', { level: 1 })

async function renderPage(prepare: (network: ReturnType<typeof stubCeuNetwork>) => void = () => {}) {
  const network = stubCeuNetwork()
  network.answer('GET', entryPath, ceuEntry, ethicsEntry)
  network.answer('PATCH', entryPath, ceuEntry, ethicsEntry)
  prepare(network)
  const app = await renderInApp(<EntryEditPage />, {
    route: '/credentials/entries/$entryId',
    path: `/credentials/entries/${ethicsEntry.id}?cycleId=${texasCycle.id}`,
  })
  return { ...app, network, patched: () => network.bodies('PATCH', entryPath) }
}

async function renderEntry(changes: Partial<CeuEntry> = {}) {
  const app = await renderPage((network) =>
    network.answer('GET', entryPath, ceuEntry, { ...ethicsEntry, ...changes }),
  )
  await expect.element(save).toBeVisible()
  return app
}

describe('an edited course', () => {
  test('shows its values, and sends only what changed', async () => {
    const { patched, path } = await renderEntry()
    await expect.element(heading).toHaveTextContent('Ethics at the bedside')
    await expect.element(field('Contact hours')).toHaveValue('5')
    await expect.element(field('Ethics')).toHaveValue('2')
    await fillIn('Provider', 'ANA')
    await userEvent.click(save)
    await expect.poll(path).toBe(`/credentials/cycles/${texasCycle.id}`)
    expect(patched()).toEqual([{ provider: 'ANA' }])
    await expect.element(toast).toMatchTextContent(/^SavedTexas RN license: 12 of 20 hours\./)
  })

  test('sends topics and their hours together', async () => {
    const { patched } = await renderEntry()
    await userEvent.click(button('Remove Ethics'))
    await userEvent.click(save)
    await expect.poll(patched).toEqual([{ topicTags: [], topicHours: [] }])
  })

  test('in another unit shows the amount on the certificate', async () => {
    await renderEntry({ amount: 0.5, unit: 'ceu' })
    await expect.element(field('Amount on the certificate')).toHaveValue('0.5')
    await expect.element(page.getByText('0.5 CEUs = 5 contact hours')).toBeVisible()
  })

  test('is not changed by a refetch while the owner types', async () => {
    const { network, queryClient } = await renderEntry()
    await fillIn('Title', 'My title')
    network.answer('GET', entryPath, ceuEntry, { ...ethicsEntry, title: 'From another window' })
    await queryClient.invalidateQueries({ queryKey: ['ceu'] })
    await expect.element(field('Title')).toHaveValue('My title')
  })

  test('keeps what was typed if it was deleted in another window', async () => {
    const { network } = await renderEntry()
    network.refuse('PATCH', entryPath, 'ceu_entry_not_found')
    await fillIn('Title', 'My title')
    await userEvent.click(save)
    await expect.element(alert).toMatchTextContent(/to keep them, add them as a new one/)
    await expect.element(field('Title')).toHaveValue('My title')
  })

  test('shows a rejected field, even under "more details"', async () => {
    const { network } = await renderEntry()
    network.refuse('PATCH', entryPath, 'invalid', {
      errors: [{ path: 'providerNumber', message: 'Not like this' }],
    })
    await fillIn('Title', 'My title')
    await userEvent.click(save)
    await expect.element(field('Provider number')).toHaveFocus()
    await expect.element(field('Provider number')).toHaveAccessibleDescription('Not like this')
  })
})

describe('deleting a course', () => {
  test('returns to its cycle without confirmation, and can be undone', async () => {
    const { network, path } = await renderEntry()
    network.answerEmpty('DELETE', entryPath)
    network.answer('POST', `${entryPath}/restore`, ceuEntry, ethicsEntry)
    await fillIn('Title', 'Not saved')
    await userEvent.click(button('Delete'))
    await expect.poll(path).toBe(`/credentials/cycles/${texasCycle.id}`)
    await expect.element(toast).toMatchTextContent('Deleted “Ethics at the bedside”')
    await userEvent.click(button('Undo'))
    await expect.element(toast).toMatchTextContent('Restored “Ethics at the bedside”')
  })

  test('stays on the page if it fails', async () => {
    const { network, path } = await renderEntry()
    network.refuse('DELETE', entryPath, 'unavailable')
    await userEvent.click(button('Delete'))
    await expect.element(alert).toMatchTextContent(/^“Ethics at the bedside” was not deleted/)
    expect(path()).toBe(`/credentials/entries/${ethicsEntry.id}`)
    await expect.element(field('Title')).toBeVisible()
  })
})

describe('the certificate of a course', () => {
  const certificate = file.parse({
    id: '7c9e6679-7425-4000-8000-000000000201',
    name: 'ethics.png',
    size: 2048,
    mimeType: 'image/png',
    sha256: 'a'.repeat(64),
    resourceType: 'ceuEntry',
    resourceId: ethicsEntry.id,
    createdAt: '2026-02-15T15:00:00.000Z',
  })

  async function renderWithCertificate() {
    const app = await renderPage((network) => {
      const files = { fileId: certificate.id, fileIds: [certificate.id] }
      network.answer('GET', entryPath, ceuEntry, { ...ethicsEntry, ...files })
      network.answer('GET', `/api/upload/${certificate.id}`, file, certificate)
    })
    await expect.element(button('Remove ethics.png')).toBeVisible()
    return app
  }

  test('is removed when the course is saved, and not before', async () => {
    const { patched } = await renderWithCertificate()
    await userEvent.click(button('Remove ethics.png'))
    await expect.element(page.getByRole('alertdialog')).toMatchTextContent(/audit may still ask for it/)
    await userEvent.click(button('Remove'))
    await expect.element(page.getByText(/^Removed when you save/)).toBeVisible()
    await expect.element(page.getByRole('group', { name: 'Documents' })).toHaveFocus()
    expect(patched()).toEqual([])
    await userEvent.click(save)
    await expect.poll(patched).toEqual([{ fileId: null, fileIds: [] }])
  })

  test('can be restored before saving', async () => {
    await renderWithCertificate()
    await userEvent.click(button('Remove ethics.png'))
    await userEvent.click(button('Remove'))
    await userEvent.click(button('Undo'))
    await expect.element(button('Remove ethics.png')).toBeVisible()
    await expect.element(page.getByText(/^Removed when you save/)).not.toBeInTheDocument()
  })

  test('shows what else an audit will require', async () => {
    await renderWithCertificate()
    await expect
      .element(page.getByText(/An audit will also ask for the name on the certificate, who approved/))
      .toBeVisible()
  })
})

describe('the page of a course', () => {
  test.each([
    ['ceu_entry_not_found', 'Course not found', false],
    ['ceu_entry_not_owned', 'This course belongs to someone else', false],
    ['unexpected', 'This course could not be loaded', true],
  ] as const)('%s: "%s"', async (code, title, canRetry) => {
    await renderPage((network) => network.refuse('GET', entryPath, code))
    await expect.element(heading).toHaveTextContent(title)
    expect(button('Try again').elements()).toHaveLength(canRetry ? 1 : 0)
    await expect.element(page.getByRole('link', { name: 'My Vault' })).toBeVisible()
  })
})
