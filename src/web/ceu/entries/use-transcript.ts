import { useCallback, useState } from 'react'
import type { Uploads } from '#web/files/use-uploads.ts'
import { useCourseReading, useDocumentReading } from '#web/reading/use-document-reading.ts'
import type { FormFiles } from '#web/ui/use-save.ts'
import type { SavedEntry } from './use-entry-save.ts'

/** A form that was opened keeps its input while another course is filled in. */
export type CourseDraft = { id: number; course: number | null }

/**
 * Reads the files of a form. If they are a transcript, also holds the forms of its courses and which courses are
 * logged.
 */
export function useTranscript(files: Uploads, isRead: boolean, onFinish: (saved: SavedEntry[]) => void) {
  const [chosen, setChosen] = useState<number | null>(null)
  const [drafts, setDrafts] = useState<readonly CourseDraft[]>([{ id: 0, course: null }])
  const [dirty, setDirty] = useState<ReadonlySet<number>>(new Set())
  const [saved, setSaved] = useState<ReadonlyMap<number, SavedEntry>>(new Map())
  const read = useDocumentReading(isRead ? files.uploads : [], 'course')
  const courses = read.reading.document?.courses ?? []
  const current = courses.length > 0 ? chosen : null
  const { highlight } = useCourseReading(read, current)
  const reportDirty = useCallback((id: number, isDirty: boolean) => {
    setDirty((before) => {
      if (before.has(id) === isDirty) return before
      return isDirty ? new Set([...before, id]) : new Set([...before].filter((one) => one !== id))
    })
  }, [])
  function choose(course: number) {
    setDrafts((before) => withCourse(before, course))
    setChosen(course)
  }
  function addSaved(one: SavedEntry) {
    if (current === null) return onFinish([...saved.values(), one])
    const all = new Map(saved).set(current, one)
    const next = courses.findIndex((_, at) => !all.has(at))
    if (next < 0) return onFinish([...all.values()])
    setSaved(all)
    for (const { id } of drafts.filter(({ course }) => course === current)) reportDirty(id, false)
    setDrafts((before) => withCourse(before, next).filter(({ course }) => course !== current))
    setChosen(next)
    window.scrollTo({ top: 0 })
  }
  return {
    read,
    highlight,
    courses,
    current,
    choose,
    drafts: drafts.map((draft) => ({ ...draft, isOpen: draft.course === chosen })),
    isDirty: dirty.size > 0,
    reportDirty,
    logged: new Set(saved.keys()),
    // A file belongs to one course.
    files: saved.size > 0 ? withoutFiles : files,
    addSaved,
    finish: () => onFinish([...saved.values()]),
  }
}

/** The form that was open before a course was chosen becomes the form of the first course, and keeps its input. */
function withCourse(drafts: readonly CourseDraft[], course: number): readonly CourseDraft[] {
  if (drafts.some((one) => one.course === course)) return drafts
  if (drafts.some((one) => one.course === null))
    return drafts.map((one) => (one.course === null ? { ...one, course } : one))
  return [...drafts, { id: Math.max(0, ...drafts.map(({ id }) => id)) + 1, course }]
}

const withoutFiles: FormFiles = { ids: [], hasUnsent: false, settle: async () => [] }
