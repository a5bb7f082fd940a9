import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { sessionContract } from '#shared/auth/sign-in-method-contract.ts'
import { type SessionList as Sessions, sessionList } from '#shared/auth/sign-in-methods.ts'
import { Problem } from '#shared/http/errors.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { answerSchema } from '#testing/web/sign-in-answers.ts'
import { SessionList } from './session-list.tsx'

const path = '/api/users/me/sessions'

type Session = Sessions['items'][number]

const session = (id: string, more: Partial<Session> = {}): Session => ({
  id,
  isCurrent: false,
  kind: 'remembered',
  device: `Browser ${id}`,
  createdAt: '2026-11-01T15:00:00.000Z',
  lastUsedAt: '2026-11-20T15:00:00.000Z',
  endsAt: '2026-12-20T15:00:00.000Z',
  ...more,
})
const current = session('1', { isCurrent: true, device: 'Chrome on Windows' })
const phone = session('2', { device: 'Safari on an iPhone' })
const others = ['3', '4', '5', '6'].map((id) => session(id))

const list = page.getByRole('list')
const rows = page.getByRole('listitem')
const dialog = page.getByRole('alertdialog')
const endPhone = page.getByRole('button', { name: 'End session: Safari on an iPhone' })
const endOthers = page.getByRole('button', { name: 'End all others' })
const confirm = dialog.getByRole('button', { name: /^End/ })
const status = page.getByRole('region', { name: 'Notifications' }).getByRole('status')

async function renderSessions(...items: Session[]) {
  const network = stubNetwork()
  network.answer('GET', path, sessionList, { items })
  network.answerEmpty('DELETE', `${path}/${phone.id}`)
  network.answer('DELETE', path, answerSchema(sessionContract[`DELETE ${path}`]), { ended: items.length - 1 })
  await renderInApp(<SessionList />)
  await expect.element(rows.first()).toBeVisible()
  return network
}

describe('the list of sessions', () => {
  test('names each device, and marks this one', async () => {
    await renderSessions(current, phone)
    await expect.element(rows.nth(0)).toMatchTextContent(/^Chrome on WindowsThis deviceIn use now/)
    await expect
      .element(rows.nth(1))
      .toHaveTextContent(
        'Safari on an iPhoneLast used Nov 20, 2026, 9:00 AM · signed in Nov 1, 2026, 9:00 AMEnd session',
      )
  })

  test('has nothing to end if there is only this one', async () => {
    await renderSessions(current)
    await expect.element(page.getByText('Only on this device.')).toBeVisible()
    await expect.element(page.getByRole('button')).not.toBeInTheDocument()
  })

  test('offers to end all others at once only if there are several', async () => {
    await renderSessions(current, phone)
    await expect.element(endPhone).toBeVisible()
    await expect.element(endOthers).not.toBeInTheDocument()
  })

  test('marks a shared computer, and an unknown device', async () => {
    await renderSessions(current, session('2', { kind: 'shared', device: null }))
    await expect.element(rows.nth(1)).toMatchTextContent(/^Unknown deviceShared computer.* ends Dec 20, 2026/)
  })

  test('shows four, and the rest on demand', async () => {
    await renderSessions(current, phone, ...others)
    expect(rows.elements()).toHaveLength(4)
    await userEvent.click(page.getByRole('button', { name: 'Show all 6' }))
    await expect.poll(() => rows.elements().length).toBe(6)
    await expect.element(page.getByRole('button', { name: /^Show all/ })).not.toBeInTheDocument()
  })

  test('keeps its section while it loads', async () => {
    const network = stubNetwork()
    network.answer('GET', path, sessionList, { items: [current] })
    const release = network.hold('GET', path)
    await renderInApp(<SessionList />)
    await expect.element(page.getByRole('region', { name: 'Where you are signed in' })).toBeVisible()
    await expect.element(list).not.toBeInTheDocument()
    release()
    await expect.element(rows.first()).toBeVisible()
  })

  test('shows the reason when it cannot be loaded, and loads again', async () => {
    const network = stubNetwork()
    network.refuse('GET', path, 'unavailable')
    await renderInApp(<SessionList />)
    await expect.element(page.getByRole('alert')).toMatchTextContent(new Problem('unavailable').message)
    network.answer('GET', path, sessionList, { items: [current] })
    await userEvent.click(page.getByRole('button', { name: 'Try again' }))
    await expect.element(rows.first()).toBeVisible()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  })
})

