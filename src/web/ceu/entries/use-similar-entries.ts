import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CeuEntry } from '#shared/ceu/entry.ts'
import { ceuKey, listSimilarEntries, type SimilarEntryQuery } from '#web/ceu/api.ts'

/** Milliseconds without typing before the server is asked. */
const TYPING_PAUSE = 500

/** An entry that may be the same activity, once title, date and hours are entered and typing pauses. */
export function useSimilarEntry(
  title: string,
  completedAt: string | null,
  hours: number | null,
  exceptId?: string,
): CeuEntry | null {
  const isReady = title.trim() !== '' && completedAt !== null && hours !== null && hours > 0 && hours <= 500
  const now = isReady
    ? JSON.stringify({ title: title.trim(), completedAt, hours } satisfies SimilarEntryQuery)
    : null
  const [settled, setSettled] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(now), TYPING_PAUSE)
    return () => clearTimeout(timer)
  }, [now])
  const { data } = useQuery({
    queryKey: [...ceuKey, 'similar', settled],
    // A failure must not disturb the form. An ended session, for example, would replace the whole page.
    queryFn: ({ signal }) =>
      listSimilarEntries(JSON.parse(settled ?? '{}'), signal).catch((error) => {
        if (signal.aborted) throw error
        return { items: [] }
      }),
    enabled: settled !== null && settled === now,
    placeholderData: keepPreviousData,
  })
  if (settled === null || settled !== now) return null
  return data?.items.find(({ id }) => id !== exceptId) ?? null
}
