import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Upload } from '#web/files/use-uploads.ts'
import { readPages } from './read-file.ts'

const opened = vi.hoisted((): AbortSignal[] => [])
vi.mock('#web/files/open-pdf.ts', () => ({
  openPdf: (_source: unknown, _most: number, signal: AbortSignal) => {
    opened.push(signal)
    return new Promise(() => {})
  },
}))

const upload = {
  ...{ key: 'a', name: 'card.pdf', mimeType: 'application/pdf', state: 'ready' },
  file: new File(['%PDF'], 'card.pdf', { type: 'application/pdf' }),
} as unknown as Upload

beforeEach(() => {
  opened.length = 0
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a PDF that never opens times out after a minute, and is closed', async () => {
  const read = readPages(upload, new AbortController().signal, () => {})
  read.catch(() => {})
  await vi.advanceTimersByTimeAsync(59_000)
  expect(opened[0]?.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1_000)
  await expect(read).rejects.toThrow('took too long')
  expect(opened[0]?.aborted).toBe(true)
})

test('the owner can stop a PDF that never opens', async () => {
  const abort = new AbortController()
  const read = readPages(upload, abort.signal, () => {})
  abort.abort()
  await expect(read).rejects.toThrow('aborted')
  expect(opened[0]?.aborted).toBe(true)
})
