import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { z } from 'zod'
import { competencyRecord } from '#shared/competency/record.ts'
import { sampleRecord } from '#shared/competency/sample.ts'
import { credential } from '#shared/credentials/credential.ts'
import { sampleLicense } from '#shared/credentials/sample.ts'
import { file } from '#shared/files/file.ts'
import { type TrashItem, trashEmptied, trashPage } from '#shared/trash/trash.ts'
import { type NetworkStub, stubNetwork } from '#testing/web/network.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { daysFromNow, sampleId, sampleNow, stopClock } from '#testing/web/share-samples.ts'
import { TrashList } from './trash-list.tsx'

stopClock()

const license: TrashItem = {
  kind: 'license',
  id: sampleId(1),
  title: 'Texas RN license',
  entryCount: null,
  size: null,
  deletedAt: '2026-11-20T15:00:00.000Z',
  goneAt: daysFromNow(29),
  keep: null,
}
const scan: TrashItem = { ...license, kind: 'file', id: sampleId(2), title: 'card.pdf', size: 348_160 }
const cycle: TrashItem = {
  ...license,
  kind: 'ceuCycle',
  id: sampleId(3),
  title: 'Texas, 2025 to 2027',
  entryCount: 3,
}
const entry: TrashItem = { ...license, kind: 'ceuEntry', id: sampleId(4), title: 'Ethics' }

const status = page.getByRole('status').first()
const rows = page.getByRole('listitem')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const question = page.getByRole('alertdialog')
const sizeOf = (items: TrashItem[]) => items.reduce((sum, { size }) => sum + (size ?? 0), 0)

function answerTrash(network: NetworkStub, items: TrashItem[]) {
  network.answer('GET', '/api/trash', trashPage, {
    items,
    nextCursor: null,
    count: items.length,
    size: sizeOf(items),
    keep: items.find((item) => item.keep)?.keep ?? null,
  })
}

async function renderTrash(items: TrashItem[]) {
  const network = stubNetwork()
  answerTrash(network, items)
  return { network, ...(await renderInApp(<TrashList />)) }
}

describe('the trash', () => {
  test('explains itself while it is empty', async () => {
    await renderTrash([])
    await expect.element(page.getByText('Your trash is empty')).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Go to My Vault' }))
      .toHaveAttribute('href', '/credentials')
  })

  test('shows for each item what it is, when it was deleted, and how long it can be restored', async () => {
    await renderTrash([license, scan, cycle])
    await expect.element(status).toHaveTextContent('3 items, 340 KB of files')
    await expect.element(rows.nth(0)).toMatchTextContent('License · deleted Nov 20, 2026, 9:00 AM')
    await expect.element(rows.nth(0)).toMatchTextContent('Deleted permanently in 29 days')
    await expect.element(rows.nth(1)).toMatchTextContent('File of 340 KB')
    await expect.element(rows.nth(2)).toMatchTextContent('CE cycle with 3 entries')
  })

  test('shows the board and the date of proof that must be kept, in its row and before it is deleted', async () => {
    await renderTrash([{ ...entry, keep: { until: '2033-03-31', board: 'Texas Board of Nursing' } }])
    const words = 'Texas Board of Nursing wants this proof kept until Mar 31, 2033'
    await expect.element(rows.nth(0)).toMatchTextContent(words)
    await userEvent.click(button('Delete Ethics permanently'))
    await expect.element(question).toMatchTextContent(`${words}. This permanently deletes`)
    await userEvent.click(button('Cancel'))
    await userEvent.click(button('Empty trash…'))
    await expect.element(question).toMatchTextContent('Texas Board of Nursing wants kept until Mar 31, 2033')
  })

  test('shows an error when it did not load, and loads again', async () => {
    const network = stubNetwork()
    network.refuse('GET', '/api/trash', 'user_mismatch')
    await renderInApp(<TrashList />)
    await expect.element(page.getByRole('alert')).toMatchTextContent('Different account')
    answerTrash(network, [license])
    await userEvent.click(button('Try again'))
    await expect.element(rows).toMatchTextContent('Texas RN license')
  })

  test('loads earlier items on request, and keeps the list when that fails', async () => {
    const network = stubNetwork()
    const answerPages = () =>
      network.answerEach('GET', '/api/trash', trashPage, ({ query }) => ({
        items: query.cursor ? [scan] : [license],
        nextCursor: query.cursor ? null : 'earlier',
        count: 2,
        size: 348_160,
        keep: null,
      }))
    answerPages()
    await renderInApp(<TrashList />)
    await expect.element(button('Show earlier')).toBeVisible()
    network.refuse('GET', '/api/trash', 'user_mismatch')
    await userEvent.click(button('Show earlier'))
    await expect.element(page.getByRole('alert')).toBeVisible()
    await expect.element(rows).toMatchTextContent('Texas RN license')
    answerPages()
    await userEvent.click(button('Try again'))
    await expect.element(rows.nth(1)).toMatchTextContent('card.pdf')
    await expect.element(button('Show earlier')).not.toBeInTheDocument()
    await expect.element(status).toHaveTextContent('2 items, 340 KB of files')
  })
})

