import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { File as StoredFile } from '#shared/files/file.ts'
import { fileKinds } from '#shared/files/file-kinds.ts'
import { MAX_FILE_BYTES } from '#shared/files/file-limits.ts'
import { isTemporary, Problem } from '#shared/http/errors.ts'
import { t } from '#web/i18n/t.ts'
import { toProblem } from '#web/ui/problem-note.tsx'
import { fileListKeys, fileQuery, unattachedFilesQuery, uploadFile } from './api.ts'

/**
 * A file of one record. `file` are its bytes if they were chosen on this screen; `mimeType` is what the browser claims
 * until the server has seen the bytes. `refused`: a retry would not help.
 */
export type Upload = { key: string; name: string; size: number; mimeType: string } & (
  | { state: 'ready' | 'sending' | 'cancelled'; file: File; progress: number }
  | { state: 'failed' | 'refused'; file: File; reason: string }
  | { state: 'sent'; id: string; file?: File | undefined }
)

const kindOf = (name: string) => {
  const ending = name.toLowerCase().split('.').at(-1)?.replace('jpeg', 'jpg') ?? ''
  return Object.entries(fileKinds).find(([, { extension }]) => extension === ending)
}

/** The kind by file extension, for texts; the server checks the contents. */
export function kindByName(name: string): string | null {
  return kindOf(name)?.[1].name ?? null
}

export const isPdf = ({ mimeType }: Pick<Upload, 'mimeType'>) => mimeType === 'application/pdf'
export const isPicture = ({ mimeType }: Pick<Upload, 'mimeType'>) => mimeType.startsWith('image/')

