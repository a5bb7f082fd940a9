import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { fileKinds, MAX_FILE_BYTES, type File as StoredFile } from '#shared/files/file.ts'
import { Problem } from '#shared/http/errors.ts'
import { toProblem } from '#web/ui/problem-note.tsx'
import { fileQuery, unattachedFilesQuery, uploadFile } from './api.ts'

/** A file being uploaded for one credential. `refused`: another try would not help. */
export type Upload = { key: string; name: string; size: number } & (
  | { state: 'ready' | 'sending'; file: File; progress: number }
  | { state: 'failed' | 'refused'; file: File; reason: string }
  | { state: 'sent'; id: string }
)

/** The kind by file extension, for texts; the server checks the contents. */
export function kindByName(name: string): string | null {
  const ending = name.toLowerCase().split('.').at(-1)?.replace('jpeg', 'jpg') ?? ''
  return Object.values(fileKinds).find(({ extension }) => extension === ending)?.name ?? null
}

/** Why a file cannot be uploaded, known before it is sent. */
export function rejectionOf({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | null {
  if (size === 0) return 'This file is empty. Choose another file.'
  if (size > MAX_FILE_BYTES) return 'Larger than 25 MiB. Choose a smaller file.'
  if (kindByName(name) === null && !Object.hasOwn(fileKinds, type))
    return 'Not a PDF, JPEG, PNG, WebP or HEIC file.'
  return null
}

/** No connection, a server error and too many requests are temporary; any other error is final. */
function isRetryable({ status }: Problem): boolean {
  return status >= 500 || status === 429 || status === 408 || status === 401
}

/** A field's own message, such as "This PDF is cut off", says more than the general one. */
const reasonOf = ({ errors, message }: Problem) => errors?.[0]?.message ?? message

const isWaiting = ({ state }: Upload) => state === 'ready' || state === 'failed'

export type Uploads = ReturnType<typeof useUploads>

/** The files chosen for one credential, until they are stored. */
export function useUploads() {
  const queryClient = useQueryClient()
  const [uploads, show] = useState<Upload[]>([])
  // The displayed state, also readable while an upload runs.
  const latest = useRef(uploads)
  const aborts = useRef(new Map<string, AbortController>())
  const underWay = useRef<Promise<void> | null>(null)

  useEffect(() => {
    const left = aborts.current
    return () => {
      for (const abort of left.values()) abort.abort()
    }
  }, [])

  function set(next: Upload[]) {
    latest.current = next
    show(next)
  }

  const replace = (key: string, next: Upload) =>
    set(latest.current.map((upload) => (upload.key === key ? next : upload)))

  function add(files: Iterable<File>) {
    const added = Array.from(files, (file): Upload => {
      const base = { key: crypto.randomUUID(), name: file.name || 'Photo', size: file.size, file }
      const reason = rejectionOf(file)
      return reason ? { ...base, state: 'refused', reason } : { ...base, state: 'ready', progress: 0 }
    })
    set([...latest.current, ...added])
  }

  /** Takes a file that an earlier, unfinished upload stored. */
  function take({ id, name, size }: StoredFile) {
    set([...latest.current, { key: id, id, name, size, state: 'sent' }])
  }

  async function send(key: string): Promise<void> {
    const upload = latest.current.find((one) => one.key === key)
    if (!upload || !isWaiting(upload) || !('file' in upload)) return
    const { name, size, file } = upload
    const abort = new AbortController()
    aborts.current.set(key, abort)
    const onProgress = (progress: number) =>
      replace(key, { key, name, size, file, state: 'sending', progress })
    onProgress(0)
    try {
      const stored = await uploadFile(file, { idempotencyKey: key, signal: abort.signal, onProgress })
      queryClient.setQueryData(fileQuery(stored.id).queryKey, stored)
      replace(key, { key, name, size, state: 'sent', id: stored.id })
    } catch (error) {
      const problem = toProblem(error)
      const state = isRetryable(problem) ? 'failed' : 'refused'
      if (abort.signal.aborted) replace(key, { key, name, size, file, state: 'ready', progress: 0 })
      else replace(key, { key, name, size, file, state, reason: reasonOf(problem) })
    } finally {
      aborts.current.delete(key)
    }
  }

  /** One after the other: on a phone's connection, two at once only make both slower. */
  async function sendEach() {
    for (const { key } of latest.current.filter(isWaiting)) await send(key)
  }

  function sendAll(): Promise<void> {
    underWay.current ??= sendEach().finally(() => {
      underWay.current = null
    })
    return underWay.current
  }

  /** Removes a file. If it was stored already it stays stored, and is offered again on the upload page. */
  function remove({ key, state }: Upload) {
    aborts.current.get(key)?.abort()
    set(latest.current.filter((other) => other.key !== key))
    if (state === 'sent') void queryClient.invalidateQueries({ queryKey: unattachedFilesQuery.queryKey })
  }

  const idsOf = (all: Upload[]) => all.flatMap((upload) => (upload.state === 'sent' ? [upload.id] : []))

  /** Uploads the remaining files. Resolves with all ids; rejects when a chosen file was not stored. */
  async function settle(): Promise<string[]> {
    await sendAll()
    if (latest.current.some(isWaiting)) {
      throw new Problem('unavailable', {
        detail: 'Not every file was uploaded. Try again or remove the file, then save.',
      })
    }
    return idsOf(latest.current)
  }

  return {
    uploads,
    ids: idsOf(uploads),
    waiting: uploads.filter(isWaiting).length,
    isSending: uploads.some(({ state }) => state === 'sending'),
    add,
    take,
    send,
    sendAll,
    settle,
    cancel: (key: string) => aborts.current.get(key)?.abort(),
    remove,
  }
}