describe('restoring', () => {
  const licenseAnswer = {
    ...sampleLicense,
    id: license.id,
    status: 'active',
    daysLeft: 130,
    dateMissing: false,
    followsSchedule: false,
    archivedAt: null,
    createdAt: sampleNow,
    updatedAt: sampleNow,
  } as z.input<typeof credential>

  test('removes the item from the list, announces it, and links to it', async () => {
    const { network, path } = await renderTrash([license, scan])
    network.answer('POST', `/api/credentials/${license.id}/restore`, credential, licenseAnswer)
    answerTrash(network, [scan])
    const restore = button('Restore Texas RN license')
    await userEvent.dblClick(restore)
    await expect.element(page.getByText('Restored “Texas RN license”')).toBeVisible()
    await expect.element(rows).toMatchTextContent('card.pdf')
    expect(network.sent('POST', `/api/credentials/${license.id}/restore`)).toHaveLength(1)
    await userEvent.click(button('View'))
    await expect.poll(path).toBe(`/credentials/${license.id}`)
  })

  test('with a double click does not restore the item that moves up', async () => {
    const { network } = await renderTrash([license, scan])
    network.answer('POST', `/api/credentials/${license.id}/restore`, credential, licenseAnswer)
    answerTrash(network, [scan])
    const second = new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        if (button('Restore Texas RN license').query()) return
        observer.disconnect()
        button('Restore card.pdf')
          .element()
          .dispatchEvent(new MouseEvent('click', { bubbles: true }))
        resolve()
      })
      observer.observe(document.body, { childList: true, subtree: true })
    })
    await userEvent.click(button('Restore Texas RN license'))
    await second
    await expect.element(page.getByText('Restored “Texas RN license”')).toBeVisible()
    expect(network.sent('POST', `/api/upload/${scan.id}/restore`)).toHaveLength(0)
  })

  test('links to the practice log for a practice record', async () => {
    const practice: TrashItem = { ...license, kind: 'competencyRecord', title: 'CCRN' }
    const { network, path } = await renderTrash([practice])
    network.answer('POST', `/api/competency-records/${practice.id}/restore`, competencyRecord, {
      ...{ ...sampleRecord, id: practice.id, createdAt: sampleNow, updatedAt: sampleNow },
    })
    await expect.element(rows.nth(0)).toMatchTextContent('Practice record · deleted')
    await userEvent.click(button('Restore CCRN'))
    await userEvent.click(button('View'))
    await expect.poll(path).toBe('/credentials/practice')
  })

  test('with the keyboard keeps the focus in the page after the row is gone', async () => {
    const { network } = await renderTrash([license])
    network.answer('POST', `/api/credentials/${license.id}/restore`, credential, licenseAnswer)
    answerTrash(network, [])
    await expect.element(button('Restore Texas RN license')).toBeVisible()
    button('Restore Texas RN license').element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Your trash is empty')).toBeVisible()
    expect(document.activeElement).not.toBe(document.body)
  })

  test.each([
    ['the credential that it is attached to', 'license', sampleId(7), `/credentials/${sampleId(7)}`],
    ['the upload page when it is attached to nothing', null, null, '/upload'],
  ] as const)('a file leads to %s', async (_where, resourceType, resourceId, expected) => {
    const { network, path } = await renderTrash([scan])
    network.answer('POST', `/api/upload/${scan.id}/restore`, file, {
      id: scan.id,
      name: scan.title,
      size: 348_160,
      mimeType: 'application/pdf',
      sha256: 'a',
      resourceType,
      resourceId,
      createdAt: sampleNow,
    })
    await userEvent.click(button('Restore card.pdf'))
    await userEvent.click(button('View'))
    await expect.poll(path).toBe(expected)
  })

  test('an entry whose cycle is also in the trash shows what to restore first', async () => {
    const { network } = await renderTrash([entry])
    network.refuse('POST', `/api/ceu-entries/${entry.id}/restore`, 'ceu_cycle_not_found')
    await userEvent.click(button('Restore Ethics'))
    await expect.element(page.getByRole('alert')).toMatchTextContent('“Ethics” was not restored')
    await expect.element(page.getByRole('alert')).toMatchTextContent('Restore the cycle first.')
    await expect.element(rows).toMatchTextContent('Ethics')
  })

  test('shows why it failed, and the item stays', async () => {
    const { network } = await renderTrash([license])
    network.disconnect('POST', `/api/credentials/${license.id}/restore`)
    await userEvent.click(button('Restore Texas RN license'))
    await expect.element(page.getByRole('alert')).toMatchTextContent('“Texas RN license” was not restored')
    await expect.element(page.getByRole('alert')).toMatchTextContent('Lanyard cannot be reached.')
    await expect.element(rows).toMatchTextContent('Texas RN license')
  })
})

