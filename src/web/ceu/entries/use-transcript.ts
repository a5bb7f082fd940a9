import { useState } from 'react'
import type { Uploads } from '#web/files/use-uploads.ts'
import { useDocumentReading } from '#web/reading/use-document-reading.ts'
import type { EntryFiles, SavedEntry } from './use-entry-save.ts'

/** The reading of a form's files and, if they are a transcript, which of its courses are logged. */
export function useTranscript(files: Uploads, isRead: boolean, onFinish: (saved: SavedEntry[]) => void) {
  const [chosen, choose] = useState<number | null>(null)
  const [saved, setSaved] = useState<ReadonlyMap<number, SavedEntry>>(new Map())
  const read = useDocumentReading(isRead ? files.uploads : [], chosen)
  const courses = read.reading.document?.courses ?? []
  const current = courses.length > 0 ? chosen : null
  function addSaved(one: SavedEntry) {
    if (current === null) return onFinish([...saved.values(), one])
    const all = new Map(saved).set(current, one)
    const next = courses.findIndex((_, at) => !all.has(at))
    if (next < 0) return onFinish([...all.values()])
    setSaved(all)
    choose(next)
    window.scrollTo({ top: 0 })
  }
  return {
    read,
    courses,
    current,
    choose,
    logged: new Set(saved.keys()),
    // A file belongs to one course.
    files: saved.size > 0 ? withoutFiles : files,
    addSaved,
    finish: () => onFinish([...saved.values()]),
  }
}

const withoutFiles: EntryFiles = { ids: [], hasUnsent: false, settle: async () => [] }