describe('ending a session', () => {
  test('asks for confirmation, then ends it and updates the list', async () => {
    const network = await renderSessions(current, phone)
    await userEvent.click(endPhone)
    await expect.element(dialog).toMatchTextContent('Safari on an iPhone will be signed out right away.')
    expect(network.sent('DELETE', `${path}/2`)).toEqual([])
    network.answer('GET', path, sessionList, { items: [current] })
    await userEvent.click(confirm)
    await expect.element(status).toHaveTextContent('Signed outSafari on an iPhone')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.poll(() => rows.elements().length).toBe(1)
    expect(network.sent('DELETE', `${path}/2`)).toHaveLength(1)
  })

  test('keeps the focus in the page after its button is gone', async () => {
    const network = await renderSessions(current, phone)
    await userEvent.click(endPhone)
    network.answer('GET', path, sessionList, { items: [current] })
    await userEvent.click(confirm)
    await expect.element(page.getByRole('main')).toHaveFocus()
  })

  test('can be canceled with the keyboard, returning to its button', async () => {
    const network = await renderSessions(current, phone)
    endPhone.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true)
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(endPhone).toHaveFocus()
    expect(network.sent('DELETE', `${path}/2`)).toEqual([])
  })

  test('pressed twice is sent once', async () => {
    const network = await renderSessions(current, phone)
    const release = network.hold('DELETE', `${path}/2`)
    await userEvent.click(endPhone)
    await userEvent.dblClick(confirm)
    release()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(network.sent('DELETE', `${path}/2`)).toHaveLength(1)
  })

  test('of all others shows how many, and ends them in one request', async () => {
    const network = await renderSessions(current, phone, ...others)
    await userEvent.click(endOthers)
    await expect.element(dialog).toMatchTextContent('The other 5 devices will be signed out right away.')
    await userEvent.click(confirm)
    await expect.element(status).toHaveTextContent('Your other devices were signed out')
    expect(network.sent('DELETE', path)).toHaveLength(1)
  })

  test.each([
    ['unavailable', undefined],
    ['too_many_requests', 30],
  ] as const)('refused with %s says so in the dialog, which stays', async (code, retryAfter) => {
    const network = await renderSessions(current, phone)
    network.refuse('DELETE', `${path}/2`, code, retryAfter === undefined ? {} : { retryAfter })
    await userEvent.click(endPhone)
    await userEvent.click(confirm)
    await expect
      .element(dialog.getByRole('alert'))
      .toMatchTextContent(`Not ended${new Problem(code).message}`)
    await expect.element(rows.nth(1)).toMatchTextContent('Safari on an iPhone')
    await expect.element(confirm).toBeEnabled()
  })

  test('does not show an earlier error for another session', async () => {
    const network = await renderSessions(current, phone, session('3'))
    network.disconnect('DELETE', `${path}/2`)
    await userEvent.click(endPhone)
    await userEvent.click(confirm)
    await expect.element(dialog.getByRole('alert')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await userEvent.click(page.getByRole('button', { name: 'End session: Browser 3' }))
    await expect.element(dialog).toMatchTextContent('Browser 3 will be signed out')
    await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
  })

  test('shows an error if it has already ended, and reloads the list', async () => {
    const network = await renderSessions(current, phone)
    network.refuse('DELETE', `${path}/2`, 'session_not_found')
    network.answer('GET', path, sessionList, { items: [current] })
    await userEvent.click(endPhone)
    await userEvent.click(confirm)
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('Session not found')
    await expect.poll(() => page.getByRole('listitem', { includeHidden: true }).elements().length).toBe(1)
  })
})