describe('deleting permanently', () => {
  const confirm = question.getByRole('button', { name: 'Delete permanently' })

  test('asks for confirmation, and keeps the item when the owner cancels', async () => {
    const { network } = await renderTrash([cycle])
    await userEvent.click(button('Delete Texas, 2025 to 2027 permanently'))
    await expect.element(question).toHaveAccessibleName('Delete Texas, 2025 to 2027 permanently?')
    await expect.element(question).toMatchTextContent('its 3 entries and their files')
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
    await expect.element(question).not.toBeInTheDocument()
    expect(network.sent('DELETE', `/api/trash/ceuCycle/${cycle.id}`)).toEqual([])
  })

  test('removes the item', async () => {
    const { network } = await renderTrash([license, scan])
    network.answer('DELETE', `/api/trash/file/${scan.id}`, z.undefined(), undefined)
    await userEvent.click(button('Delete card.pdf permanently'))
    answerTrash(network, [license])
    await userEvent.click(confirm)
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(status).toHaveTextContent('1 item')
    expect(rows.elements()).toHaveLength(1)
  })

  test('shows an error if it failed, and the item stays', async () => {
    const { network } = await renderTrash([license])
    network.refuse('DELETE', `/api/trash/license/${license.id}`, 'unavailable')
    await userEvent.click(button('Delete Texas RN license permanently'))
    await userEvent.click(confirm)
    await expect.element(page.getByRole('alert')).toMatchTextContent('“Texas RN license” was not deleted')
    await expect.element(rows).toMatchTextContent('Texas RN license')
  })

  test('everything works with the keyboard alone', async () => {
    const { network } = await renderTrash([license, scan])
    network.answer('DELETE', '/api/trash', trashEmptied, { deleted: 2 })
    await expect.element(button('Empty trash…')).toBeVisible()
    await userEvent.tab()
    await expect.element(button('Empty trash…')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(question).toMatchTextContent('This permanently deletes 2 items, 340 KB of files.')
    answerTrash(network, [])
    question.getByRole('button', { name: 'Empty trash' }).element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Trash emptied')).toBeVisible()
    await expect.element(page.getByText('Your trash is empty')).toBeVisible()
    expect(network.sent('DELETE', '/api/trash')).toHaveLength(1)
  })

  test('everything shows an error if it failed', async () => {
    const { network } = await renderTrash([license, scan])
    network.refuse('DELETE', '/api/trash', 'not_authenticated')
    await userEvent.click(button('Empty trash…'))
    await userEvent.click(question.getByRole('button', { name: 'Empty trash' }))
    await expect.element(page.getByRole('alert')).toMatchTextContent('The trash was not emptied')
    expect(rows.elements()).toHaveLength(2)
  })
})
