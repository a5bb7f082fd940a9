import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { currentSessionContract } from '#shared/auth/current-session-contract.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { owner, renderInApp } from '#testing/web/render.tsx'
import { answerSchema, answerSession } from '#testing/web/sign-in-answers.ts'
import { type SessionUser, sessionQuery } from '#web/session/session.ts'
import { IdleTimeoutView } from './idle-timeout-view.tsx'

const minute = 60_000
const sessionPath = '/api/auth/get-session'
const signOutPath = '/api/auth/sign-out'
const shared: SessionUser = { ...owner, sessionKind: 'shared' }

const warning = page.getByRole('alertdialog', { name: 'Still there?' })
const stay = page.getByRole('button', { name: 'Stay signed in' })
const leave = page.getByRole('button', { name: 'Sign out now' })

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setInterval', 'clearInterval', 'Date'],
    now: Date.parse('2026-11-21T15:00:00Z'),
  })
})
afterEach(() => vi.useRealTimers())

async function renderShared(user = shared) {
  const network = stubNetwork()
  answerSession(network, user)
  network.answer('POST', signOutPath, answerSchema(currentSessionContract[`POST ${signOutPath}`]), {
    success: true,
  })
  const openLogin = vi.fn(async () => {})
  const app = await renderInApp(<IdleTimeoutView openLogin={openLogin} loadLogin={async () => {}} />, {
    user,
  })
  const asked = () => network.sent('GET', sessionPath).length
  return { network, openLogin, asked, ...app }
}

/** The dialog is loaded when it is first needed; from then on it clears the browser's storage. */
async function renderWatching() {
  sessionStorage.setItem('left-behind', 'yes')
  const app = await renderShared()
  await expect.poll(() => sessionStorage.getItem('left-behind')).toBeNull()
  return app
}

/** Second by second, like the page's clock. */
const pass = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * minute)

describe('an unused shared computer', () => {
  test('warns after 14 minutes, not before', async () => {
    const { openLogin } = await renderWatching()
    await pass(13.9)
    await expect.element(warning).not.toBeInTheDocument()
    await pass(0.2)
    await expect.element(warning).toBeVisible()
    await expect.element(stay).toHaveFocus()
    expect(openLogin).not.toHaveBeenCalled()
  })

  test.each([
    ['Enter', '{Enter}'],
    ['Escape', '{Escape}'],
  ])('goes on after %s, for another 14 minutes', async (_key, keys) => {
    const { openLogin } = await renderWatching()
    await pass(14.1)
    await expect.element(stay).toHaveFocus()
    await userEvent.keyboard(keys)
    await expect.element(warning).not.toBeInTheDocument()
    await pass(13.5)
    await expect.element(warning).not.toBeInTheDocument()
    expect(openLogin).not.toHaveBeenCalled()
  })

  test('does not count mouse movement as a response to the warning', async () => {
    const { openLogin } = await renderWatching()
    await pass(14.1)
    await userEvent.hover(leave)
    await expect.element(warning).toBeVisible()
    await pass(1)
    expect(openLogin).toHaveBeenCalledOnce()
  })

  test('is signed out after 15 minutes, in the page first and then on the server', async () => {
    const { network, openLogin, queryClient } = await renderWatching()
    queryClient.setQueryData(['credentials'], ['private'])
    localStorage.setItem('left-behind', 'yes')
    await pass(15.1)
    expect(openLogin).toHaveBeenCalledOnce()
    expect(queryClient.getQueryData(['credentials'])).toBeUndefined()
    expect(queryClient.getQueryData(sessionQuery.queryKey)).toBeNull()
    await expect.poll(() => network.sent('POST', signOutPath)).toHaveLength(1)
    await expect.element(warning).not.toBeInTheDocument()
    expect(localStorage.getItem('left-behind')).toBeNull()
  })

  test('can be signed out at once', async () => {
    const { network, openLogin } = await renderWatching()
    await pass(14.1)
    await userEvent.click(leave)
    await expect.poll(() => network.sent('POST', signOutPath)).toHaveLength(1)
    expect(openLogin).toHaveBeenCalledOnce()
  })

  test('is signed out after sleep, before a key press counts as use', async () => {
    const { openLogin } = await renderWatching()
    vi.setSystemTime(Date.now() + 60 * minute)
    await userEvent.keyboard('a')
    expect(openLogin).toHaveBeenCalledOnce()
  })
})

describe('a shared computer in use', () => {
  test.each([
    ['a key', () => userEvent.keyboard('a')],
    ['a press', () => userEvent.click(document.body)],
    ['the wheel', async () => dispatchEvent(new WheelEvent('wheel'))],
  ])('is not warned after %s', async (_what, use) => {
    await renderWatching()
    await pass(13)
    await use()
    await pass(13)
    await expect.element(warning).not.toBeInTheDocument()
  })

  test('asks the server once a minute during use, and not afterward', async () => {
    const { asked } = await renderWatching()
    for (let minutes = 0; minutes < 10; minutes += 1) {
      await userEvent.keyboard('a')
      await pass(1)
    }
    expect(asked()).toBeGreaterThanOrEqual(8)
    expect(asked()).toBeLessThanOrEqual(11)
    const before = asked()
    await pass(10)
    expect(asked()).toBeLessThanOrEqual(before + 1)
  })

  test('notices that the server has ended the session', async () => {
    const { network, openLogin } = await renderWatching()
    answerSession(network, null)
    await userEvent.keyboard('a')
    await pass(2)
    await expect.poll(() => openLogin.mock.calls.length).toBe(1)
  })

  test('stays when the server cannot be reached', async () => {
    const { network, openLogin, asked } = await renderWatching()
    network.disconnect('GET', sessionPath)
    await userEvent.keyboard('a')
    await pass(2)
    expect(asked()).toBe(1)
    expect(openLogin).not.toHaveBeenCalled()
  })
})

describe('another tab', () => {
  async function renderWithOtherTab() {
    const other = new BroadcastChannel('lanyard-shared-computer')
    const heard: unknown[] = []
    other.onmessage = ({ data }) => heard.push(data)
    return { other, heard, ...(await renderWatching()) }
  }

  test('in use keeps this one', async () => {
    const { other, heard } = await renderWithOtherTab()
    await pass(14.1)
    await expect.element(warning).toBeVisible()
    expect(heard.length).toBeGreaterThan(0)
    other.postMessage(Date.now())
    await expect.element(warning).not.toBeInTheDocument()
    other.close()
  })

  test('signed out signs this one out', async () => {
    const { other, openLogin } = await renderWithOtherTab()
    other.postMessage('over')
    await expect.poll(() => openLogin.mock.calls.length).toBe(1)
    other.close()
  })

  test('hears when this one is signed out', async () => {
    const { other, heard } = await renderWithOtherTab()
    await pass(15.1)
    await expect.poll(() => heard).toContain('over')
    other.close()
  })
})

test.each(['remembered', 'brief'] as const)('a %s session is not watched', async (sessionKind) => {
  const { openLogin, asked } = await renderShared({ ...owner, sessionKind })
  await pass(20)
  await expect.element(warning).not.toBeInTheDocument()
  expect(openLogin).not.toHaveBeenCalled()
  expect(asked()).toBe(0)
})
