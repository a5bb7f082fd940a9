import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { CeuEntry } from '#shared/ceu/entry.ts'
import { ceuKey, listSimilarEntries, type SimilarEntryQuery } from '#web/ceu/api.ts'
import { contactHoursIn } from './entry-form-text.ts'
import type { EntryForm } from './entry-hours-field.tsx'
import type { EntryValues } from './entry-values.ts'

/** Milliseconds without typing before the server is asked. */
const TYPING_PAUSE = 500

type Course = Pick<EntryValues, 'title' | 'completedAt' | 'hours' | 'amount' | 'unit'>

/** The question to the server; `null` until title, date and hours are entered. */
function questionOf({ title, completedAt, ...amount }: Course): string | null {
  const hours = contactHoursIn(amount)
  const isReady = title.trim() !== '' && completedAt !== null && hours !== null && hours > 0 && hours <= 500
  return isReady
    ? JSON.stringify({ title: title.trim(), completedAt, hours } satisfies SimilarEntryQuery)
    : null
}

const similarQuery = (question: string | null) =>
  queryOptions({
    queryKey: [...ceuKey, 'similar', question],
    // A failure must not disturb the form. An ended session, for example, would replace the whole page.
    queryFn: ({ signal }) =>
      listSimilarEntries(JSON.parse(question ?? '{}'), signal).catch((error) => {
        if (signal.aborted) throw error
        return { items: [] }
      }),
  })

/** An entry that may be the same activity, once typing pauses. */
export function useSimilarEntry(course: Course, exceptId?: string): CeuEntry | null {
  const now = questionOf(course)
  const [settled, setSettled] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(now), TYPING_PAUSE)
    return () => clearTimeout(timer)
  }, [now])
  const { data } = useQuery({
    ...similarQuery(settled),
    enabled: settled !== null && settled === now,
    placeholderData: keepPreviousData,
  })
  if (settled === null || settled !== now) return null
  return data?.items.find(({ id }) => id !== exceptId) ?? null
}

/** Before a new course is saved that is probably logged already, the form asks. */
export function useDuplicateQuestion(form: EntryForm) {
  const queryClient = useQueryClient()
  const note = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState<{ save: () => unknown } | null>(null)
  /** What was answered or sent: after a lost response the server may have the course from the first try. */
  const answered = useRef<string | null>(null)
  const saveAnyway = (save: () => unknown) => {
    answered.current = questionOf(form.getValues())
    setAsked(null)
    return save()
  }
  const unlessLogged = (save: () => unknown) => async () => {
    const question = questionOf(form.getValues())
    if (question !== null && question !== answered.current) {
      const { items } = await queryClient.fetchQuery({ ...similarQuery(question), staleTime: 60_000 })
      if (items.length > 0) {
        setAsked({ save })
        return note.current?.focus()
      }
    }
    return saveAnyway(save)
  }
  return { note, unlessLogged, onAnyway: asked && (() => void saveAnyway(asked.save)) }
}
