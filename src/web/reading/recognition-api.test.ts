import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ReadPage } from '#shared/reading/page.ts'
import type { RecognitionAnswer } from './recognition-api.ts'

const page: ReadPage = { number: 1, width: 10, height: 10, words: [] }
const started: FakeWorker[] = []

class FakeWorker {
  isTerminated = false
  onmessage?: (event: { data: RecognitionAnswer }) => void
  onerror?: () => void
  constructor() {
    started.push(this)
  }
  postMessage() {}
  terminate() {
    this.isTerminated = true
  }
}

beforeEach(() => {
  started.length = 0
  vi.useFakeTimers()
  vi.stubGlobal('Worker', FakeWorker)
  vi.resetModules()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function read(signal = new AbortController().signal) {
  const { recognize } = await import('./recognition-api.ts')
  const bitmap = {} as unknown as ImageBitmap
  const progress: number[] = []
  const answer = recognize({ bitmap, number: 1, isCropped: false }, signal, (part) => progress.push(part))
  answer.catch(() => {})
  await vi.advanceTimersByTimeAsync(0)
  return { answer, progress }
}

test('reading that never ends times out after a minute, and its worker is stopped', async () => {
  const { answer } = await read()
  await vi.advanceTimersByTimeAsync(59_000)
  expect(started[0]?.isTerminated).toBe(false)
  await vi.advanceTimersByTimeAsync(1_000)
  await expect(answer).rejects.toThrow('took too long')
  expect(started[0]?.isTerminated).toBe(true)
})

test('the owner can stop reading, and a new worker reads the next picture', async () => {
  const abort = new AbortController()
  const { answer } = await read(abort.signal)
  abort.abort()
  await expect(answer).rejects.toThrow('aborted')
  expect(started[0]?.isTerminated).toBe(true)
  const next = await read()
  expect(started).toHaveLength(2)
  started[1]?.onmessage?.({ data: { progress: 0.5 } })
  started[1]?.onmessage?.({ data: { page } })
  await expect(next.answer).resolves.toEqual(page)
  expect(next.progress).toEqual([0.5])
})

test('one worker reads pictures one at a time, and ends when none are left', async () => {
  const [first, second] = [await read(), await read()]
  started[0]?.onmessage?.({ data: { page } })
  await expect(first.answer).resolves.toEqual(page)
  await vi.advanceTimersByTimeAsync(0)
  started[0]?.onmessage?.({ data: { page } })
  await expect(second.answer).resolves.toEqual(page)
  expect(started).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(started[0]?.isTerminated).toBe(true)
})

test('a reader that failed, for example to load its model, is not used again', async () => {
  const first = await read()
  started[0]?.onmessage?.({ data: { failure: 'The language answered 503' } })
  await expect(first.answer).rejects.toThrow('503')
  expect(started[0]?.isTerminated).toBe(true)
  const again = await read()
  started[1]?.onmessage?.({ data: { page } })
  await expect(again.answer).resolves.toEqual(page)
})
