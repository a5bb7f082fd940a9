import { useEffect, useRef } from 'react'
import { type Uploads, useUploads } from '#web/files/use-uploads.ts'
import type { EntryFiles } from './use-entry-save.ts'

/** Uploads each file as soon as it is chosen. An upload that the user cancelled is not started again. */
export function useImmediateUploads(): Uploads {
  const files = useUploads()
  const startedKeys = useRef(new Set<string>())
  const { uploads, sendAll } = files
  useEffect(() => {
    const added = uploads.filter(({ key, state }) => state === 'ready' && !startedKeys.current.has(key))
    for (const { key } of added) startedKeys.current.add(key)
    if (added.length > 0) void sendAll()
  })
  return files
}

/** The files of an entry: those it already has (`current`), then the new ones. */
export function entryFilesOf(uploads: Uploads, current: string[] = []): EntryFiles {
  return {
    ids: [...current, ...uploads.ids],
    hasUnsent: uploads.waiting > 0 || uploads.isSending,
    settle: async () => [...current, ...(await uploads.settle())],
  }
}
