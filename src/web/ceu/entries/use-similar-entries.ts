import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CeuEntry } from '#shared/ceu/entry.ts'
import { ceuKey, listSimilar, type SimilarEntryQuery } from '#web/ceu/api.ts'

const PAUSE = 500

/** What may be the same activity, once title, day and hours are there and the typing pauses. */
export function useEntrySimilar(
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
    const timer = setTimeout(() => setSettled(now), PAUSE)
    return () => clearTimeout(timer)
  }, [now])
  const { data } = useQuery({
    queryKey: [...ceuKey, 'similar', settled],
    // No answer is no remark: above all, a session that ended must not take the form away from under her hands.
    queryFn: ({ signal }) =>
      listSimilar(JSON.parse(settled ?? '{}'), signal).catch((error) => {
        if (signal.aborted) throw error
        return { items: [] }
      }),
    enabled: settled !== null && settled === now,
    // A remark that does not come is no reason to disturb her.
    retry: false,
    placeholderData: keepPreviousData,
  })
  if (settled === null || settled !== now) return null
  return data?.items.find(({ id }) => id !== exceptId) ?? null
}
