import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { owner, renderInApp } from '#testing/web/render.tsx'
import { useToday } from './session.ts'

const lateEvening = Date.parse('2026-11-22T05:59:00Z')
const today = page.getByRole('main')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: lateEvening })
})
afterEach(() => vi.useRealTimers())

const Today = () => <p>{useToday()}</p>

test.each([
  ['America/Chicago', '2026-11-21'],
  ['Asia/Tokyo', '2026-11-22'],
  [null, '2026-11-22'],
])('today is the date in the owner’s time zone: in %s %s', async (timeZone, date) => {
  await renderInApp(<Today />, { user: { ...owner, timeZone } })
  await expect.element(today).toHaveTextContent(date)
})

test('a page that stays open shows the next day after midnight', async () => {
  await renderInApp(<Today />)
  await expect.element(today).toHaveTextContent('2026-11-21')
  await vi.advanceTimersByTimeAsync(80_000)
  await expect.element(today).toHaveTextContent('2026-11-22')
})

test('a page that was suspended shows the right day as soon as it is visible', async () => {
  await renderInApp(<Today />)
  vi.setSystemTime(lateEvening + 8 * 3_600_000)
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(today).toHaveTextContent('2026-11-22')
})
