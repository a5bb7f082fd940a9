import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { OutboxItem } from '#shared/offline/outbox.ts'
import { owner, renderInApp } from '#testing/web/render.tsx'
import { listNames } from './database.ts'
import { claimDevice, dropDevice } from './device.ts'
import { readFlag } from './forget-device.ts'
import { OfflineSettingsView } from './offline-settings-view.tsx'
import { addWaiting } from './outbox-store.ts'

const today = new Date('2026-11-23T18:00:00Z')
const item: OutboxItem = {
  key: '5b0e7f4c-6a1d-4a53-9a0b-7f1a2f6f0c11',
  ...{ method: 'POST', path: '/api/credentials', body: {}, file: null, title: 'Ohio RN license', seen: null },
  queuedAt: today.toISOString(),
  state: { kind: 'waiting' },
}
const off = page.getByRole('radio', { name: 'Off', exact: true })
const dialog = page.getByRole('alertdialog', { name: 'Some changes were not sent' })

beforeEach(dropDevice)
afterEach(async () => {
  await dropDevice()
  localStorage.removeItem('lanyard-offline')
})

test('asks before turning it off deletes unsent changes', async () => {
  const device = await claimDevice(owner.id, today)
  await addWaiting(device, item, undefined)
  await renderInApp(<OfflineSettingsView />)
  await userEvent.click(page.getByText('Off', { exact: true }))
  await userEvent.click(dialog.getByRole('button', { name: 'Keep it on' }))
  expect(await listNames('outbox ')).toHaveLength(1)
  await expect.element(page.getByRole('radio', { name: 'On', exact: true })).toBeChecked()

  await userEvent.click(page.getByText('Off', { exact: true }))
  await userEvent.click(dialog.getByRole('button', { name: 'Turn off and delete them' }))
  await expect.poll(readFlag).toEqual({ kind: 'off' })
  await expect.element(off).toBeChecked()
  expect(await indexedDB.databases()).toEqual([])
})

test('turns off at once without pending changes', async () => {
  await claimDevice(owner.id, today)
  await renderInApp(<OfflineSettingsView />)
  await userEvent.click(page.getByText('Off', { exact: true }))
  await expect.poll(readFlag).toEqual({ kind: 'off' })
})
