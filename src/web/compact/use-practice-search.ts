import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { findState } from '#shared/credentials/states.ts'
import { isCalendarDate } from '#shared/kernel/dates.ts'
import { isWholeDate } from './practice-page-text.ts'

const route = getRouteApi('/credentials/states')

export type PracticeSearch = { state?: string; date?: string | null }

/** The selected state and day, which are also in the URL: `?state=FL&date=2027-01-15`. */
export function usePracticeSearch(today: string) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const given = search.date !== undefined && isCalendarDate(search.date) ? search.date : today
  // A partly typed date does not go into the URL.
  const [date, setDate] = useState<string | null>(given)
  const state = search.state && (findState(search.state)?.code ?? search.state.toUpperCase())
  function change(changed: PracticeSearch) {
    if (changed.date !== undefined) setDate(changed.date)
    const day = changed.date === undefined ? date : changed.date
    const isAsked = day !== null && isWholeDate(day) && day !== today
    const next = { state: changed.state ?? state, date: isAsked ? day : undefined }
    void navigate({
      search: { ...(next.state ? { state: next.state } : {}), ...(next.date ? { date: next.date } : {}) },
      ...{ replace: true, resetScroll: false },
    })
  }
  return { state, date, change }
}
