import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createGatheredLog } from './gathered-log.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('repeated events are one line immediately, and one with the count of the rest after a minute', () => {
  const warn = vi.fn()
  const record = createGatheredLog({ warn })
  for (let each = 0; each < 1000; each++) record({ directive: 'img-src' }, 'csp_violation')
  expect(warn.mock.calls).toEqual([[{ directive: 'img-src', count: 1 }, 'csp_violation']])
  vi.advanceTimersByTime(60_000)
  expect(warn.mock.calls.slice(1)).toEqual([[{ directive: 'img-src', count: 999 }, 'csp_violation']])
  vi.advanceTimersByTime(600_000)
  expect(warn).toHaveBeenCalledTimes(2)
})

test('kinds beyond a limit are counted together', () => {
  const warn = vi.fn()
  const record = createGatheredLog({ warn })
  for (let each = 0; each < 500; each++) record({ code: `kind ${each}` }, 'refused')
  expect(warn).toHaveBeenCalledTimes(20)
  vi.advanceTimersByTime(60_000)
  expect(warn).toHaveBeenCalledTimes(21)
  expect(warn).toHaveBeenLastCalledWith({ count: 480 }, 'refused')
})
