import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startInPause } from './watch-session.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const press = () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }))

it('starts after its time when nobody types', () => {
  const start = vi.fn()
  startInPause(start, 3_000)
  vi.advanceTimersByTime(2_999)
  expect(start).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(start).toHaveBeenCalledOnce()
})

it('waits for someone who types or taps, for two seconds after the last key', () => {
  const start = vi.fn()
  startInPause(start, 3_000)
  for (let key = 0; key < 40; key += 1) {
    vi.advanceTimersByTime(150)
    press()
  }
  expect(start).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_999)
  expect(start).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(start).toHaveBeenCalledOnce()
})

it('starts once, no matter what is typed afterwards', () => {
  const start = vi.fn()
  startInPause(start, 1_000)
  vi.advanceTimersByTime(1_000)
  press()
  vi.advanceTimersByTime(10_000)
  expect(start).toHaveBeenCalledOnce()
})