/** Why a file cannot be uploaded, known before it is sent. */
export function rejectionOf({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | null {
  if (size === 0) return t`This file is empty. Choose another file.`
  if (size > MAX_FILE_BYTES) return t`Larger than 25 MB. Choose a smaller file.`
  if (kindByName(name) === null && !Object.hasOwn(fileKinds, type))
    return t`Not a PDF, JPEG, PNG, WebP or HEIC file.`
  return null
}

/** Whether a retry may help: once a temporary failure is over, or after signing in again. */
function isRetryable({ status }: Problem): boolean {
  return isTemporary(status) || status === 401
}

/** A field's own message, such as "This PDF is cut off", says more than the general one. */
const reasonOf = ({ errors, message }: Problem) => t(errors?.[0]?.message ?? message)

const isWaiting = ({ state }: Upload) => state === 'ready' || state === 'failed' || state === 'cancelled'

function chosenUpload(file: File): Upload {
  const { size, type } = file
  const name = file.name || t`Photo`
  const base = { key: crypto.randomUUID(), name, size, mimeType: type || (kindOf(name)?.[0] ?? ''), file }
  const reason = rejectionOf(file)
  return reason ? { ...base, state: 'refused', reason } : { ...base, state: 'ready', progress: 0 }
}

/** A file that is stored already; its name and size follow when they are loaded. */
function storedUpload(id: string, stored?: StoredFile, file?: File): Upload {
  const { name = '', size = 0, mimeType = '' } = stored ?? {}
  return { key: id, id, name, size, mimeType, state: 'sent', file }
}

export type Uploads = ReturnType<typeof useUploads>

/**
 * The files of one record, in order, the main one first: those it has (`initialIds`) and those added since, which are
 * uploaded as soon as they are chosen.
 */
export function useUploads(initialIds: readonly string[] = noIds) {
  const queryClient = useQueryClient()
  const [initial] = useState(initialIds)
  const [shown, show] = useState<Upload[]>(() => initial.map((id) => storedUpload(id)))
  // The displayed state, also readable while an upload runs.
  const latest = useRef(shown)
  const aborts = useRef(new Map<string, AbortController>())
  const underWay = useRef<Promise<void> | null>(null)
  const uploads = useNamed(shown)

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

  /** Uploads files and lists them at the end, or before another one. */
  function add(files: Iterable<File>, beforeKey?: string) {
    const at = latest.current.findIndex(({ key }) => key === beforeKey)
    const added = Array.from(files, chosenUpload)
    set(latest.current.toSpliced(at < 0 ? latest.current.length : at, 0, ...added))
    void sendReady()
    return added.map(({ key }) => key)
  }

  /** Takes a file that an earlier, unfinished upload stored. */
  const take = (stored: StoredFile) => set([...latest.current, storedUpload(stored.id, stored)])

  async function send(key: string): Promise<void> {
    const upload = latest.current.find((one) => one.key === key)
    if (!upload || !isWaiting(upload) || upload.state === 'sent' || !upload.file) return
    const { name, size, mimeType, file } = upload
    const base = { key, name, size, mimeType, file }
    const abort = new AbortController()
    aborts.current.set(key, abort)
    const onProgress = (progress: number) => replace(key, { ...base, state: 'sending', progress })
    onProgress(0)
    try {
      const stored = await uploadFile(file, { idempotencyKey: key, signal: abort.signal, onProgress })
      queryClient.setQueryData(fileQuery(stored.id).queryKey, stored)
      // Not now: a screen that lists files of no record would offer this one while it is being filed.
      for (const queryKey of fileListKeys)
        void queryClient.invalidateQueries({ queryKey, refetchType: 'none' })
      replace(key, { ...storedUpload(stored.id, stored, file), key, name, size })
    } catch (error) {
      const problem = toProblem(error)
      const state = isRetryable(problem) ? 'failed' : 'refused'
      if (abort.signal.aborted) replace(key, { ...base, state: 'cancelled', progress: 0 })
      else replace(key, { ...base, state, reason: reasonOf(problem) })
    } finally {
      aborts.current.delete(key)
    }
  }

  /** One after the other: on a phone's connection, two at once only make both slower. */
  async function sendEachReady() {
    for (;;) {
      const next = latest.current.find(({ state }) => state === 'ready')
      if (!next) return
      await send(next.key)
    }
  }

  function sendReady(): Promise<void> {
    underWay.current ??= sendEachReady().finally(() => {
      underWay.current = null
    })
    return underWay.current
  }

  /** Removes a file. If it was stored already it stays stored, and is offered again on the upload page. */
  function remove({ key, state }: Pick<Upload, 'key' | 'state'>) {
    aborts.current.get(key)?.abort()
    set(latest.current.filter((other) => other.key !== key))
    if (state === 'sent') void queryClient.invalidateQueries({ queryKey: unattachedFilesQuery.queryKey })
  }

  /** Moves a file one place up. */
  function moveUp(key: string) {
    const at = latest.current.findIndex((upload) => upload.key === key)
    const moved = latest.current[at]
    if (moved && at > 0) set(latest.current.toSpliced(at, 1).toSpliced(at - 1, 0, moved))
  }

  const idsOf = (all: Upload[]) => all.flatMap((upload) => (upload.state === 'sent' ? [upload.id] : []))
  const removedIds = initial.filter((id) => !idsOf(shown).includes(id))

  /** Uploads the remaining files. Resolves with all ids; rejects when a chosen file was not stored. */
  async function settle(): Promise<string[]> {
    await sendReady()
    for (const { key } of latest.current.filter(isWaiting)) await send(key)
    if (latest.current.some(isWaiting)) {
      throw new Problem('unavailable', {
        detail: t`Not every file was uploaded. Try again or remove the file, then save.`,
      })
    }
    return idsOf(latest.current)
  }

  return {
    uploads,
    ids: idsOf(uploads),
    hasUnsent: uploads.some((upload) => isWaiting(upload) || upload.state === 'sending'),
    isSending: uploads.some(({ state }) => state === 'sending'),
    /** Files that the record had and that were removed on this screen. */
    removedCount: removedIds.length,
    restoreRemoved: () => set([...latest.current, ...removedIds.map((id) => storedUpload(id))]),
    add,
    take,
    send,
    settle,
    cancel: (key: string) => aborts.current.get(key)?.abort(),
    remove,
    moveUp,
  }
}

const noIds: readonly string[] = []

/** Adds the names of the files that the record had. */
function useNamed(uploads: Upload[]): Upload[] {
  const isUnnamed = (upload: Upload) => upload.state === 'sent' && upload.name === ''
  const unnamed = uploads.filter(isUnnamed)
  const stored = useQueries({ queries: unnamed.map(({ key }) => fileQuery(key)) })
  const byId = new Map(stored.flatMap(({ data }) => (data ? [[data.id, data]] : [])))
  return uploads.map((upload) => {
    const found = isUnnamed(upload) ? byId.get(upload.key) : undefined
    return found ? storedUpload(found.id, found) : upload
  })
}
