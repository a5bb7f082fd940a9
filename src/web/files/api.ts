import { queryOptions } from '@tanstack/react-query'
import type { File as StoredFile } from '#shared/files/file.ts'
import { Problem } from '#shared/http/errors.ts'
import { find, problemFrom, request } from '#web/http/api.ts'

export function contentUrl(id: string): string {
  return `/api/upload/${id}/content`
}

/** A WebP picture without metadata, at most `width` pixels wide; PDFs have none. */
export function previewUrl(id: string, width: number): string {
  return `/api/upload/${id}/preview?width=${width}`
}

export const fileQuery = (id: string) =>
  queryOptions({
    queryKey: ['files', id],
    queryFn: ({ signal }) => find<StoredFile>(`/api/upload/${id}`, { signal }),
  })

/** Files that were sent but belong to no credential: an upload that was left half-way. */
export const unattachedFilesQuery = queryOptions({
  queryKey: ['files', 'unattached'],
  queryFn: ({ signal }) =>
    request<{ items: StoredFile[] }>('GET', '/api/upload', { query: { unattached: true }, signal }),
})

/** Into the trash. */
export function removeFile(id: string): Promise<void> {
  return request('DELETE', `/api/upload/${id}`)
}

/** Past the trash, with its bytes. */
export function purgeFile(id: string): Promise<void> {
  return request('DELETE', `/api/upload/${id}?forever=true`)
}

export function restoreFile(id: string): Promise<StoredFile> {
  return request('POST', `/api/upload/${id}/restore`)
}

export type UploadOptions = {
  /** The same key for each try of one file: a lost answer leaves one record, not two. */
  idempotencyKey: string
  signal: AbortSignal
  /** From 0 to 1. */
  onProgress(part: number): void
}

/** Sends one file; `fetch` tells nothing of progress, so this is the one place that uses XMLHttpRequest. */
export function uploadFile(
  file: File,
  { idempotencyKey, signal, onProgress }: UploadOptions,
): Promise<StoredFile> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open('POST', '/api/upload')
    xhr.setRequestHeader('Idempotency-Key', idempotencyKey)
    xhr.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    }
    xhr.onload = () => {
      if (xhr.status === 201 || xhr.status === 200) return resolve(JSON.parse(xhr.responseText))
      void problemFrom(new Response(xhr.responseText, { status: xhr.status })).then(reject)
    }
    xhr.onerror = () => reject(connectionLost())
    xhr.onabort = () => reject(new DOMException('Cancelled', 'AbortError'))
    signal.addEventListener('abort', () => xhr.abort())
    const body = new FormData()
    body.append('file', file)
    xhr.send(body)
  })
}

function connectionLost(): Problem {
  return new Problem('unavailable', {
    detail: 'The connection was lost while sending. Your file is still on this device: try again.',
  })
}
