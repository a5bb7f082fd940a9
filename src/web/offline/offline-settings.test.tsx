import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { OutboxItem } from '#shared/offline/outbox.ts'
import { onIphone } from '#testing/web/iphone.ts'
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

test('asks the browser to keep the copy when it is turned on', async () => {
  const persist = vi.spyOn(navigator.storage, 'persist').mockResolvedValue(true)
  onTestFinished(() => persist.mockRestore())
  localStorage.setItem('lanyard-offline', 'off')
  await renderInApp(<OfflineSettingsView />)
  await userEvent.click(page.getByText('On', { exact: true }))
  await expect.poll(() => persist.mock.calls).toHaveLength(1)
})

test('a tab on an iPhone says that a copy lasts 7 days without a visit, and the home screen does not', async () => {
  onIphone('tab')
  const { unmount } = await renderInApp(<OfflineSettingsView />)
  const warning = page.getByText(/deletes what a site keeps after 7 days without a visit/)
  await expect.element(warning).toBeVisible()
  await unmount()
  onIphone('app')
  await renderInApp(<OfflineSettingsView />)
  await expect.element(off).toBeVisible()
  await expect.element(warning).not.toBeInTheDocument()
})
