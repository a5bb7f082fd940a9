import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type PushState, pushState } from '#shared/reminders/channels.ts'
import { defaultSettings, reminderSettings } from '#shared/reminders/settings.ts'
import { alert, button } from '#testing/web/fields.ts'
import { onIphone } from '#testing/web/iphone.ts'
import { type NetworkStub, stubNetwork } from '#testing/web/network.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { PushRow } from './push-row.tsx'

const path = '/api/reminders/push'
const phone: PushState['devices'][number] = {
  id: '7c9e6679-7425-4000-8000-000000000051',
  name: 'Chrome on Android',
  fingerprint: 'another-browser',
  createdAt: '2026-11-01T15:00:00.000Z',
  lastSentAt: null,
  lastError: null,
}
const devices = page.getByRole('list', { name: 'Devices that get notifications' })

let network: NetworkStub
const here = page.getByRole('switch', { name: 'Notifications on this device' })
const state = (text: string) => expect.element(here).toHaveAccessibleDescription(text)
/** Where nothing can be sent there is no switch. */
const impossible = async (text: string) => {
  await expect.element(page.getByText(text)).toBeVisible()
  await expect.element(here).not.toBeInTheDocument()
}

beforeEach(() => {
  network = stubNetwork()
  network.answer('GET', '/api/reminders/settings', reminderSettings, defaultSettings)
  vi.spyOn(Notification, 'permission', 'get').mockReturnValue('default')
})

async function renderPush(...list: PushState['devices']) {
  network.answer('GET', path, pushState, { publicKey: 'BPk', devices: list })
  await renderInApp(<PushRow />)
  await expect.element(page.getByText('Notifications on this device')).toBeVisible()
  open()
}

function open() {
  for (const row of document.querySelectorAll('details')) row.open = true
}

describe('notifications on this device', () => {
  test('are off at first', async () => {
    await renderPush()
    await state('Off')
    await expect.element(here).toBeEnabled()
    await expect.element(here).not.toBeChecked()
    await expect.element(button(/^Send me a test/)).not.toBeInTheDocument()
  })

  test('stay off if the browser does not allow them, and show how to continue', async () => {
    vi.spyOn(Notification, 'requestPermission').mockResolvedValue('default')
    await renderPush()
    await userEvent.click(here)
    await expect.element(alert).toMatchTextContent(/Turn them on again and choose “Allow”/)
    expect(network.sent('POST', path)).toEqual([])
  })

  test('show an error if they fail for another reason', async () => {
    vi.spyOn(Notification, 'requestPermission').mockRejectedValue(new Error('no push service'))
    await renderPush()
    await userEvent.click(here)
    await expect.element(alert).toMatchTextContent(/You still get email and calendar reminders/)
  })

  test('need Lanyard on the home screen of an iPhone first', async () => {
    onIphone('tab')
    const { PushManager } = window
    Reflect.deleteProperty(window, 'PushManager')
    onTestFinished(() => void Object.assign(window, { PushManager }))
    await renderPush()
    await impossible('Add Lanyard to your home screen first')
    await expect.element(page.getByText(/^In Safari tap Share/)).toBeVisible()
  })

  test('show where to allow them if they are blocked', async () => {
    vi.spyOn(Notification, 'permission', 'get').mockReturnValue('denied')
    await renderPush()
    await expect.element(page.getByText(/^This browser blocks notifications/)).toBeVisible()
    await impossible('Blocked in this browser')
  })

  test('can be loaded again after a failure', async () => {
    network.refuse('GET', path, 'unavailable')
    await renderInApp(<PushRow />)
    await expect.element(here).toBeDisabled()
    open()
    await expect.element(alert).toMatchTextContent('Temporarily unavailable')
    network.answer('GET', path, pushState, { publicKey: 'BPk', devices: [] })
    await userEvent.click(button('Try again'))
    await expect.element(here).toBeEnabled()
  })
})

describe('the devices that get notifications', () => {
  test('show when they last got one, or why not', async () => {
    await renderPush(phone, {
      ...phone,
      id: '7c9e6679-7425-4000-8000-000000000052',
      name: 'Firefox on Windows',
      lastSentAt: '2026-11-20T15:00:00.000Z',
      lastError: 'Gone',
    })
    const rows = devices.getByRole('listitem')
    await expect.element(page.getByText('Remove any that you don’t recognize.')).toBeVisible()
    await expect.element(rows.nth(0)).toMatchTextContent(/Chrome on Android\s*Added Nov 1, 2026/)
    await expect.element(rows.nth(1)).toMatchTextContent(/last sent Nov 20, 2026/)
    await expect.element(rows.nth(1)).toMatchTextContent('The last notification failed: Gone')
    await expect.element(button('Send me a test: On your devices')).toBeVisible()
  })

  test('can be removed', async () => {
    network.answerEmpty('DELETE', `${path}/${phone.id}`)
    await renderPush(phone)
    await expect.element(devices).toBeVisible()
    network.answer('GET', path, pushState, { publicKey: 'BPk', devices: [] })
    await userEvent.click(button('Remove Chrome on Android'))
    await expect.element(devices).not.toBeInTheDocument()
  })

  test('are kept when removing one fails, with an error', async () => {
    network.refuse('DELETE', `${path}/${phone.id}`, 'unavailable')
    await renderPush(phone)
    await userEvent.click(button('Remove Chrome on Android'))
    await expect.element(alert).toMatchTextContent('Temporarily unavailable')
    await expect.element(devices).toBeVisible()
  })
})
