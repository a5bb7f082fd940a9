import { queryOptions } from '@tanstack/react-query'
import type { fileContract } from '#shared/files/contract.ts'
import type { File as StoredFile } from '#shared/files/file.ts'
import { Problem } from '#shared/http/errors.ts'
import { readProblem } from '#web/http/api.ts'
import { client } from '#web/http/client.ts'
import { offlineSource } from '#web/http/offline-source.ts'
import { t } from '#web/i18n/t.ts'
import { offlineState } from '#web/offline/offline-state.ts'

const api = client<typeof fileContract>()

export function contentUrl(id: string): string {
  return api.url('GET /api/upload/{id}/content', { params: { id } })
}

/** A WebP preview without metadata, at most `width` pixels wide; PDFs have none. */
export function previewUrl(id: string, width: number): string {
  return api.url('GET /api/upload/{id}/preview', { params: { id }, query: { width } })
}

export const fileQuery = (id: string) =>
  queryOptions({
    queryKey: ['files', id],
    queryFn: ({ signal }) => api.find('GET /api/upload/{id}', { params: { id }, signal }),
  })

/** Lists that a new file changes. */
export const fileListKeys = [
  ['files', 'unattached'],
  ['files', 'list'],
] as const

/** Uploaded files that belong to no record, from an upload that was never finished. */
export const unattachedFilesQuery = queryOptions({
  queryKey: fileListKeys[0],
  queryFn: ({ signal }) => api.call('GET /api/upload', { query: { unattached: true }, signal }),
  select: ({ items }) => items,
})

/** Moves it to the trash. */
export function removeFile(id: string): Promise<void> {
  return api.call('DELETE /api/upload/{id}', { params: { id } })
}

/** Permanently, without the trash. */
export function purgeFile(id: string): Promise<void> {
  return api.call('DELETE /api/upload/{id}', { params: { id }, query: { forever: true } })
}

export function restoreFile(id: string): Promise<StoredFile> {
  return api.call('POST /api/upload/{id}/restore', { params: { id } })
}

export type UploadOptions = {
  /** A picture that covers pages in a share link. Links are not made without a connection, so it is not queued. */
  resourceType?: 'share'
  /** The same key for each try of one file, so that a lost response does not create a second record. */
  idempotencyKey: string
  signal: AbortSignal
  /** From 0 to 1. */
  onProgress(part: number): void
}

/** Waits before another try of an upload; tests make them short. */
export const uploadRetry = { waitsMs: [1000, 2000, 4000] }

/** Sends one file; up to three more times after a lost connection or a 5xx. */
export async function uploadFile(file: File, options: UploadOptions): Promise<StoredFile> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await sendFile(file, options)
    } catch (error) {
      if (!(error instanceof Problem) || error.status < 500) throw error
      const wait = offlineState().isOffline ? undefined : uploadRetry.waitsMs[tries]
      if (wait === undefined && options.resourceType) throw error
      if (wait === undefined) return keepUpload(file, options, error)
      await pause(wait, options.signal)
    }
  }
}

/** Without a connection it is queued on this device. Rejects with `error` if the device keeps nothing. */
async function keepUpload(
  file: File,
  { idempotencyKey }: UploadOptions,
  error: Problem,
): Promise<StoredFile> {
  const source = error.code === 'unavailable' ? await offlineSource() : null
  if (!source) throw error
  const change = { method: 'POST', path: '/api/upload', body: null, title: file.name, seen: null } as const
  return (await source.queue({ ...change, file, idempotencyKey })) as StoredFile
}

/** Rejects at once when the upload is cancelled. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  const cancel = () => {
    clearTimeout(timer)
    reject(cancelled())
  }
  if (signal.aborted) cancel()
  signal.addEventListener('abort', cancel)
  return promise.finally(() => signal.removeEventListener('abort', cancel))
}

const cancelled = () => new DOMException('Cancelled', 'AbortError')

/** `fetch` reports no upload progress, so this uses XMLHttpRequest. */
function sendFile(
  file: File,
  { resourceType, idempotencyKey, signal, onProgress }: UploadOptions,
): Promise<StoredFile> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open('POST', api.url('POST /api/upload'))
    xhr.setRequestHeader('Idempotency-Key', idempotencyKey)
    xhr.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    }
    xhr.onload = () => {
      if (xhr.status === 201 || xhr.status === 200) return resolve(JSON.parse(xhr.responseText))
      void readProblem(new Response(xhr.responseText, { status: xhr.status })).then(reject)
    }
    xhr.onerror = () => reject(connectionLost())
    xhr.onabort = () => reject(cancelled())
    signal.addEventListener('abort', () => xhr.abort())
    const body = new FormData()
    body.append('file', file)
    if (resourceType) body.append('resourceType', resourceType)
    xhr.send(body)
  })
}

function connectionLost(): Problem {
  return new Problem('unavailable', {
    detail: t`The connection was lost during the upload. Try again.`,
  })
}
