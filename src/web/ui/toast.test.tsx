import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderInApp } from '#testing/web/render.tsx'
import { showToast } from './toast-queue.ts'

const fiveSeconds = 5_000

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await renderInApp(<button type="button">Elsewhere</button>)
  // A pointer that an earlier test left where the toast appears would hold it.
  await userEvent.hover(page.getByRole('button', { name: 'Elsewhere' }))
})
afterEach(() => vi.useRealTimers())

/** In the page even without a toast, but empty. */
const status = page.getByRole('status', { includeHidden: true })
/** Read immediately: waiting for an element would advance the fake clock. */
const shown = () => status.element().textContent

test('a toast is announced and disappears after five seconds', async () => {
  showToast({ title: 'Saved', description: 'Your license is in My Vault.' })
  await expect.element(status).toHaveTextContent('SavedYour license is in My Vault.')

  await vi.advanceTimersByTimeAsync(fiveSeconds - 1)
  expect(shown()).toMatch('Saved')
  await vi.advanceTimersByTimeAsync(1)
  expect(shown()).toBe('')
})

test('toasts are shown one at a time, oldest first', async () => {
  showToast({ title: 'First' })
  showToast({ title: 'Second' })
  await expect.element(status).toHaveTextContent('First')
  await userEvent.click(page.getByRole('button', { name: 'Dismiss' }))
  await expect.element(status).toHaveTextContent('Second')
})

test('a failure is an alert', async () => {
  showToast({ title: 'Not saved', tone: 'destructive' })
  await expect.element(page.getByRole('alert')).toHaveTextContent('Not saved')
  await expect.element(status).toBeEmptyDOMElement()
})

test('a toast stays while the pointer is on it', async () => {
  showToast({ title: 'Deleted' })
  await userEvent.hover(page.getByText('Deleted'))
  await vi.advanceTimersByTimeAsync(2 * fiveSeconds)
  expect(shown()).toMatch('Deleted')

  await userEvent.hover(page.getByRole('button', { name: 'Elsewhere' }))
  await vi.advanceTimersByTimeAsync(fiveSeconds)
  expect(shown()).toBe('')
})

test('a toast with an action stays for ten seconds, so that it can be reached from the keyboard', async () => {
  showToast({ title: 'Deleted', action: { label: 'Undo', onAction: () => {} } })
  await expect.element(status).toMatchTextContent('Deleted')
  await vi.advanceTimersByTimeAsync(2 * fiveSeconds - 1)
  expect(shown()).toMatch('Deleted')
  await vi.advanceTimersByTimeAsync(1)
  expect(shown()).toBe('')
})

test('its action runs once and removes the toast', async () => {
  const onAction = vi.fn()
  showToast({ title: 'Deleted', action: { label: 'Undo', onAction } })
  await userEvent.click(page.getByRole('button', { name: 'Undo' }))
  await expect.element(status).toBeEmptyDOMElement()
  expect(onAction).toHaveBeenCalledOnce()
})

test('its action is reached with F6, and taken with Ctrl+Z', async () => {
  const onAction = vi.fn()
  const action = { label: 'Undo', onAction }
  showToast({ title: 'Deleted', action })
  await expect.element(status).toMatchTextContent('Deleted')
  await userEvent.keyboard('{F6}')
  await expect.element(page.getByRole('button', { name: 'Undo' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(onAction).toHaveBeenCalledOnce()
  showToast({ title: 'Archived', action })
  await expect.element(status).toMatchTextContent('Archived')
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(status).toBeEmptyDOMElement()
  expect(onAction).toHaveBeenCalledTimes(2)
})

test('Ctrl+Z in a field is the field’s own', async () => {
  const onAction = vi.fn()
  await renderInApp(<input aria-label="Notes" />)
  showToast({ title: 'Deleted', action: { label: 'Undo', onAction } })
  await userEvent.click(page.getByLabelText('Notes'))
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(onAction).not.toHaveBeenCalled()
})
