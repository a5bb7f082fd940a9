import { describe, expect, test } from 'vitest'
import { file as fileSchema } from '#shared/files/file.ts'
import { stubUploads } from '#testing/web/uploads.ts'
import { uploadFile } from './api.ts'

const card = new File(['%PDF-1.7'], 'card.pdf', { type: 'application/pdf' })
const stored = {
  ...{
    id: crypto.randomUUID(),
    name: 'card.pdf',
    size: 8,
    mimeType: 'application/pdf' as const,
    sha256: 'x',
  },
  ...{ resourceType: null, resourceId: null, createdAt: '2026-03-10T15:00:00.000Z' },
}

function upload(signal = new AbortController().signal) {
  const sent = stubUploads([0, 0, 0])
  const result = uploadFile(card, { idempotencyKey: 'key', signal, onProgress: () => {} })
  const failure = result.catch((error: unknown) => error)
  return { sent, result, failure }
}

describe('an upload', () => {
  test('is sent again with the same key after a lost connection or a 5xx', async () => {
    const { sent, result } = upload()
    sent[0]?.disconnect()
    await expect.poll(() => sent.length).toBe(2)
    sent[1]?.refuse('unexpected')
    await expect.poll(() => sent.length).toBe(3)
    sent[2]?.answer(fileSchema, stored)
    expect(await result).toMatchObject({ id: stored.id })
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key']))).toEqual(new Set(['key']))
  })

  test('fails after three retries', async () => {
    const { sent, failure } = upload()
    for (let count = 1; count <= 4; count += 1) {
      await expect.poll(() => sent.length).toBe(count)
      sent[count - 1]?.refuse('unavailable')
    }
    expect(await failure).toMatchObject({ code: 'unavailable' })
    expect(sent).toHaveLength(4)
  })

  test.each(['file_kind_refused', 'not_authenticated', 'too_many_requests'] as const)(
    'is not sent again after %s',
    async (code) => {
      const { sent, failure } = upload()
      sent[0]?.refuse(code)
      expect(await failure).toMatchObject({ code })
      expect(sent).toHaveLength(1)
    },
  )

  test('is not sent again once it was cancelled', async () => {
    const cancelling = new AbortController()
    const { sent, failure } = upload(cancelling.signal)
    sent[0]?.disconnect()
    cancelling.abort()
    expect(await failure).toMatchObject({ name: 'AbortError' })
    expect(sent).toHaveLength(1)
  })
})
